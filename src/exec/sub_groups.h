// SPDX-License-Identifier: Apache-2.0
// Sub-groups of a work-group that make progress independently of each other: each is a flow of control of its own, and
// one that waits lets the next one run, all on one thread.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "kernel_abi/abi.h"
#include "platform/cpu/switch_stack.h"

namespace wherry::exec {

// Runs sub-groups that wait for each other. Each worker has one, which keeps its stacks from launch to launch.
class SubGroups {
 public:
  SubGroups() = default;
  SubGroups(const SubGroups &) = delete;
  ~SubGroups();

  // Provides at least `count` stacks for code that needs `bytes` of stack; false if there is no memory for them. Pages
  // are taken when they are first touched.
  bool reserve(uint64_t count, uint64_t bytes) noexcept;
  // Gives stacks back that are too large to keep unused.
  void trim() noexcept;

  // Runs code(i, captured) for each i below `count`, at most the reserved number. Sub-groups begin in their order, each
  // as soon as all earlier ones wait or have ended; waiting ones go on in turns.
  void run(abi::SubGroupCode code, const void *captured, uint64_t count) noexcept;
  // Whether the address is behind the end of one of the stacks.
  bool is_in_guard(uintptr_t address) const noexcept;
  // Called by code that waits. Elsewhere it only pauses.
  void yield() noexcept;
  // After a fault that has left run(): forgets the flows.
  void abandon() noexcept {
    current_ = nullptr;
    next_ = end_ = 0;
    alive_ = turns_ = 0;
  }

 private:
  // A stack, and the flow of control on it. Flows that have begun and not ended form a ring.
  struct Flow {
    cpu::StackPointer left = nullptr;
    SubGroups *all = nullptr;
    uint32_t index = 0, next = 0, before = 0;
    void *sanitized = nullptr;  // the sanitizer's name for the flow
  };

  void free() noexcept;
  std::byte *stack_of(uint32_t index) const noexcept;
  void go_to(Flow *next, bool ends) noexcept;
  void begin_next() noexcept;
  void run_sub_groups(Flow &flow) noexcept;
  static void enter(void *flow) noexcept;

  std::byte *stacks_ = nullptr;  // each begins with its guard
  uint64_t mapped_ = 0, stride_ = 0;
  uint64_t count_ = 0;  // of stacks
  std::unique_ptr<Flow[]> flows_;
  uint64_t flows_made_ = 0, guarded_ = 0;

  // While sub-groups run.
  abi::SubGroupCode code_ = nullptr;
  const void *captured_ = nullptr;
  uint64_t next_ = 0, end_ = 0;  // sub-groups that have not begun
  uint32_t begun_ = 0, alive_ = 0;
  uint32_t turns_ = 0, pauses_ = 0;  // turns since the last pause
  Flow *current_ = nullptr;
  cpu::StackPointer caller_ = nullptr;
  [[maybe_unused]] void *caller_sanitized_ = nullptr;
  [[maybe_unused]] const void *caller_stack_ = nullptr;
  [[maybe_unused]] size_t caller_bytes_ = 0;
};

}  // namespace wherry::exec

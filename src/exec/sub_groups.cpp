// SPDX-License-Identifier: Apache-2.0
#include "sub_groups.h"

#include <sys/mman.h>

#include <atomic>
#include <new>
#include <thread>

#include "platform/cpu/pause.h"
#include "signal_stack.h"

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#endif
#if __has_feature(thread_sanitizer)
#include <sanitizer/tsan_interface.h>
#endif

namespace wherry::exec {

namespace {

constexpr uint64_t kPage = 4096;
// The guard below each stack, as in stack.cpp.
constexpr uint64_t kGuard = 64 << 10;
// A guarded stack takes two of the 65530 mappings that Linux grants a process by default. Where many workers have many
// stacks, the later ones rest on the compiler's count alone.
constexpr uint64_t kMostGuards = 8192;
std::atomic<uint64_t> guards{0};
// Bytes for frames that the compiler does not count, as in stack.h. Sanitizers' frames and their checks take more.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr uint64_t kBeside = 256 << 10;
#else
constexpr uint64_t kBeside = 20 << 10;
#endif
constexpr uint64_t kKeptBytes = 64 << 20;  // the most that a worker keeps between launches
// Some 10 microseconds: a sub-group that waits for longer, as for a work-group of a worker that has no CPU, leaves the
// CPU to others.
constexpr uint32_t kPauses = 256;

}  // namespace

SubGroups::~SubGroups() { free(); }

void SubGroups::free() noexcept {
#if __has_feature(thread_sanitizer)
  for (uint64_t i = 0; i < flows_made_; ++i) __tsan_destroy_fiber(flows_[i].sanitized);
#endif
  if (stacks_) munmap(stacks_, mapped_);
  guards -= guarded_;
  flows_.reset();
  stacks_ = nullptr;
  mapped_ = count_ = flows_made_ = guarded_ = 0;
}

void SubGroups::trim() noexcept {
  if (mapped_ > kKeptBytes) free();
}

bool SubGroups::reserve(uint64_t count, uint64_t bytes) noexcept {
  uint64_t wanted, all;
  if (__builtin_add_overflow(bytes, kBeside + kGuard + kPage - 1, &wanted)) return false;
  wanted = wanted / kPage * kPage;
  if (count <= count_ && wanted <= stride_) return true;
  if (count < count_) count = count_;
  if (wanted < stride_) wanted = stride_;
  if (__builtin_mul_overflow(wanted, count, &all)) return false;
  free();
  flows_.reset(new (std::nothrow) Flow[count]);
  if (!flows_) return false;
  void *mapped =
      mmap(nullptr, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (mapped == MAP_FAILED) return false;
  stacks_ = static_cast<std::byte *>(mapped);
  mapped_ = all;
  stride_ = wanted;
  count_ = count;
  for (; guarded_ < count && guards < kMostGuards; ++guarded_, ++guards)
    if (mprotect(stacks_ + guarded_ * stride_, kGuard, PROT_NONE) != 0) {
      free();
      return false;
    }
  return true;
}

std::byte *SubGroups::stack_of(uint32_t index) const noexcept { return stacks_ + index * stride_; }

bool SubGroups::is_in_guard(uintptr_t address) const noexcept {
  const uintptr_t offset = address - reinterpret_cast<uintptr_t>(stacks_);
  return offset < guarded_ * stride_ && offset % stride_ < kGuard;
}

// Switches to a flow, or back to the caller of run() (null). `ends`: the flow that is left does not go on.
void SubGroups::go_to(Flow *next, [[maybe_unused]] bool ends) noexcept {
  Flow *const from = current_;
  current_ = next;
  cpu::StackPointer &left = from ? from->left : caller_;
  const cpu::StackPointer to = next ? next->left : caller_;
#if __has_feature(thread_sanitizer)
  __tsan_switch_to_fiber(next ? next->sanitized : caller_sanitized_, 0);
#endif
#if __has_feature(address_sanitizer)
  void *fake = nullptr;
  __sanitizer_start_switch_fiber(ends ? nullptr : &fake,
                                 next ? static_cast<const void *>(stack_of(next->index) + kGuard) : caller_stack_,
                                 next ? stride_ - kGuard : caller_bytes_);
#endif
  cpu::switch_stack(left, to);
#if __has_feature(address_sanitizer)
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
}

void SubGroups::enter(void *data) noexcept {
  Flow &flow = *static_cast<Flow *>(data);
#if __has_feature(address_sanitizer)
  SubGroups &all = *flow.all;
  const void *from;
  size_t bytes;
  __sanitizer_finish_switch_fiber(nullptr, &from, &bytes);
  if (flow.index == 0) all.caller_stack_ = from, all.caller_bytes_ = bytes;
#endif
  flow.all->run_sub_groups(flow);
}

// A flow goes on with the next sub-group until none is left, so that sub-groups that never wait share one stack.
void SubGroups::run_sub_groups(Flow &flow) noexcept {
  while (next_ < end_) {
    const uint64_t sub_group = next_++;
    code_(sub_group, captured_);
  }
  if (--alive_ == 0) {
    go_to(nullptr, true);
  } else {
    Flow &next = flows_[flow.next], &before = flows_[flow.before];
    before.next = next.index;
    next.before = before.index;
    go_to(&next, true);
  }
  __builtin_unreachable();
}

// Begins a flow for the next sub-group, in the ring behind the current one, which goes on when all others have had
// their turn.
void SubGroups::begin_next() noexcept {
  const uint32_t index = begun_++;
  Flow &flow = flows_[index];
  if (index >= flows_made_) {
    flow.all = this;
    flow.index = index;
#if __has_feature(thread_sanitizer)
    flow.sanitized = __tsan_create_fiber(0);
#endif
    flows_made_ = index + 1;
  }
  flow.left = cpu::new_flow(stack_of(index) + stride_, enter, &flow);
  flow.next = flow.before = index;
  if (current_) {
    Flow &next = flows_[current_->next];
    flow.next = next.index;
    flow.before = current_->index;
    current_->next = next.before = index;
  }
  ++alive_;
  go_to(&flow, false);
}

void SubGroups::run(abi::SubGroupCode code, const void *captured, uint64_t count) noexcept {
  have_signal_stack();
  code_ = code;
  captured_ = captured;
  next_ = 0;
  end_ = count;
  begun_ = alive_ = turns_ = 0;
#if __has_feature(thread_sanitizer)
  caller_sanitized_ = __tsan_get_current_fiber();
#endif
  if (count > 0) begin_next();
}

void SubGroups::yield() noexcept {
  if (current_ && next_ < end_) return begin_next();
  // All that wait have looked once.
  if (++turns_ >= alive_) {
    turns_ = 0;
    if (++pauses_ % kPauses == 0)
      std::this_thread::yield();
    else
      cpu::pause_thread();
  }
  if (current_ && alive_ > 1) go_to(&flows_[current_->next], false);
}

}  // namespace wherry::exec

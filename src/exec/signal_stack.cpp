// SPDX-License-Identifier: Apache-2.0
#include "signal_stack.h"

#include <signal.h>
#include <sys/mman.h>

#include <cstddef>

namespace wherry::exec {

namespace {

// The registers of AMX take 11 KiB. The program's handlers get this stack too, where they ask for one.
constexpr size_t kBytes = 64 << 10;

struct SignalStack {
  void *begin = nullptr;

  void have() noexcept {
    stack_t now{};
    if (sigaltstack(nullptr, &now) != 0 || !(now.ss_flags & SS_DISABLE)) return;
    void *mapped =
        begin ? begin : mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED) return;
    begin = mapped;
    now = {.ss_sp = begin, .ss_flags = 0, .ss_size = kBytes};
    sigaltstack(&now, nullptr);
  }

  ~SignalStack() {
    if (!begin) return;
    stack_t now{};
    if (sigaltstack(nullptr, &now) == 0 && now.ss_sp == begin) {
      now = {.ss_sp = nullptr, .ss_flags = SS_DISABLE, .ss_size = 0};
      sigaltstack(&now, nullptr);
    }
    munmap(begin, kBytes);
  }
};

thread_local SignalStack signal_stack;

}  // namespace

void have_signal_stack() noexcept { signal_stack.have(); }

}  // namespace wherry::exec

// SPDX-License-Identifier: Apache-2.0
#include "stack.h"

#include <pthread.h>
#include <sys/mman.h>

#include "platform/cpu/call_on_stack.h"
#include "signal_stack.h"

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#endif

namespace wherry::exec {

namespace {

// The minimum size of a separate stack: enough for most kernels; unused pages take no memory.
constexpr uint64_t kLeastMade = 1 << 20;
// The guard below a separate stack. A frame larger than the guard could skip it.
constexpr uint64_t kGuard = 64 << 10;

// The separate stack of the calling thread.
struct Made {
  std::byte *begin = nullptr;  // start of the guard
  uint64_t bytes = 0;

  ~Made() { free(); }

  bool reserve(uint64_t wanted) noexcept {
    wanted = (wanted + kLeastMade - 1) / kLeastMade * kLeastMade + kGuard;
    if (wanted <= bytes) return true;
    void *mapped =
        mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED) return false;
    if (mprotect(mapped, kGuard, PROT_NONE) != 0) {
      munmap(mapped, wanted);
      return false;
    }
    free();  // only now: a kernel between whose work-groups this one runs goes on with the old stack if there is no
             // other
    begin = static_cast<std::byte *>(mapped);
    bytes = wanted;
    have_signal_stack();
    return true;
  }

  void free() noexcept {
    if (begin) munmap(begin, bytes);
    begin = nullptr;
    bytes = 0;
  }
};

thread_local Made made;

}  // namespace

constinit thread_local StackFor::Bounds StackFor::bounds_ = {0, 0};

bool StackFor::make(uint64_t bytes) noexcept {
  pthread_attr_t attributes;
  if (bounds_.size == 0 && pthread_getattr_np(pthread_self(), &attributes) == 0) {
    void *address;
    size_t size;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0)
      bounds_ = {reinterpret_cast<uintptr_t>(address), size};
    pthread_attr_destroy(&attributes);
    own_ = thread_has(bytes);
    if (own_) return true;
  }
  return made.reserve(bytes + kBeside);
}

bool StackFor::is_in_guard(uintptr_t address) noexcept {
  return made.begin && address - reinterpret_cast<uintptr_t>(made.begin) < kGuard;
}

void StackFor::call_there(void (*call)(void *), void *data) noexcept {
#if __has_feature(address_sanitizer)
  struct Switch {
    void (*call)(void *);
    void *data, *fake;
    const void *bottom;
    size_t size;
  } there{call, data, nullptr, nullptr, 0};
  call = [](void *given) {
    auto *there = static_cast<Switch *>(given);
    __sanitizer_finish_switch_fiber(nullptr, &there->bottom, &there->size);
    there->call(there->data);
    __sanitizer_start_switch_fiber(nullptr, there->bottom, there->size);
  };
  data = &there;
  __sanitizer_start_switch_fiber(&there.fake, made.begin + kGuard, made.bytes - kGuard);
#endif
  cpu::call_on_stack(call, data, made.begin + made.bytes);
#if __has_feature(address_sanitizer)
  __sanitizer_finish_switch_fiber(there.fake, nullptr, nullptr);
#endif
}

}  // namespace wherry::exec

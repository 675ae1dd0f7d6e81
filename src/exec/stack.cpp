#include "exec/stack.h"

#include <pthread.h>
#include <sys/mman.h>

#include <cassert>

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif
#if __has_feature(address_sanitizer)
#include <sanitizer/common_interface_defs.h>
#endif

// A call whose callee has another stack. The frame pointer tells unwinders where the caller's goes on; returns match
// their calls, so shadow stacks do not notice.
extern "C" void wherry_call_on_stack(void (*call)(void *), void *data, std::byte *top) noexcept;
__asm__(R"(
  .text
  .type wherry_call_on_stack, @function
  .hidden wherry_call_on_stack
wherry_call_on_stack:
  .cfi_startproc
  endbr64
  pushq %rbp
  .cfi_def_cfa_offset 16
  .cfi_offset %rbp, -16
  movq %rsp, %rbp
  .cfi_def_cfa_register %rbp
  movq %rdx, %rsp
  movq %rdi, %rax
  movq %rsi, %rdi
  callq *%rax
  leave
  .cfi_def_cfa %rsp, 8
  retq
  .cfi_endproc
  .size wherry_call_on_stack, . - wherry_call_on_stack
)");

namespace wherry::exec {

namespace {

// For what kernels call that the compiler does not count: the math library (4 KiB a frame), printf, async copies, and
// a signal's handler with the registers of AVX-512 (3 KiB).
constexpr uint64_t kBeside = 16 << 10;
// Of the caller, between reserve_stack() and call_with_stack().
constexpr uint64_t kDeeper = 4 << 10;
// The smallest stack made: most kernels fit, and its pages are not touched before they are used.
constexpr uint64_t kLeastMade = 1 << 20;
// Below a stack that was made; a frame larger than that would jump over it.
constexpr uint64_t kGuard = 64 << 10;

// Of the calling thread.
struct Stack {
  uintptr_t begin = 0, end = 0;  // what it runs on; none where nobody knows
  std::byte *made = nullptr;     // the lowest page of the other one
  uint64_t made_bytes = 0;

  Stack() noexcept {
    pthread_attr_t attributes;
    if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void *address;
    size_t size;
    if (pthread_attr_getstack(&attributes, &address, &size) == 0) {
      begin = reinterpret_cast<uintptr_t>(address);
      end = begin + size;
    }
    pthread_attr_destroy(&attributes);
  }
  Stack(const Stack &) = delete;
  ~Stack() { free(); }

  // A program may have switched stacks itself, to one that nobody knows: then none suffices.
  bool has(uint64_t bytes) const noexcept {
    const auto here = reinterpret_cast<uintptr_t>(__builtin_frame_address(0));
    return here >= begin && here < end && here - begin >= bytes + kBeside;
  }

  bool make(uint64_t bytes) noexcept {
    const uint64_t wanted = (bytes + kBeside + kLeastMade - 1) / kLeastMade * kLeastMade + kGuard;
    if (wanted <= made_bytes) return true;
    free();
    void *mapped =
        mmap(nullptr, wanted, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (mapped == MAP_FAILED) return false;
    made = static_cast<std::byte *>(mapped);
    made_bytes = wanted;
    if (mprotect(made, kGuard, PROT_NONE) == 0) return true;
    free();
    return false;
  }

  void free() noexcept {
    if (made) munmap(made, made_bytes);
    made = nullptr;
    made_bytes = 0;
  }
};

thread_local Stack stack;

}  // namespace

bool reserve_stack(uint64_t bytes) noexcept { return stack.has(bytes + kDeeper) || stack.make(bytes); }

void call_with_stack(uint64_t bytes, void (*call)(void *), void *data) noexcept {
  if (stack.has(bytes)) return call(data);
  assert(stack.made_bytes >= bytes + kBeside);
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
  __sanitizer_start_switch_fiber(&there.fake, stack.made + kGuard, stack.made_bytes - kGuard);
#endif
  wherry_call_on_stack(call, data, stack.made + stack.made_bytes);
#if __has_feature(address_sanitizer)
  __sanitizer_finish_switch_fiber(there.fake, nullptr, nullptr);
#endif
}

}  // namespace wherry::exec

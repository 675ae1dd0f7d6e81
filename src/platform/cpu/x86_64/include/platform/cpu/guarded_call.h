// SPDX-License-Identifier: Apache-2.0
// Calls that can be left from the middle of what they call, by the thread itself or by its signal handler.
#pragma once
#include <cstddef>
#include <cstdint>

extern "C" [[gnu::visibility("hidden")]] bool wherry_guarded_call(void (*call)(void *), void *data,
                                                                  void **stack) noexcept;

namespace wherry::cpu {

// Calls call(data), and sets *stack to what leaving the call takes. Returns whether the call returned: false if the
// thread left. Then no frame in between ends as it would: these own nothing.
inline bool guarded_call(void (*call)(void *), void *data, void **stack) noexcept {
  return wherry_guarded_call(call, data, stack);
}
[[noreturn]] void leave_guarded_call(void *stack) noexcept;

// An address that is the same for the calling thread's life, and another thread's afterwards only.
inline uintptr_t thread_pointer() noexcept {
  uintptr_t pointer;
  asm("movq %%fs:0, %0" : "=r"(pointer));
  return pointer;
}

// Of a signal handler's context, a ucontext_t. Async-signal-safe.
struct Interrupted {
  explicit Interrupted(void *context) noexcept : context_(context) {}

  uintptr_t instruction() const noexcept;
  // Where the last call returns to, if it has jumped and done nothing else.
  uintptr_t caller() const noexcept;
  // Of a page fault.
  bool writes() const noexcept;
  // The thread leaves its guarded call when the handler returns.
  void leave_guarded_call(void *stack) const noexcept;

 private:
  void *const context_;
};

// Read, or write back, a byte of the memory that a program has named: a thread that has yet to lock or change anything
// faults here, and not in the middle. is_probe() knows their instructions.
void probe_read(const void *first, const void *last) noexcept;
void probe_write(void *first, void *last) noexcept;
// The text's length, at most `limit`.
size_t probe_text(const char *text, size_t limit) noexcept;
bool is_probe(uintptr_t instruction) noexcept;

}  // namespace wherry::cpu

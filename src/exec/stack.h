// SPDX-License-Identifier: Apache-2.0
// Runs kernels on a stack that is large enough, whatever the size of the thread's own stack.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::exec {

// Chooses the stack for calls that need `bytes` of stack: the thread's own if it has that many bytes left, otherwise a
// separate stack, which the thread keeps. Only the thread that constructed it may use it, until its next StackFor, and
// with at most 4 KiB of frames between.
class StackFor {
 public:
  explicit StackFor(uint64_t bytes) noexcept : own_(thread_has(bytes)), good_(own_ || make(bytes)) {}
  // False if no stack could be allocated.
  explicit operator bool() const { return good_; }

  // Whether the address is behind the end of the calling thread's separate stack.
  static bool is_in_guard(uintptr_t address) noexcept;

  bool is_own() const { return own_; }

  template <class Body> void call(const Body &body) const noexcept {
    if (own_) [[likely]]
      body();
    else
      call_there([](void *data) { (*static_cast<const Body *>(data))(); }, const_cast<Body *>(&body));
  }

 private:
  // The thread's own stack; size 0 before the first use, or if the system does not report it.
  struct Bounds {
    uintptr_t begin, size;
  };
  // Bytes for frames that the compiler does not count: the caller's, the math library's (4 KiB a frame), those of
  // printf and async copies, and of a signal handler with the registers of AVX-512 (3 KiB).
  static constexpr uint64_t kBeside = 20 << 10;

  // Kernels of at least so many bytes may be recursions, which take what they get: an overflow is a fault of the
  // kernel's only on a separate stack.
  static constexpr uint64_t kRecursion = 8 << 20;

  // False on a stack that the program switched to, whose bounds are unknown.
  static bool thread_has(uint64_t bytes) noexcept {
    const uintptr_t left = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - bounds_.begin;
    return left < bounds_.size && left >= bytes + kBeside && bytes < kRecursion;
  }
  bool make(uint64_t bytes) noexcept;
  static void call_there(void (*call)(void *), void *data) noexcept;

  static constinit thread_local Bounds bounds_;
  bool own_, good_;
};

}  // namespace wherry::exec

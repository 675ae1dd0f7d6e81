// SPDX-License-Identifier: Apache-2.0
// Kernels on a stack that is large enough for them, whatever the thread has.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::exec {

// Where the calling thread runs what takes `bytes` of a stack: on its own where that has as many left, else on another
// one, which the thread keeps. Used by the thread that made it, before its next one, within 4 KiB of frames.
class StackFor {
 public:
  explicit StackFor(uint64_t bytes) noexcept : own_(thread_has(bytes)), good_(own_ || make(bytes)) {}
  // False where no memory is left for a stack.
  explicit operator bool() const { return good_; }

  template <class Body> void call(Body body) const noexcept {
    if (own_) [[likely]]
      body();
    else
      call_there([](void *data) { (*static_cast<Body *>(data))(); }, &body);
  }

 private:
  // The thread's own stack; of size 0 before the first use, or where the system does not say.
  struct Bounds {
    uintptr_t begin, size;
  };
  // For the caller's frames and for what kernels call that the compiler does not count: the math library (4 KiB a
  // frame), printf, async copies, and a signal's handler with the registers of AVX-512 (3 KiB).
  static constexpr uint64_t kBeside = 20 << 10;

  // False on a stack that the program has switched to itself: its bounds are unknown.
  static bool thread_has(uint64_t bytes) noexcept {
    const uintptr_t left = reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) - bounds_.begin;
    return left < bounds_.size && left >= bytes + kBeside;
  }
  bool make(uint64_t bytes) noexcept;
  static void call_there(void (*call)(void *), void *data) noexcept;

  static constinit thread_local Bounds bounds_;
  bool own_, good_;
};

}  // namespace wherry::exec

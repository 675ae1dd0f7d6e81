// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <xmmintrin.h>

namespace wherry::cpu {

// While it lives, the thread rounds to nearest, traps nothing, and keeps denormals or takes them for zeros and makes
// zeros of them, whatever the program has set for its own threads: kernels are compiled for that.
class NumericState {
 public:
  explicit NumericState(bool denorms_are_zero) : before_(_mm_getcsr()) {
    constexpr unsigned kMasked = 0x1f80, kFlush = 0x8000, kInputsToo = 0x0040;
    _mm_setcsr(kMasked | (denorms_are_zero ? kFlush | kInputsToo : 0));
  }
  ~NumericState() { _mm_setcsr(before_); }
  NumericState(const NumericState &) = delete;

 private:
  unsigned before_;
};

}  // namespace wherry::cpu

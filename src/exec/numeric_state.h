#pragma once
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace wherry::exec {

// While it lives, the thread rounds to nearest, keeps denormals and traps nothing, whatever the program
// has set for its own threads: what kernels are compiled for.
class NumericState {
 public:
#if defined(__x86_64__)
  NumericState() : before_(_mm_getcsr()) { _mm_setcsr(0x1f80); }
  ~NumericState() { _mm_setcsr(before_); }
#endif
  NumericState(const NumericState &) = delete;

 private:
#if defined(__x86_64__)
  unsigned before_;
#else
  NumericState() = default;
#endif
};

}  // namespace wherry::exec

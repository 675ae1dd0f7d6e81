// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cpuid.h>
#include <x86intrin.h>

#include <cstdint>

namespace wherry::cpu {

// The time stamp counter. Ticks of one thread may be compared with one another; those of several where
// ticks_are_invariant() and the system itself keeps time by them.
inline uint64_t ticks() noexcept { return __rdtsc(); }

// Loads that stand before the call end before what stands behind it.
inline void order_loads() noexcept { _mm_lfence(); }

// Whether the counter goes at the same rate in all power states.
inline bool ticks_are_invariant() noexcept {
  unsigned a, b, c, d;
  return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d >> 8 & 1) != 0;
}

}  // namespace wherry::cpu

// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cpuid.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace wherry::cpu {

// What code may use of a CPU: a few words of CPUID, each cut down to the bits that name
// instructions, and the register state that the operating system keeps.
using Features = std::array<uint32_t, 10>;

inline Features host_features() {
  Features words{};
  uint32_t a, b, c, d;
  if (__get_cpuid(1, &a, &b, &c, &d)) {
    words[0] = c & ~(uint32_t{1} << 31);  // all but "hypervisor"
    words[1] = d & ~(uint32_t{1} << 28);  // all but "hyper-threading"
    if (c >> 27 & 1) {                    // OSXSAVE
      uint32_t high;
      __asm__("xgetbv" : "=a"(words[2]), "=d"(high) : "c"(0));
      words[2] &= 0x600e6;  // SSE, AVX, AVX-512, AMX
    }
  }
  if (__get_cpuid_count(7, 0, &a, &b, &c, &d)) {
    words[3] = b;
    words[4] = c;
    words[5] = d & 0x03c5412c;  // AVX-512 and AMX, SERIALIZE, TSXLDTRK, PCONFIG, UINTR; not the mitigations
    if (a >= 1 && __get_cpuid_count(7, 1, &a, &b, &c, &d)) {
      words[6] = a;
      words[7] = d;
    }
  }
  if (__get_cpuid(0x80000001, &a, &b, &c, &d)) {
    words[8] = c;
    words[9] = d;
  }
  return words;
}

// Whether code made for `wanted` runs where there is `present`.
inline bool covers(const Features &present, const Features &wanted) {
  for (size_t i = 0; i < wanted.size(); ++i)
    if ((present[i] & wanted[i]) != wanted[i]) return false;
  return true;
}

// The highest x86-64-vN of the psABI, up to 3, that `present` has.
inline unsigned psabi_level(const Features &present) {
  auto has = [&](size_t word, std::initializer_list<unsigned> bits) {
    for (unsigned bit : bits)
      if (!(present[word] >> bit & 1)) return false;
    return true;
  };
  // SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF.
  if (!has(0, {0, 9, 13, 19, 20, 23}) || !has(8, {0})) return 1;
  // FMA, MOVBE, OSXSAVE, AVX, F16C; the system keeps AVX's registers; BMI1, AVX2, BMI2; LZCNT.
  return has(0, {12, 22, 27, 28, 29}) && has(2, {1, 2}) && has(3, {3, 5, 8}) && has(8, {5}) ? 3 : 2;
}

// The features that both have.
inline Features common(Features a, const Features &b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] &= b[i];
  return a;
}

}  // namespace wherry::cpu

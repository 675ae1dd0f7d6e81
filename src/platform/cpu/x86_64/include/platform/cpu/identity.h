// SPDX-License-Identifier: Apache-2.0
// What the CPU says of itself.
#pragma once
#include <string>

namespace wherry::cpu {

std::string vendor();       // as CPUID has it: "GenuineIntel", "AuthenticAMD"
std::string brand();        // for people; empty where the CPU has none
unsigned psabi_level();     // the highest N whose x86-64-vN the CPU has: 1 to 4
unsigned base_megahertz();  // 0 where the CPU does not say

struct KernelVectors {
  unsigned bytes;  // of the widest vectors
  bool fma;        // fused multiply-add of floats
  bool half;       // arithmetic of halves without conversion
};
KernelVectors vectors_for_kernels();

}  // namespace wherry::cpu

// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu/identity.h"

#include <cpuid.h>

#include <cstring>

namespace wherry::cpu {
namespace {

struct Cpuid {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  explicit Cpuid(unsigned leaf) { __get_cpuid_count(leaf, 0, &eax, &ebx, &ecx, &edx); }
};

void append(std::string &text, unsigned part) {
  char bytes[sizeof part];
  std::memcpy(bytes, &part, sizeof part);
  text.append(bytes, strnlen(bytes, sizeof bytes));
}

}  // namespace

std::string vendor() {
  const Cpuid id(0);
  std::string vendor;
  for (const unsigned part : {id.ebx, id.edx, id.ecx}) append(vendor, part);
  return vendor;
}

std::string brand() {
  std::string name;
  if (Cpuid(0x80000000).eax < 0x80000004) return name;
  for (unsigned leaf = 0x80000002; leaf <= 0x80000004; ++leaf) {
    const Cpuid id(leaf);
    for (const unsigned part : {id.eax, id.ebx, id.ecx, id.edx}) append(name, part);
  }
  return name;
}

KernelVectors vectors_for_kernels() {
  __builtin_cpu_init();
  const unsigned bytes = __builtin_cpu_supports("avx512f") ? 64 : __builtin_cpu_supports("avx2") ? 32 : 16;
  constexpr unsigned kAvx512Fp16 = 23;  // of EDX
  return {bytes, __builtin_cpu_supports("fma") != 0, bytes == 64 && (Cpuid(7).edx >> kAvx512Fp16 & 1) != 0};
}

unsigned psabi_level() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("x86-64-v4")   ? 4
         : __builtin_cpu_supports("x86-64-v3") ? 3
         : __builtin_cpu_supports("x86-64-v2") ? 2
                                               : 1;
}

unsigned base_megahertz() { return Cpuid(0).eax >= 0x16 ? Cpuid(0x16).ebx & 0xffff : 0; }

}  // namespace wherry::cpu

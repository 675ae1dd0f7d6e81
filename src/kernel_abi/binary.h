// SPDX-License-Identifier: Apache-2.0
// The form of a wherry binary: an ELF shared object or LLVM bitcode, and its seal. Written by wherryc,
// verified by src/build.
#pragma once
#include <cpuid.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <type_traits>

namespace wherry::abi {

// What the code may use of the CPU: a few words of CPUID, each cut down to the bits that name
// instructions, and the register state that the operating system keeps.
using CpuFeatures = std::array<uint32_t, 10>;

inline CpuFeatures host_cpu_features() {
  CpuFeatures words{};
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
inline bool covers(const CpuFeatures &present, const CpuFeatures &wanted) {
  for (size_t i = 0; i < wanted.size(); ++i)
    if ((present[i] & wanted[i]) != wanted[i]) return false;
  return true;
}

// The highest x86-64-vN of the psABI, up to 3, that `present` has.
inline unsigned psabi_level(const CpuFeatures &present) {
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
inline CpuFeatures common(CpuFeatures a, const CpuFeatures &b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] &= b[i];
  return a;
}

enum class BinaryKind : uint32_t {
  executable,  // an ELF shared object
  object,      // of clCompileProgram: LLVM bitcode, as the front end left it
  library,     // of clLinkProgram with -create-library: likewise
};

// The last bytes of a binary, unaligned. Before it stand the content, and in some executables the object that they
// were made from, so that their kernels can be built again for what their launches have in common.
struct Seal {
  char magic[8];  // kSealMagic
  uint32_t abi_version;
  CpuFeatures cpu_features;
  BinaryKind kind;
  uint64_t compiler_id;  // kernel_abi/protocol.h
  uint64_t content_size, object_size;
  uint64_t checksum;  // XXH3-64 of every byte before this field
};
static_assert(std::is_trivially_copyable_v<Seal> && std::has_unique_object_representations_v<Seal>);
inline constexpr char kSealMagic[8] = {'w', 'h', 'e', 'r', 'r', 'y', 'b', '1'};

}  // namespace wherry::abi

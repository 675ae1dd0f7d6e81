// SPDX-License-Identifier: Apache-2.0
// The form of a wherry binary: an ELF shared object or LLVM bitcode, and its seal. Written by wherryc,
// verified by src/build.
#pragma once
#include <cstdint>
#include <type_traits>

#include "platform/cpu/features.h"

namespace wherry::abi {

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
  cpu::Features cpu_features;
  BinaryKind kind;
  uint64_t compiler_id;  // kernel_abi/protocol.h
  uint64_t content_size, object_size;
  uint64_t checksum;  // XXH3-64 of every byte before this field
};
static_assert(std::is_trivially_copyable_v<Seal> && std::has_unique_object_representations_v<Seal>);
inline constexpr char kSealMagic[8] = {'w', 'h', 'e', 'r', 'r', 'y', 'b', '1'};

}  // namespace wherry::abi

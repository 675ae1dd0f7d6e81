// SPDX-License-Identifier: Apache-2.0
// What a binary holds.
#pragma once
#include <cstddef>
#include <span>

#include "kernel_abi/binary.h"

namespace wherry::build {

struct Content {
  abi::BinaryKind kind;
  std::span<const std::byte> bytes;   // without what follows
  std::span<const std::byte> object;  // of an executable: the bitcode that it was made from; may be empty
};

// Of a binary that may be used here; throws as kind_of() does.
Content unseal(std::span<const std::byte> binary);

}  // namespace wherry::build

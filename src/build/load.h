// SPDX-License-Identifier: Apache-2.0
// The contents of a binary.
#pragma once
#include <cstddef>
#include <span>

#include "kernel_abi/binary.h"

namespace wherry::build {

struct Content {
  abi::BinaryKind kind;
  std::span<const std::byte> bytes;   // the code, without `object` and the seal
  std::span<const std::byte> object;  // in an executable: the bitcode that it was built from; may be empty
};

// Verifies that the binary can be used here, and returns its contents; throws as kind_of().
Content unseal(std::span<const std::byte> binary);

}  // namespace wherry::build

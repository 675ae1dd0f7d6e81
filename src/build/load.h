// What a binary holds.
#pragma once
#include <cstddef>
#include <span>

#include "kernel_abi/binary.h"

namespace wherry::build {

struct Content {
  abi::BinaryKind kind;
  std::span<const std::byte> bytes;  // without the seal
};

// Of a binary that may be used here; throws as kind_of() does.
Content unseal(std::span<const std::byte> binary);

}  // namespace wherry::build

// SPDX-License-Identifier: Apache-2.0
// A SPIR-V module as the host sees it: its bytes, and the constants that a program may set.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace wherry::runtime {

struct SpirvModule {
  std::string bytes;
  std::map<uint32_t, size_t> constants;  // bytes of each specialisation constant, by its SpecId; of a bool 1

  // Nothing where the bytes are no SPIR-V module of version 1.0 to 1.6. Whether it is valid, the compiler says.
  static std::optional<SpirvModule> of(std::string bytes);
};

}  // namespace wherry::runtime

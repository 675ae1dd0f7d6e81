// SPDX-License-Identifier: Apache-2.0
// Any bytes as a program binary: refused, or what they say they are.
#include <stdexcept>

#include "build/load.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  try {
    wherry::build::unseal({reinterpret_cast<const std::byte *>(data), size});
  } catch (const std::runtime_error &) {
  }
  return 0;
}

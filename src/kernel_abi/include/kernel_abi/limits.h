// SPDX-License-Identifier: Apache-2.0
// What the compiler refuses beyond, and the device reports.
#pragma once
#include <cstdint>

namespace wherry::abi {

inline constexpr uint64_t kMaxArgumentBytes = 4096;  // of a kernel, all arguments together
inline constexpr unsigned kBlockedIterations = 4;    // of a loop around an item loop, with kRegisterBlocked

}  // namespace wherry::abi

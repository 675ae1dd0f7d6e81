// SPDX-License-Identifier: Apache-2.0
// What the compiler refuses beyond, and the device reports.
#pragma once
#include <cstdint>

namespace wherry::abi {

inline constexpr uint64_t kMaxArgumentBytes = 4096;  // of a kernel, all arguments together

// Work-items in vectors whose number is chosen, not asked for: a register of SSE2's floats, one of AVX-512's bytes.
inline constexpr uint32_t kLeastLanes = 4, kMostLanes = 64;

}  // namespace wherry::abi

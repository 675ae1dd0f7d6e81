// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::exec {

// What printf may write in one ND-range, bytes: CL_DEVICE_PRINTF_BUFFER_SIZE.
inline constexpr size_t kPrintfBufferSize = 1 << 20;

// Of a thread's stack, which a work-group may take: private arrays of up to 16 KiB are there.
inline constexpr uint64_t kMaxStackBytes = 256 << 20;

}  // namespace wherry::exec

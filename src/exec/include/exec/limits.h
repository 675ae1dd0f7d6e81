// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::exec {

// Bytes that printf may write in one ND-range: CL_DEVICE_PRINTF_BUFFER_SIZE.
inline constexpr size_t kPrintfBufferSize = 1 << 20;

// Bytes of stack that a work-group may use; private arrays of up to 16 KiB are on the stack.
inline constexpr uint64_t kMaxStackBytes = 256 << 20;

}  // namespace wherry::exec

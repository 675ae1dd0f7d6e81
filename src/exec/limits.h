#pragma once
#include <cstddef>

namespace wherry::exec {

// What printf may write in one ND-range, bytes: CL_DEVICE_PRINTF_BUFFER_SIZE.
inline constexpr size_t kPrintfBufferSize = 1 << 20;

}  // namespace wherry::exec

// SPDX-License-Identifier: Apache-2.0
// The runtime's functions that kernels call: kernel_abi/host_calls.def, by number.
#pragma once

namespace wherry::compiler {

enum class HostCall {
#define WHERRY_HOST_CALL(result, name, params) name,
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL
};

}  // namespace wherry::compiler

// SPDX-License-Identifier: Apache-2.0
// ND-ranges of command buffers that may change.
#pragma once
#include "api/entry.h"
#include "launch/command_buffer.h"

namespace wherry::api {

// CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR.
inline constexpr cl_mutable_dispatch_fields_khr kMutableFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

// An ND-range as it is recorded; not complete where arguments are missing. Throws as clEnqueueNDRangeKernel fails.
runtime::Dispatch record_dispatch(runtime::Queue &queue, runtime::Kernel &kernel, cl_uint dims, const size_t *offset,
                                  const size_t *global, const size_t *local);

}  // namespace wherry::api

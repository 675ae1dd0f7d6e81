// SPDX-License-Identifier: Apache-2.0
// Mutable ND-ranges of command buffers.
#pragma once
#include "api/entry.h"
#include "launch/command_buffer.h"

namespace wherry::api {

// CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR.
inline constexpr cl_mutable_dispatch_fields_khr kMutableFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

// Remakes the launch for the queue's device. Throws the errors of clEnqueueNDRangeKernel, except for missing arguments.
void prepare_dispatch(runtime::Queue &queue, runtime::Dispatch &dispatch, cl_uint dims);
// Records an ND-range, which is not complete if arguments are missing. Throws the errors of clEnqueueNDRangeKernel.
runtime::Dispatch record_dispatch(runtime::Queue &queue, runtime::Kernel &kernel, cl_uint dims, const size_t *offset,
                                  const size_t *global, const size_t *local);

}  // namespace wherry::api

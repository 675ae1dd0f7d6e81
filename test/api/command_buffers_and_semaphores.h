// SPDX-License-Identifier: Apache-2.0
// Functions and objects of command buffers and semaphores, for tests of both.
#pragma once
#include "common/cl.h"
#include "wherry/cl_command_buffer.h"
#include "wherry/cl_newer.h"

namespace wherry::test {

#define FUNCTION(name) inline const auto name = extension<name##KHR_fn>(#name "KHR")
FUNCTION(clCreateCommandBuffer);
FUNCTION(clFinalizeCommandBuffer);
FUNCTION(clEnqueueCommandBuffer);
FUNCTION(clReleaseCommandBuffer);
FUNCTION(clCreateSemaphoreWithProperties);
FUNCTION(clEnqueueWaitSemaphores);
FUNCTION(clEnqueueSignalSemaphores);
FUNCTION(clReleaseSemaphore);
#undef FUNCTION
inline const auto clCommandNDRangeKernel =
    extension<decltype(&wherry::khr::clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");

using Semaphore = Owned<cl_semaphore_khr, [](cl_semaphore_khr s) { clReleaseSemaphore(s); }>;
using CommandBuffer = Owned<cl_command_buffer_khr, [](cl_command_buffer_khr b) { clReleaseCommandBuffer(b); }>;

}  // namespace wherry::test

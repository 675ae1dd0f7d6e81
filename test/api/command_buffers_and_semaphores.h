// SPDX-License-Identifier: Apache-2.0
// Functions and objects of command buffers and semaphores, for tests of both.
#pragma once
#include "common/cl.h"
#include "wherry/cl_command_buffer.h"
#include "wherry/cl_newer.h"

namespace wherry::test {

#define FUNCTION(name) inline const auto name = extension<name##KHR_fn>(#name "KHR")
FUNCTION(clCreateCommandBuffer);
FUNCTION(clCreateSemaphoreWithProperties);
FUNCTION(clEnqueueCommandBuffer);
FUNCTION(clEnqueueSignalSemaphores);
FUNCTION(clEnqueueWaitSemaphores);
FUNCTION(clFinalizeCommandBuffer);
FUNCTION(clGetCommandBufferInfo);
FUNCTION(clGetSemaphoreHandleForType);
FUNCTION(clGetSemaphoreInfo);
FUNCTION(clReImportSemaphoreSyncFd);
FUNCTION(clReleaseCommandBuffer);
FUNCTION(clReleaseSemaphore);
FUNCTION(clRetainCommandBuffer);
FUNCTION(clRetainSemaphore);
#undef FUNCTION
#define FUNCTION(name) inline const auto name = extension<decltype(&wherry::khr::name##KHR)>(#name "KHR")
FUNCTION(clCommandBarrierWithWaitList);
FUNCTION(clCommandCopyBuffer);
FUNCTION(clCommandCopyBufferRect);
FUNCTION(clCommandFillBuffer);
FUNCTION(clCommandNDRangeKernel);
FUNCTION(clCommandSVMMemFill);
FUNCTION(clCommandSVMMemcpy);
FUNCTION(clGetMutableCommandInfo);
FUNCTION(clRemapCommandBuffer);
FUNCTION(clUpdateMutableCommands);
#undef FUNCTION

using OwnedSemaphore = Owned<cl_semaphore_khr, [](cl_semaphore_khr s) { clReleaseSemaphore(s); }>;
using CommandBuffer = Owned<cl_command_buffer_khr, [](cl_command_buffer_khr b) { clReleaseCommandBuffer(b); }>;

}  // namespace wherry::test

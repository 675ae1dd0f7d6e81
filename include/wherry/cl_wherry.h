// SPDX-License-Identifier: Apache-2.0
// Wherry's own extensions to OpenCL.
#ifndef WHERRY_CL_WHERRY_H
#define WHERRY_CL_WHERRY_H

#include <CL/cl.h>

#ifdef __cplusplus
extern "C" {
#endif

// cl_wherry_async_copy_counts: what the async copies of a kernel did, asked of the kernel's event by
// clGetEventInfo. Each answer is a cl_ulong, over all work-groups.
//
// CL_PROFILING_INFO_NOT_AVAILABLE unless the command's execution status is CL_COMPLETE;
// CL_INVALID_VALUE where the event is not a kernel's (CL_COMMAND_NDRANGE_KERNEL, CL_COMMAND_TASK).
// The queue need not have profiling enabled.
#define CL_EVENT_ASYNC_COPIES_WHERRY 0x57480000                 // calls, once for each work-group
#define CL_EVENT_ASYNC_COPY_BYTES_WHERRY 0x57480001             // bytes moved
#define CL_EVENT_ASYNC_COPY_CHUNKS_WHERRY 0x57480002            // chunks into which copies were cut
#define CL_EVENT_ASYNC_COPY_OFFLOADED_CHUNKS_WHERRY 0x57480003  // of those, moved by another thread than the group's
#define CL_EVENT_ASYNC_COPIES_ELIDED_WHERRY 0x57480004  // of the copies, left out: their source is read in place

// cl_wherry_device_facts: how the driver is installed, and what it found in this process's environment, asked of a
// device by clGetDeviceInfo (wherry-info shows all of them).
#define CL_DEVICE_CPU_LEVEL_WHERRY 0x57480100      // cl_uint: kernels use no instructions beyond x86-64-vN's, 1 to 4
#define CL_DEVICE_AFFINITY_CPUS_WHERRY 0x57480101  // cl_uint: CPUs in the calling thread's affinity mask
#define CL_DEVICE_CGROUP_CPUS_WHERRY 0x57480102  // cl_uint: the cgroup's CPU quota in whole CPUs, 0 where there is none
#define CL_DEVICE_LIBRARY_WHERRY 0x57480103      // char[]: the path of the driver's library
#define CL_DEVICE_COMPILER_WHERRY 0x57480104     // char[]: the path of wherryc
#define CL_DEVICE_CACHE_DIRECTORY_WHERRY 0x57480105  // char[]: where compiled programs are kept, "" if nowhere
#define CL_DEVICE_CACHE_MAX_BYTES_WHERRY 0x57480106  // cl_ulong

#ifdef __cplusplus
}
#endif

#endif

// SPDX-License-Identifier: Apache-2.0
// Functions that all enqueueing calls share.
#pragma once
#include "api/entry.h"
#include "launch/launch.h"
#include "launch/transfer.h"

namespace wherry::api {

// The user's wait list and event of an enqueueing call.
struct Waits {
  cl_uint count;
  const cl_event *events;
  cl_event *event;
};

// Returns the wait list; throws if the list or one of its events is invalid.
std::span<runtime::Event *const> check_waits(runtime::Queue &queue, const Waits &waits);

// The same; throws also if one of the events has failed.
std::span<runtime::Event *const> check_unfailed_waits(runtime::Queue &queue, const Waits &waits);

// "CL_INVALID_CONTEXT if the context associated with command_queue and buffer are not the same."
runtime::Mem &check_buffer(runtime::Context &context, cl_mem buffer);
runtime::Mem &check_image(runtime::Context &context, cl_mem image);

// "CL_INVALID_VALUE if the region being read or written specified by (offset, size) is out of bounds." Returns the
// address of the region.
std::byte *check_range(runtime::Mem &buffer, size_t offset, size_t size);
// "CL_INVALID_OPERATION if clEnqueueReadBuffer is called on buffer which has been created with CL_MEM_HOST_WRITE_ONLY
// or CL_MEM_HOST_NO_ACCESS"; likewise of writes and of images.
void check_host_access(const runtime::Mem &mem, bool reads, bool writes);
// "CL_INVALID_OPERATION if dst_buffer was created with CL_MEM_IMMUTABLE_EXT"; likewise of images.
void check_mutable(const runtime::Mem &mem);
// "CL_INVALID_VALUE if values specified in map_flags are not valid"; and what the object's flags forbid.
void check_map(const runtime::Mem &mem, cl_map_flags flags);
// Enqueues a map of `region`, which is at `address`; returns that. The map has been checked.
void *map(runtime::Queue &queue, cl_command_type type, runtime::Mem &mem, std::byte *address,
          const runtime::Region &region, cl_map_flags flags, cl_bool blocking, const Waits &waits);

// a * b and a + b, or SIZE_MAX on overflow.
inline size_t times(size_t a, size_t b) { return __builtin_mul_overflow(a, b, &a) ? SIZE_MAX : a; }
inline size_t plus(size_t a, size_t b) { return __builtin_add_overflow(a, b, &a) ? SIZE_MAX : a; }

// A box in a buffer or in host memory; a pitch of 0 follows from the region.
struct Side {
  const size_t *origin;
  size_t row_pitch, slice_pitch;
};

// Each function checks the arguments of a command and returns its work; clEnqueue* and clCommand*KHR share them.
runtime::Work copy_buffer(runtime::Context &context, cl_mem src, cl_mem dst, size_t src_offset, size_t dst_offset,
                          size_t size);
runtime::Work copy_box(runtime::Context &context, cl_mem src, cl_mem dst, Side from, Side to, const size_t *region);
runtime::Work copy_image(runtime::Context &context, cl_mem src, cl_mem dst, const size_t *src_origin,
                         const size_t *dst_origin, const size_t *region);
runtime::Work copy_image_to_buffer(runtime::Context &context, cl_mem src, cl_mem dst, const size_t *origin,
                                   const size_t *region, size_t offset);
runtime::Work copy_buffer_to_image(runtime::Context &context, cl_mem src, cl_mem dst, size_t offset,
                                   const size_t *origin, const size_t *region);
runtime::Work fill_image(runtime::Context &context, cl_mem image, const void *colour, const size_t *origin,
                         const size_t *region);
runtime::Work copy_pointer(void *dst, const void *src, size_t size);
runtime::Work fill_pointer(void *dst, const void *pattern, size_t pattern_size, size_t size);
runtime::Work fill_buffer(runtime::Context &context, cl_mem buffer, const void *pattern, size_t pattern_size,
                          size_t offset, size_t size);
// Empty if the ND-range is empty.
runtime::Work launch(runtime::Queue &queue, cl_kernel kernel, cl_uint dims, const size_t *offsets,
                     const size_t *globals, const size_t *locals);

// Checks the user's sizes of an ND-range and writes them to `range`; returns false if it is empty. Throws the errors of
// clEnqueueNDRangeKernel.
bool place_range(runtime::Queue &queue, runtime::Kernel &kernel, cl_uint dims, const size_t *offsets,
                 const size_t *globals, const size_t *locals, runtime::NdRange &range);
// As clSetKernelArg, clSetKernelArgSVMPointer and clSetKernelExecInfo; throw the errors of these.
void set_argument(runtime::Kernel &kernel, cl_uint index, size_t size, const void *value);
void set_pointer(runtime::Kernel &kernel, cl_uint index, const void *pointer);
void check_exec_info(cl_kernel_exec_info param, size_t size, const void *value);

// Checks the wait list, enqueues, and returns the event to the user. A blocking call waits, and throws the error of the
// command.
void enqueue(runtime::Queue &queue, cl_command_type type, const Waits &waits, runtime::Work work,
             cl_bool blocking = CL_FALSE, runtime::Order order = runtime::Order::command);

}  // namespace wherry::api

// SPDX-License-Identifier: Apache-2.0
// cl_khr_command_buffer 0.9.8, and recording for cl_khr_command_buffer_mutable_dispatch.
#include "launch/command_buffer.h"

#include "command.h"
#include "info.h"
#include "mutable_dispatch.h"

using namespace wherry;
using namespace wherry::api;
using runtime::CommandBuffer;
using runtime::Queue;
using runtime::Work;

namespace {

using Properties = std::vector<cl_command_buffer_properties_khr>;

struct BufferProperties {
  Properties list;
  cl_command_buffer_flags_khr flags = 0;
  khr::cl_mutable_dispatch_asserts_khr asserts = 0;
};

// Calls `take(name, value)` for each pair before the final 0. "CL_INVALID_VALUE if values specified in properties
// are not valid, or if the same property name is specified more than once."
template <class Take> Properties read_properties(const cl_properties *list, Take take) {
  Properties read;
  if (!list) return read;
  for (; *list; list += 2) {
    for (size_t i = 0; i < read.size(); i += 2)
      if (read[i] == list[0]) throw Error{CL_INVALID_VALUE};
    take(list[0], list[1]);
    read.insert(read.end(), list, list + 2);
  }
  read.push_back(0);
  return read;
}

cl_bitfield only(cl_bitfield known, cl_properties value) {
  if (value & ~known) throw Error{CL_INVALID_VALUE};
  return value;
}

BufferProperties read_properties(const cl_command_buffer_properties_khr *list) {
  BufferProperties read;
  read.list = read_properties(list, [&](cl_properties name, cl_properties value) {
    if (name == CL_COMMAND_BUFFER_FLAGS_KHR)
      read.flags = only(CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR, value);
    else if (name == CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR)
      read.asserts = only(CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, value);
    else
      throw Error{CL_INVALID_VALUE};
  });
  return read;
}

// The parameters that all recording calls share.
struct Recording {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  cl_uint num_waits;
  const cl_sync_point_khr *waits;
  cl_sync_point_khr *point;
};
// Checks the common parameters; `add(into, after)` checks the command's own arguments and records it.
template <class Add> cl_int record_by(const Recording &given, Add add) {
  return entry([&] {
    Ref<CommandBuffer> into(check(given.buffer));
    // "CL_INVALID_COMMAND_QUEUE if ... command_queue is not NULL."
    if (given.queue) throw Error{CL_INVALID_COMMAND_QUEUE};
    // "CL_INVALID_OPERATION if command_buffer has been finalized."
    if (into->state() != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) throw Error{CL_INVALID_OPERATION};
    // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and num_sync_points_in_wait_list is > 0, or
    // sync_point_wait_list is not NULL and num_sync_points_in_wait_list is 0, or if synchronization-point objects in
    // sync_point_wait_list are not valid synchronization-points."
    const cl_sync_point_khr point =
        add(*into, both_or_none(given.waits, given.num_waits, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR));
    if (given.point) *given.point = point;
  });
}
// Records an immutable command, whose work `make(queue)` returns.
template <class Make>
cl_int record(const Recording &given, const khr::cl_command_properties_khr *properties, cl_mutable_command_khr *handle,
              Make make) {
  return record_by(given, [&](CommandBuffer &into, auto after) {
    // "CL_INVALID_VALUE if values specified in properties are not valid": no property is. "CL_INVALID_VALUE if
    // mutable_handle is not NULL."
    if ((properties && *properties) || handle) throw Error{CL_INVALID_VALUE};
    return into.record(make(into.queue()), after);
  });
}

// The queue that a command buffer is enqueued to: its own, or the given one with the same context and device.
Queue &check_queue(CommandBuffer &buffer, cl_uint count, const cl_command_queue *queues) {
  // "CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is not NULL and num_queues is 0", or
  // "num_queues is > 0 and not the same value as num_queues set on command_buffer creation."
  auto given = both_or_none(queues, count);
  if (given.empty()) return buffer.queue();
  if (count != 1) throw Error{CL_INVALID_VALUE};
  Queue &on = check(given[0]);
  // "CL_INVALID_CONTEXT if any element of queues does not have the same context as the command-queue set on
  // command_buffer creation."
  if (&on.context != &buffer.queue().context) throw Error{CL_INVALID_CONTEXT};
  // "CL_INVALID_DEVICE if any element of queues does not have the same device as the command-queue set on
  // command_buffer creation at the same list index." The queue may have any properties.
  if (&on.device != &buffer.queue().device) throw Error{CL_INVALID_DEVICE};
  return on;
}

}  // namespace

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                                                           const cl_command_buffer_properties_khr *properties,
                                                           cl_int *err) {
  return entry(err, [&] {
    // "CL_INVALID_VALUE if num_queues is not one" or "queues is NULL."
    if (num_queues != 1 || !queues) throw Error{CL_INVALID_VALUE};
    Queue &on = check(queues[0]);
    auto read = read_properties(properties);
    return Ref<CommandBuffer>::make(on, std::move(read.list), (read.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0,
                                    read.asserts != 0);
  });
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr buffer) { return retain(buffer); }
cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr buffer) { return release(buffer); }

cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr buffer) {
  return entry([&] { check(buffer).finalize(); });
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues, cl_command_buffer_khr buffer,
                                             cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<CommandBuffer> self(check(buffer));
    Ref<Queue> on(check_queue(*self, num_queues, queues));
    const Waits list{num_waits, waits, event};
    check_waits(*on, list);
    enqueue(*on, CL_COMMAND_COMMAND_BUFFER_KHR, list, self->work());
  });
}

cl_int CL_API_CALL khr::clCommandBarrierWithWaitListKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                        const cl_command_properties_khr *properties, cl_uint num_waits,
                                                        const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                                        cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle, [](Queue &) { return Work(); });
}

cl_int CL_API_CALL khr::clCommandCopyBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                               const cl_command_properties_khr *properties, cl_mem src, cl_mem dst,
                                               size_t src_offset, size_t dst_offset, size_t size, cl_uint num_waits,
                                               const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                               cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &on) { return copy_buffer(on.context, src, dst, src_offset, dst_offset, size); });
}

cl_int CL_API_CALL khr::clCommandCopyBufferRectKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                   const cl_command_properties_khr *properties, cl_mem src, cl_mem dst,
                                                   const size_t *src_origin, const size_t *dst_origin,
                                                   const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                                                   size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_waits,
                                                   const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                                   cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle, [&](Queue &on) {
    return copy_box(on.context, src, dst, {src_origin, src_row_pitch, src_slice_pitch},
                    {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
  });
}

cl_int CL_API_CALL khr::clCommandFillBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                               const cl_command_properties_khr *properties, cl_mem filled,
                                               const void *pattern, size_t pattern_size, size_t offset, size_t size,
                                               cl_uint num_waits, const cl_sync_point_khr *waits,
                                               cl_sync_point_khr *point, cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &on) { return fill_buffer(on.context, filled, pattern, pattern_size, offset, size); });
}

cl_int CL_API_CALL khr::clCommandCopyImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                              const cl_command_properties_khr *properties, cl_mem src, cl_mem dst,
                                              const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                              cl_uint num_waits, const cl_sync_point_khr *waits,
                                              cl_sync_point_khr *point, cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &on) { return copy_image(on.context, src, dst, src_origin, dst_origin, region); });
}

cl_int CL_API_CALL khr::clCommandCopyImageToBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                      const cl_command_properties_khr *properties, cl_mem src,
                                                      cl_mem dst, const size_t *origin, const size_t *region,
                                                      size_t offset, cl_uint num_waits, const cl_sync_point_khr *waits,
                                                      cl_sync_point_khr *point, cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &on) { return copy_image_to_buffer(on.context, src, dst, origin, region, offset); });
}

cl_int CL_API_CALL khr::clCommandCopyBufferToImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                      const cl_command_properties_khr *properties, cl_mem src,
                                                      cl_mem dst, size_t offset, const size_t *origin,
                                                      const size_t *region, cl_uint num_waits,
                                                      const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                                      cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &on) { return copy_buffer_to_image(on.context, src, dst, offset, origin, region); });
}

cl_int CL_API_CALL khr::clCommandFillImageKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                              const cl_command_properties_khr *properties, cl_mem image,
                                              const void *colour, const size_t *origin, const size_t *region,
                                              cl_uint num_waits, const cl_sync_point_khr *waits,
                                              cl_sync_point_khr *point, cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &on) { return fill_image(on.context, image, colour, origin, region); });
}

cl_int CL_API_CALL khr::clCommandSVMMemcpyKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                              const cl_command_properties_khr *properties, void *dst, const void *src,
                                              size_t size, cl_uint num_waits, const cl_sync_point_khr *waits,
                                              cl_sync_point_khr *point, cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &) { return copy_pointer(dst, src, size); });
}

cl_int CL_API_CALL khr::clCommandSVMMemFillKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                               const cl_command_properties_khr *properties, void *dst,
                                               const void *pattern, size_t pattern_size, size_t size, cl_uint num_waits,
                                               const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                               cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point}, properties, handle,
                [&](Queue &) { return fill_pointer(dst, pattern, pattern_size, size); });
}

cl_int CL_API_CALL khr::clCommandNDRangeKernelKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                  const cl_command_properties_khr *properties, cl_kernel kernel,
                                                  cl_uint dims, const size_t *offset, const size_t *global,
                                                  const size_t *local, cl_uint num_waits,
                                                  const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                                  cl_mutable_command_khr *handle) {
  return record_by({buffer, queue, num_waits, waits, point}, [&](CommandBuffer &into, auto after) {
    // "If CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR is not specified then it defaults to the value returned by the
    // CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR device query."
    cl_mutable_dispatch_fields_khr updatable = kMutableFields;
    bool said_updatable = false, only_fewer_groups = into.only_fewer_groups;
    auto list = read_properties(properties, [&](cl_properties name, cl_properties value) {
      if (name == CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR) {
        updatable = only(kMutableFields, value);
        said_updatable = true;
      } else if (name == CL_MUTABLE_DISPATCH_ASSERTS_KHR) {
        only_fewer_groups |= only(CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR, value) != 0;
      } else {
        throw Error{CL_INVALID_VALUE};
      }
    });
    // "CL_INVALID_VALUE if command_buffer was created with the CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR property
    // with CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR and local_work_size is NULL, or if properties
    // includes" it.
    if (only_fewer_groups && !local) throw Error{CL_INVALID_VALUE};
    if (!handle) return into.record(launch(into.queue(), kernel, dims, offset, global, local), after);
    auto dispatch = record_dispatch(into.queue(), check(kernel), dims, offset, global, local);
    // "CL_INVALID_KERNEL_ARGS if the kernel argument values have not been specified and the
    // CL_MUTABLE_DISPATCH_ARGUMENTS_KHR flag was not set in the properties parameter."
    if (!dispatch.complete && !(said_updatable && (updatable & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR)))
      throw Error{CL_INVALID_KERNEL_ARGS};
    return into.record({Ref(*kernel), std::move(list), updatable, dims}, std::move(dispatch), after, handle);
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr buffer, cl_command_buffer_info_khr param,
                                             size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    CommandBuffer &self = check(buffer);
    switch (param) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR: return answer(cl_uint{1});
    case CL_COMMAND_BUFFER_QUEUES_KHR: return answer(cl_command_queue{&self.queue()});
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR: return answer(self.references());
    case CL_COMMAND_BUFFER_CONTEXT_KHR: return answer(cl_context{&self.queue().context});
    case CL_COMMAND_BUFFER_STATE_KHR: return answer(self.state());
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR: return answer(self.property_list);
    default: return unknown_query();
    }
  });
}

// cl_khr_command_buffer, as of version 0.9.0.
#include "runtime/command_buffer.h"

#include "api/command.h"
#include "api/info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::CommandBuffer;
using runtime::Queue;
using runtime::Work;

namespace {

using Properties = std::vector<cl_command_buffer_properties_khr>;

Properties read_properties(const cl_command_buffer_properties_khr *list, bool &reentrant) {
  Properties read;
  if (!list) return read;
  for (; *list; list += 2) {
    // "CL_INVALID_VALUE if values specified in properties are not valid, or if the same property name is specified
    // more than once."
    if (list[0] != CL_COMMAND_BUFFER_FLAGS_KHR || !read.empty()) throw Error{CL_INVALID_VALUE};
    if (list[1] & ~cl_command_buffer_properties_khr{CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR})
      throw Error{CL_INVALID_VALUE};
    reentrant = list[1] & CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR;
    read.assign(list, list + 2);
  }
  read.push_back(0);
  return read;
}

// What all recording calls share: `make(queue)` checks a command's own arguments and returns its work.
struct Recording {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  cl_uint num_waits;
  const cl_sync_point_khr *waits;
  cl_sync_point_khr *point;
  cl_mutable_command_khr *handle;
};
template <class Make> cl_int record(const Recording &given, Make make) {
  return entry([&] {
    Ref<CommandBuffer> into(check(given.buffer));
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not NULL."
    if (given.queue) throw Error{CL_INVALID_COMMAND_QUEUE};
    // "CL_INVALID_OPERATION if command_buffer has been finalized."
    if (into->state() != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) throw Error{CL_INVALID_OPERATION};
    // "CL_INVALID_VALUE if mutable_handle is not NULL": nothing recorded is mutable.
    if (given.handle) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and num_sync_points_in_wait_list is > 0, or
    // sync_point_wait_list is not NULL and num_sync_points_in_wait_list is 0, or if synchronization-point objects in
    // sync_point_wait_list are not valid synchronization-points."
    auto after = both_or_none(given.waits, given.num_waits, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    const cl_sync_point_khr point = into->record(make(into->queue()), after);
    if (given.point) *given.point = point;
  });
}

// The queue that a command buffer is enqueued to: its own, or one like it.
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
  // "CL_INCOMPATIBLE_COMMAND_QUEUE_KHR if any element of queues is not compatible with the command-queue set on
  // command_buffer creation at the same list index": it has another device or other properties.
  if (&on.device != &buffer.queue().device || on.properties != buffer.queue().properties)
    throw Error{CL_INCOMPATIBLE_COMMAND_QUEUE_KHR};
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
    bool reentrant = false;
    auto read = read_properties(properties, reentrant);
    return Ref<CommandBuffer>::make(on, std::move(read), reentrant);
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

cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                   cl_uint num_waits, const cl_sync_point_khr *waits,
                                                   cl_sync_point_khr *point, cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point, handle}, [](Queue &) { return Work(); });
}

cl_int CL_API_CALL clCommandCopyBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem src, cl_mem dst,
                                          size_t src_offset, size_t dst_offset, size_t size, cl_uint num_waits,
                                          const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                          cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point, handle},
                [&](Queue &on) { return copy_buffer(on.context, src, dst, src_offset, dst_offset, size); });
}

cl_int CL_API_CALL clCommandCopyBufferRectKHR(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem src,
                                              cl_mem dst, const size_t *src_origin, const size_t *dst_origin,
                                              const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                                              size_t dst_row_pitch, size_t dst_slice_pitch, cl_uint num_waits,
                                              const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                              cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point, handle}, [&](Queue &on) {
    return copy_box(on.context, src, dst, {src_origin, src_row_pitch, src_slice_pitch},
                    {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
  });
}

cl_int CL_API_CALL clCommandFillBufferKHR(cl_command_buffer_khr buffer, cl_command_queue queue, cl_mem filled,
                                          const void *pattern, size_t pattern_size, size_t offset, size_t size,
                                          cl_uint num_waits, const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                          cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point, handle},
                [&](Queue &on) { return fill_buffer(on.context, filled, pattern, pattern_size, offset, size); });
}

cl_int CL_API_CALL clCommandNDRangeKernelKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                             const cl_ndrange_kernel_command_properties_khr *properties,
                                             cl_kernel kernel, cl_uint dims, const size_t *offset, const size_t *global,
                                             const size_t *local, cl_uint num_waits, const cl_sync_point_khr *waits,
                                             cl_sync_point_khr *point, cl_mutable_command_khr *handle) {
  return record({buffer, queue, num_waits, waits, point, handle}, [&](Queue &on) {
    // "CL_INVALID_VALUE if values specified in properties are not valid": none is.
    if (properties && *properties) throw Error{CL_INVALID_VALUE};
    return launch(on, kernel, dims, offset, global, local);
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
    case CL_COMMAND_BUFFER_STATE_KHR: return answer(self.state());
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR: return answer(self.property_list);
    default: return unknown_query();
    }
  });
}

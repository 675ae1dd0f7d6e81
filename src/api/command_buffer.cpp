// SPDX-License-Identifier: Apache-2.0
// cl_khr_command_buffer 0.9.8, cl_khr_command_buffer_multi_device 0.9.2, and recording for
// cl_khr_command_buffer_mutable_dispatch.
#include "launch/command_buffer.h"

#include <algorithm>

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
      read.flags = only(CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR |
                            CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR,
                        value);
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
// The index of the queue that a command is recorded to.
size_t queue_index(const CommandBuffer &buffer, cl_command_queue given) {
  // "CL_INVALID_COMMAND_QUEUE if ... either command_queue is NULL and command_buffer was created with more than one
  // queue, or command_queue is not NULL and not a command-queue listed on command_buffer creation."
  if (!given && buffer.queues.size() == 1) return 0;
  // "CL_INVALID_CONTEXT if command_queue is not NULL, and the context associated with command_queue and command_buffer
  // is not the same."
  if (&check(given).context != &buffer.context()) throw Error{CL_INVALID_CONTEXT};
  for (size_t i = 0; i < buffer.queues.size(); ++i)
    if (buffer.queues[i].get() == given) return i;
  throw Error{CL_INVALID_COMMAND_QUEUE};
}

// Checks the common parameters; `add(into, place)` checks the command's own arguments and records it.
template <class Add> cl_int record_by(const Recording &given, Add add) {
  return entry([&] {
    Ref<CommandBuffer> into(check(given.buffer));
    const size_t queue = queue_index(*into, given.queue);
    // "CL_INVALID_OPERATION if command_buffer has been finalized."
    if (into->state() != CL_COMMAND_BUFFER_STATE_RECORDING_KHR) throw Error{CL_INVALID_OPERATION};
    // "CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and num_sync_points_in_wait_list is > 0, or
    // sync_point_wait_list is not NULL and num_sync_points_in_wait_list is 0, or if synchronization-point objects in
    // sync_point_wait_list are not valid synchronization-points."
    const auto after = both_or_none(given.waits, given.num_waits, CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
    const cl_sync_point_khr point = add(*into, CommandBuffer::Place{queue, after});
    if (given.point) *given.point = point;
  });
}
// Records an immutable command, whose work `make(queue)` returns.
template <class Make>
cl_int record(const Recording &given, const khr::cl_command_properties_khr *properties, cl_mutable_command_khr *handle,
              Make make, bool is_barrier = false) {
  return record_by(given, [&](CommandBuffer &into, CommandBuffer::Place place) {
    // "CL_INVALID_VALUE if values specified in properties are not valid": no property is. "CL_INVALID_VALUE if
    // mutable_handle is not NULL."
    if ((properties && *properties) || handle) throw Error{CL_INVALID_VALUE};
    place.is_barrier = is_barrier;
    return into.record(make(*into.queues[place.queue]), place);
  });
}

// The queues that a command buffer is enqueued to: its own, or the given ones with the same context and devices.
CommandBuffer::Queues check_queues(const CommandBuffer &buffer, cl_uint count, const cl_command_queue *queues) {
  // "CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is not NULL and num_queues is 0", or
  // "num_queues is > 0 and not the same value as num_queues set on command_buffer creation."
  auto given = both_or_none(queues, count);
  if (given.empty()) return buffer.queues;
  if (count != buffer.queues.size()) throw Error{CL_INVALID_VALUE};
  CommandBuffer::Queues checked;
  for (size_t i = 0; i < count; ++i) {
    Queue &on = check(given[i]), &of_creation = *buffer.queues[i];
    // "CL_INVALID_CONTEXT if any element of queues does not have the same context as the command-queue set on
    // command_buffer creation at the same list index."
    if (&on.context != &of_creation.context) throw Error{CL_INVALID_CONTEXT};
    // "CL_INVALID_DEVICE if any element of queues does not have the same device as the command-queue set on
    // command_buffer creation at the same list index." The queue may have any properties.
    if (&on.device != &of_creation.device) throw Error{CL_INVALID_DEVICE};
    checked.emplace_back(on);
  }
  return checked;
}

// The queues of a new command buffer; all devices synchronise with each other, on any number of queues.
CommandBuffer::Queues read_queues(cl_uint count, const cl_command_queue *queues) {
  // "CL_INVALID_VALUE if ... num_queues is zero" or "queues is NULL."
  if (count == 0 || !queues) throw Error{CL_INVALID_VALUE};
  CommandBuffer::Queues read;
  for (cl_command_queue queue : std::span(queues, count)) read.emplace_back(check(queue));
  // "CL_INVALID_CONTEXT if all the command-queues in queues do not have the same OpenCL context."
  for (auto &queue : read)
    if (&queue->context != &read[0]->context) throw Error{CL_INVALID_CONTEXT};
  return read;
}

// Up to three sizes that outlive the call; null as given.
struct Sizes {
  Sizes(const size_t *given, cl_uint dims) : is_given(given != nullptr) {
    if (given) std::copy_n(given, std::min<cl_uint>(dims, 3), sizes.begin());
  }
  const size_t *data() const { return is_given ? sizes.data() : nullptr; }
  bool is_given;
  runtime::Size3 sizes{};
};

}  // namespace

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                                                           const cl_command_buffer_properties_khr *properties,
                                                           cl_int *err) {
  return entry(err, [&] {
    auto on = read_queues(num_queues, queues);
    auto read = read_properties(properties);
    return Ref<CommandBuffer>::make(std::move(on), std::move(read.list),
                                    (read.flags & CL_COMMAND_BUFFER_MUTABLE_KHR) != 0, read.asserts != 0);
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
    const auto on = check_queues(*self, num_queues, queues);
    const Waits list{num_waits, waits, event};
    const auto checked = check_waits(*on[0], list);
    if (on.size() == 1) return enqueue(*on[0], CL_COMMAND_COMMAND_BUFFER_KHR, list, self->work());
    auto made = self->enqueue(on, checked);
    if (event) *event = made.detach();
  });
}

cl_int CL_API_CALL khr::clCommandBarrierWithWaitListKHR(cl_command_buffer_khr buffer, cl_command_queue queue,
                                                        const cl_command_properties_khr *properties, cl_uint num_waits,
                                                        const cl_sync_point_khr *waits, cl_sync_point_khr *point,
                                                        cl_mutable_command_khr *handle) {
  return record(
      {buffer, queue, num_waits, waits, point}, properties, handle, [](Queue &) { return Work(); },
      /*is_barrier=*/true);
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
  return record_by({buffer, queue, num_waits, waits, point}, [&](CommandBuffer &into, CommandBuffer::Place place) {
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
    Queue &on = *into.queues[place.queue];
    if (!handle) {
      Work work = launch(on, kernel, dims, offset, global, local);
      return into.record(std::move(work), place,
                         [copied = Ref<runtime::Kernel>::make(*kernel), dims, offset = Sizes(offset, dims),
                          global = Sizes(global, dims), local = Sizes(local, dims)](Queue &other) {
                           return launch(other, copied.get(), dims, offset.data(), global.data(), local.data());
                         });
    }
    auto dispatch = record_dispatch(on, check(kernel), dims, offset, global, local);
    // "CL_INVALID_KERNEL_ARGS if the kernel argument values have not been specified and the
    // CL_MUTABLE_DISPATCH_ARGUMENTS_KHR flag was not set in the properties parameter."
    if (!dispatch.complete && !(said_updatable && (updatable & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR)))
      throw Error{CL_INVALID_KERNEL_ARGS};
    return into.record({Ref(*kernel), std::move(list), updatable, dims, place.queue}, std::move(dispatch), place,
                       handle);
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr buffer, cl_command_buffer_info_khr param,
                                             size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    CommandBuffer &self = check(buffer);
    switch (param) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR: return answer(static_cast<cl_uint>(self.queues.size()));
    case CL_COMMAND_BUFFER_QUEUES_KHR: {
      std::vector<cl_command_queue> list;
      for (auto &queue : self.queues) list.push_back(queue.get());
      return answer(list);
    }
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR: return answer(self.references());
    case CL_COMMAND_BUFFER_CONTEXT_KHR: return answer(cl_context{&self.context()});
    case CL_COMMAND_BUFFER_STATE_KHR:
      // A program may take the state as a sign that its enqueued commands have ended.
      if (checks::order::on()) checks::order::host_saw_all();
      return answer(self.state());
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR: return answer(self.property_list);
    default: return unknown_query();
    }
  });
}

cl_command_buffer_khr CL_API_CALL khr::clRemapCommandBufferKHR(cl_command_buffer_khr buffer, cl_bool automatic,
                                                               cl_uint num_queues, const cl_command_queue *queues,
                                                               cl_uint num_handles,
                                                               const cl_mutable_command_khr *handles,
                                                               cl_mutable_command_khr *handles_ret, cl_int *err) {
  return entry(err, [&] {
    Ref<CommandBuffer> self(check(buffer));
    // "CL_INVALID_VALUE if num_queues is 0, or if queues is NULL."
    auto to = read_queues(num_queues, queues);
    // "CL_INVALID_CONTEXT if command_buffer and all the command-queues in queues do not have the same OpenCL context."
    if (&to[0]->context != &self->context()) throw Error{CL_INVALID_CONTEXT};
    // "CL_INVALID_VALUE if automatic is CL_FALSE and num_queues is not equal to the number of queues used on creation
    // of command_buffer."
    if (!automatic && to.size() != self->queues.size()) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_VALUE if handles or handles_ret is NULL and num_handles is > 0, or either handles or handles_ret is
    // not NULL and num_handles is 0", "if any handle in handles is not a valid command handle belonging to
    // command_buffer."
    const auto given = both_or_none(handles, num_handles);
    both_or_none(handles_ret, num_handles);
    for (cl_mutable_command_khr handle : given)
      if (!handle || !handle->is_valid() || &handle->buffer != self.get()) throw Error{CL_INVALID_VALUE};
    auto made = self->copy(std::move(to), automatic, prepare_dispatch);
    for (size_t i = 0; i < given.size(); ++i) handles_ret[i] = made->equivalent(*given[i]);
    return made;
  });
}

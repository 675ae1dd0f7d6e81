// SPDX-License-Identifier: Apache-2.0
// Reads, writes, copies, fills and maps of buffers; unmaps and migrations of all memory objects.
#include "objects/transfer.h"

#include <bit>
#include <cstring>

#include "command.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Event;
using runtime::kMapWrites;
using runtime::Mem;
using runtime::Queue;

std::byte *api::check_range(Mem &buffer, size_t offset, size_t size) {
  if (offset > buffer.size || size > buffer.size - offset) throw Error{CL_INVALID_VALUE};
  return buffer.data() + offset;
}

void api::check_host_access(const Mem &mem, bool reads, bool writes) {
  if (reads && (mem.flags & (CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_NO_ACCESS))) throw Error{CL_INVALID_OPERATION};
  if (writes && (mem.flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS))) throw Error{CL_INVALID_OPERATION};
  if (writes) check_mutable(mem);
}

void api::check_mutable(const Mem &mem) {
  if (mem.flags & CL_MEM_IMMUTABLE_EXT) throw Error{CL_INVALID_OPERATION};
}

namespace {

// Implements clEnqueueReadBuffer and clEnqueueWriteBuffer.
cl_int transfer(cl_command_type type, cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                size_t size, void *host, const Waits &waits) {
  return entry([&] {
    bool reads = type == CL_COMMAND_READ_BUFFER;
    Ref<Queue> on(check(queue));
    Mem &mem = check_buffer(on->context, buffer);
    std::byte *device = check_range(mem, offset, size);
    // "CL_INVALID_VALUE if ptr is NULL."
    if (!host) throw Error{CL_INVALID_VALUE};
    check_host_access(mem, reads, !reads);
    auto *bytes = static_cast<std::byte *>(host);
    enqueue(
        *on, type, waits,
        [=, held = Ref(mem)](Event &event) {
          reads ? runtime::reads(event, *held, device, size) : runtime::writes(event, *held, device, size);
          runtime::copy(event, reads ? bytes : device, reads ? device : bytes, size);
        },
        blocking);
  });
}

// The only check of pitches and regions. Returns the offset of the first byte; `end`: one past the last byte.
struct Extent {
  size_t begin, end;
};
Extent check_side(Side &side, const size_t *region) {
  // "CL_INVALID_VALUE if buffer_origin, host_origin, or region is NULL."
  if (!side.origin || !region) throw Error{CL_INVALID_VALUE};
  // "CL_INVALID_VALUE if any region array element is 0."
  if (region[0] == 0 || region[1] == 0 || region[2] == 0) throw Error{CL_INVALID_VALUE};
  // "If buffer_row_pitch is 0, buffer_row_pitch is computed as region[0]."
  if (side.row_pitch == 0) side.row_pitch = region[0];
  // "If buffer_slice_pitch is 0, buffer_slice_pitch is computed as region[1] x buffer_row_pitch."
  size_t rows = times(region[1], side.row_pitch);
  if (side.slice_pitch == 0) side.slice_pitch = rows;
  // "CL_INVALID_VALUE if buffer_row_pitch is not 0 and is less than region[0]."
  // "CL_INVALID_VALUE if buffer_slice_pitch is not 0 and is less than region[1] x buffer_row_pitch and not a
  // multiple of buffer_row_pitch."
  if (side.row_pitch < region[0] || side.slice_pitch < rows || side.slice_pitch % side.row_pitch != 0)
    throw Error{CL_INVALID_VALUE};
  auto offset = [&](size_t x, size_t y, size_t z) {
    return plus(plus(times(z, side.slice_pitch), times(y, side.row_pitch)), x);
  };
  size_t begin = offset(side.origin[0], side.origin[1], side.origin[2]);
  size_t end = plus(begin, offset(region[0], region[1] - 1, region[2] - 1));
  // Overflow: the box is out of bounds.
  if (end == SIZE_MAX) throw Error{CL_INVALID_VALUE};
  return {begin, end};
}

std::byte *check_box(Mem &mem, Side &side, const size_t *region) {
  Extent extent = check_side(side, region);
  return check_range(mem, extent.begin, extent.end - extent.begin);
}

// Implements clEnqueueReadBufferRect and clEnqueueWriteBufferRect.
cl_int transfer_box(cl_command_type type, cl_command_queue queue, cl_mem buffer, cl_bool blocking, Side on_device,
                    Side on_host, const size_t *region, void *host, const Waits &waits) {
  return entry([&] {
    bool reads = type == CL_COMMAND_READ_BUFFER_RECT;
    Ref<Queue> on(check(queue));
    Mem &mem = check_buffer(on->context, buffer);
    std::byte *device = check_box(mem, on_device, region);
    Extent extent = check_side(on_host, region);
    // "CL_INVALID_VALUE if ptr is NULL."
    if (!host) throw Error{CL_INVALID_VALUE};
    check_host_access(mem, reads, !reads);
    runtime::Box<std::byte> to{device, on_device.row_pitch, on_device.slice_pitch};
    runtime::Box<std::byte> from{static_cast<std::byte *>(host) + extent.begin, on_host.row_pitch, on_host.slice_pitch};
    if (reads) std::swap(to, from);
    std::array<size_t, 3> size{region[0], region[1], region[2]};
    enqueue(
        *on, type, waits,
        [=, held = Ref(mem)](Event &event) {
          reads ? runtime::reads(event, *held, from, size.data()) : runtime::writes(event, *held, to, size.data());
          runtime::copy_box(event, to, {from.first, from.row_pitch, from.slice_pitch}, size.data());
        },
        blocking);
  });
}

// The specification's appendix "Checking for Memory Copy Overlap"; both sides have the same pitches.
bool overlap(const size_t *from, const size_t *to, const size_t *region, size_t row_pitch, size_t slice_pitch) {
  size_t slice = (region[1] - 1) * row_pitch + region[0];
  size_t block = (region[2] - 1) * slice_pitch + slice;
  auto start = [&](const size_t *origin) { return origin[2] * slice_pitch + origin[1] * row_pitch + origin[0]; };
  if (start(to) + block <= start(from) || start(from) + block <= start(to)) return false;
  // Whether the two extents, repeated with `pitch`, are disjoint.
  auto in_gap = [](size_t a, size_t b, size_t size, size_t pitch) {
    return (b >= a + size && b + size <= a + pitch) || (a >= b + size && a + size <= b + pitch);
  };
  if (in_gap(from[0] % row_pitch, to[0] % row_pitch, region[0], row_pitch)) return false;
  auto in_slice = [&](const size_t *origin) { return (origin[1] * row_pitch + origin[0]) % slice_pitch; };
  return !in_gap(in_slice(from), in_slice(to), slice, slice_pitch);
}

bool share_storage(const Mem &a, const Mem &b) {
  auto root = [](const Mem &mem) { return mem.parent() ? mem.parent() : &mem; };
  return root(a) == root(b);
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                       size_t size, void *host, cl_uint num_waits, const cl_event *waits,
                                       cl_event *event) {
  return transfer(CL_COMMAND_READ_BUFFER, queue, buffer, blocking, offset, size, host, {num_waits, waits, event});
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, size_t offset,
                                        size_t size, const void *host, cl_uint num_waits, const cl_event *waits,
                                        cl_event *event) {
  return transfer(CL_COMMAND_WRITE_BUFFER, queue, buffer, blocking, offset, size, const_cast<void *>(host),
                  {num_waits, waits, event});
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                           const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                           size_t host_slice_pitch, void *host, cl_uint num_waits,
                                           const cl_event *waits, cl_event *event) {
  return transfer_box(CL_COMMAND_READ_BUFFER_RECT, queue, buffer, blocking,
                      {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                      {host_origin, host_row_pitch, host_slice_pitch}, region, host, {num_waits, waits, event});
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue queue, cl_mem buffer, cl_bool blocking,
                                            const size_t *buffer_origin, const size_t *host_origin,
                                            const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch, const void *host,
                                            cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return transfer_box(
      CL_COMMAND_WRITE_BUFFER_RECT, queue, buffer, blocking, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
      {host_origin, host_row_pitch, host_slice_pitch}, region, const_cast<void *>(host), {num_waits, waits, event});
}

runtime::Work api::copy_buffer(Context &context, cl_mem src, cl_mem dst, size_t src_offset, size_t dst_offset,
                               size_t size) {
  Mem &from = check_buffer(context, src);
  Mem &to = check_buffer(context, dst);
  check_mutable(to);
  const std::byte *read = check_range(from, src_offset, size);
  std::byte *written = check_range(to, dst_offset, size);
  // "CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object and the
  // source and destination regions overlap or if src_buffer and dst_buffer are different sub-buffers of
  // the same associated buffer object and they overlap."
  if (share_storage(from, to) && read < written + size && written < read + size) throw Error{CL_MEM_COPY_OVERLAP};
  return [=, held_from = Ref(from), held_to = Ref(to)](Event &event) {
    runtime::reads(event, *held_from, read, size);
    runtime::writes(event, *held_to, written, size);
    runtime::copy(event, written, read, size);
    runtime::keep_unwritten(written, read, size);
  };
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue queue, cl_mem src, cl_mem dst, size_t src_offset,
                                       size_t dst_offset, size_t size, cl_uint num_waits, const cl_event *waits,
                                       cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto work = copy_buffer(on->context, src, dst, src_offset, dst_offset, size);
    enqueue(*on, CL_COMMAND_COPY_BUFFER, {num_waits, waits, event}, std::move(work));
  });
}

runtime::Work api::copy_box(Context &context, cl_mem src, cl_mem dst, Side from_side, Side to_side,
                            const size_t *region) {
  Mem &from = check_buffer(context, src);
  Mem &to = check_buffer(context, dst);
  check_mutable(to);
  const std::byte *read = check_box(from, from_side, region);
  std::byte *written = check_box(to, to_side, region);
  // "CL_INVALID_VALUE if src_buffer and dst_buffer are the same buffer object and src_slice_pitch is not
  // equal to dst_slice_pitch and src_row_pitch is not equal to dst_row_pitch."
  bool same_pitches = from_side.row_pitch == to_side.row_pitch && from_side.slice_pitch == to_side.slice_pitch;
  if (src == dst && !same_pitches) throw Error{CL_INVALID_VALUE};
  // "CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object and the
  // source and destination regions overlap", or sub-buffers of one buffer that overlap.
  if (share_storage(from, to)) {
    bool overlaps;
    if (same_pitches) {
      // Sub-buffers of one buffer: add their origins in the first dimension.
      auto place = [](const Mem &mem, const Side &side) {
        return std::array{side.origin[0] + mem.origin, side.origin[1], side.origin[2]};
      };
      overlaps = overlap(place(from, from_side).data(), place(to, to_side).data(), region, from_side.row_pitch,
                         from_side.slice_pitch);
    } else {
      size_t from_size = check_side(from_side, region).end - check_side(from_side, region).begin;
      size_t to_size = check_side(to_side, region).end - check_side(to_side, region).begin;
      overlaps = read < written + to_size && written < read + from_size;
    }
    if (overlaps) throw Error{CL_MEM_COPY_OVERLAP};
  }
  std::array<size_t, 3> size{region[0], region[1], region[2]};
  runtime::Box<std::byte> to_box{written, to_side.row_pitch, to_side.slice_pitch};
  runtime::Box<const std::byte> from_box{read, from_side.row_pitch, from_side.slice_pitch};
  return [=, held_from = Ref(from), held_to = Ref(to)](Event &event) {
    runtime::reads(event, *held_from, from_box, size.data());
    runtime::writes(event, *held_to, to_box, size.data());
    runtime::copy_box(event, to_box, from_box, size.data());
    runtime::keep_unwritten(to_box, from_box, size.data());
  };
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin,
                                           const size_t *dst_origin, const size_t *region, size_t src_row_pitch,
                                           size_t src_slice_pitch, size_t dst_row_pitch, size_t dst_slice_pitch,
                                           cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto work = copy_box(on->context, src, dst, {src_origin, src_row_pitch, src_slice_pitch},
                         {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
    enqueue(*on, CL_COMMAND_COPY_BUFFER_RECT, {num_waits, waits, event}, std::move(work));
  });
}

runtime::Work api::fill_buffer(Context &context, cl_mem buffer, const void *pattern, size_t pattern_size, size_t offset,
                               size_t size) {
  Mem &mem = check_buffer(context, buffer);
  check_mutable(mem);
  std::byte *written = check_range(mem, offset, size);
  // "CL_INVALID_VALUE if pattern is NULL or if pattern_size is 0 or if pattern_size is not one of
  // { 1, 2, 4, 8, 16, 32, 64, 128 }."
  if (!pattern || !std::has_single_bit(pattern_size) || pattern_size > 128) throw Error{CL_INVALID_VALUE};
  // "CL_INVALID_VALUE if offset and size are not a multiple of pattern_size."
  if (offset % pattern_size || size % pattern_size) throw Error{CL_INVALID_VALUE};
  std::array<std::byte, 128> copied;
  std::memcpy(copied.data(), pattern, pattern_size);
  return [=, held = Ref(mem)](Event &event) {
    runtime::writes(event, *held, written, size);
    runtime::fill(event, written, size, std::span(copied).first(pattern_size));
  };
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue queue, cl_mem buffer, const void *pattern, size_t pattern_size,
                                       size_t offset, size_t size, cl_uint num_waits, const cl_event *waits,
                                       cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto work = fill_buffer(on->context, buffer, pattern, pattern_size, offset, size);
    enqueue(*on, CL_COMMAND_FILL_BUFFER, {num_waits, waits, event}, std::move(work));
  });
}

void api::check_map(const Mem &mem, cl_map_flags flags) {
  // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive."
  if ((flags & ~(CL_MAP_READ | kMapWrites)) ||
      ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE))))
    throw Error{CL_INVALID_VALUE};
  check_host_access(mem, flags & CL_MAP_READ, flags & kMapWrites);
}

void *api::map(Queue &queue, cl_command_type type, Mem &mem, std::byte *address, const runtime::Region &region,
               cl_map_flags flags, cl_bool blocking, const Waits &waits) {
  const Ref<Mem> held(mem);
  // "CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing."
  if (!mem.add_map(address, region, flags & kMapWrites)) throw Error{CL_INVALID_OPERATION};
  try {
    enqueue(queue, type, waits, runtime::work_of_map(mem, region, address, flags), blocking);
  } catch (...) {
    mem.remove_map(address);
    throw;
  }
  return address;
}

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue queue, cl_mem buffer, cl_bool blocking, cl_map_flags flags,
                                     size_t offset, size_t size, cl_uint num_waits, const cl_event *waits,
                                     cl_event *event, cl_int *err) {
  return entry(err, [&]() -> void * {
    Ref<Queue> on(check(queue));
    Mem &mem = check_buffer(on->context, buffer);
    std::byte *mapped = check_range(mem, offset, size);
    // "CL_INVALID_VALUE if size is 0 or if values specified in map_flags are not valid."
    if (size == 0) throw Error{CL_INVALID_VALUE};
    check_map(mem, flags);
    return map(*on, CL_COMMAND_MAP_BUFFER, mem, mapped, {{offset, 0, 0}, {size, 1, 1}}, flags, blocking,
               {num_waits, waits, event});
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem buffer, void *mapped, cl_uint num_waits,
                                           const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    Mem &mem = check(buffer);
    // "CL_INVALID_MEM_OBJECT if memobj is not a valid memory object or is a pipe object."
    if (mem.pipe()) throw Error{CL_INVALID_MEM_OBJECT};
    if (&mem.context() != &on->context) throw Error{CL_INVALID_CONTEXT};
    Waits list{num_waits, waits, event};
    check_waits(*on, list);
    // "CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
    // clEnqueueMapImage for memobj."
    const auto map = mem.remove_map(mapped);
    if (!map) throw Error{CL_INVALID_VALUE};
    enqueue(*on, CL_COMMAND_UNMAP_MEM_OBJECT, list,
            runtime::work_of_unmap(mem, map->region, map->address, map->writes));
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue queue, cl_uint num_buffers, const cl_mem *buffers,
                                              cl_mem_migration_flags flags, cl_uint num_waits, const cl_event *waits,
                                              cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    // "CL_INVALID_VALUE if num_mem_objects is zero or if mem_objects is NULL."
    if (num_buffers == 0 || !buffers) throw Error{CL_INVALID_VALUE};
    for (cl_mem object : std::span(buffers, num_buffers))  // of any kind
      if (&check(object).context() != &on->context) throw Error{CL_INVALID_CONTEXT};
    // "CL_INVALID_VALUE if flags is not 0 or is not any of the values described in the table above."
    if (flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) throw Error{CL_INVALID_VALUE};
    enqueue(*on, CL_COMMAND_MIGRATE_MEM_OBJECTS, {num_waits, waits, event}, {});
  });
}

// SPDX-License-Identifier: Apache-2.0
// Reads, writes, copies, fills and maps of images.
#include <algorithm>

#include "command.h"
#include "objects/transfer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Event;
using runtime::Image;
using runtime::ImageShape;
using runtime::Mem;
using runtime::Queue;
using runtime::Region;

namespace {

// The only check of origins and regions of images.
Region check_region(const Image &image, const size_t *origin, const size_t *region) {
  // "CL_INVALID_VALUE if origin is NULL, if region is NULL."
  if (!origin || !region) throw Error{CL_INVALID_VALUE};
  const ImageShape &shape = image.shape;
  const unsigned coordinates = shape.num_coordinates();
  Region box{{origin[0], origin[1], origin[2]}, {region[0], region[1], region[2]}};
  if (shape.is_mipmap()) {
    // "If image is a 1D image, origin[1] specifies the mip level to use. If image is a 1D image array, origin[2] ... 2D
    // image, origin[2] ... 2D image array or a 3D image, origin[3] specifies the mip level to use."
    box.level = origin[coordinates];
    if (coordinates < 3) box.origin[coordinates] = 0;
    // "CL_INVALID_MIP_LEVEL if ... the mip level specified in origin is not a valid level for image."
    if (box.level >= image.num_levels) throw Error{CL_INVALID_MIP_LEVEL};
  }
  // "CL_INVALID_VALUE if the region being read or written specified by origin and region is out of bounds, if values in
  // origin and region do not follow the rules": "If image is a 2D image object, origin[2] must be 0 ... region[2] must
  // be 1"; where the image has no such coordinate, its extent is 1.
  const auto &extent = image.level(box.level).extent;
  for (int d = 0; d < 3; ++d)
    if (box.size[d] == 0 || box.origin[d] >= extent[d] || box.size[d] > extent[d] - box.origin[d])
      throw Error{CL_INVALID_VALUE};
  // cl_ext_image_raw10_raw12 does not define parts of a block: only whole blocks are read and written, or blocks that
  // end a row.
  const size_t texels = runtime::block_of(image.format).texels;
  if (box.origin[0] % texels || (box.size[0] % texels && box.origin[0] + box.size[0] != extent[0]))
    throw Error{CL_INVALID_VALUE};
  return box;
}

// `size` in bytes, as copy_box() takes it.
std::array<size_t, 3> bytes_of(const Image &image, const Region &region) {
  return {runtime::block_of(image.format).bytes_of(region.size[0]), region.size[1], region.size[2]};
}

runtime::Box<std::byte> box_of(const Image &image, const Region &region) {
  const abi::ImageLevel &level = image.level(region.level);
  return {image.texel(region), level.row_pitch, level.slice_pitch};
}

runtime::Box<const std::byte> to_read(const runtime::Box<std::byte> &box) {
  return {box.first, box.row_pitch, box.slice_pitch};
}

// A region's texels without gaps.
runtime::Box<std::byte> packed_box(std::byte *first, const std::array<size_t, 3> &bytes) {
  return {first, bytes[0], bytes[0] * bytes[1]};
}

// A region's texels in host memory.
runtime::Box<std::byte> host_box(const ImageShape &shape, const std::array<size_t, 3> &bytes, size_t row_pitch,
                                 size_t slice_pitch, void *host) {
  // "CL_INVALID_VALUE if image is a 1D or 2D image and slice_pitch or input_slice_pitch is not zero."
  if (!shape.has_slices() && slice_pitch) throw Error{CL_INVALID_VALUE};
  // "row_pitch ... must be greater than or equal to the element size in bytes x width. If row_pitch (or
  // input_row_pitch) is set to 0, the appropriate row pitch is calculated based on the size of each element in bytes
  // multiplied by width."
  if (row_pitch == 0) row_pitch = bytes[0];
  // "Otherwise this value must be greater than or equal to row_pitch x height. If slice_pitch ... is set to 0, the
  // appropriate slice pitch is calculated based on the row_pitch x height." The height of a 1D array's image is 1.
  const bool layers_are_rows = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
  const size_t least = times(row_pitch, layers_are_rows ? 1 : bytes[1]);
  if (slice_pitch == 0) slice_pitch = least;
  if (row_pitch < bytes[0] || slice_pitch < least) throw Error{CL_INVALID_VALUE};
  // "CL_INVALID_VALUE if ptr is NULL."
  if (!host) throw Error{CL_INVALID_VALUE};
  // Overflow: no memory is as large.
  const size_t count = layers_are_rows ? bytes[1] : bytes[2];
  if (times(slice_pitch, count) == SIZE_MAX) throw Error{CL_INVALID_VALUE};
  if (layers_are_rows) row_pitch = slice_pitch;
  return {static_cast<std::byte *>(host), row_pitch, slice_pitch};
}

// Implements clEnqueueReadImage and clEnqueueWriteImage.
cl_int transfer(cl_command_type type, cl_command_queue queue, cl_mem handle, cl_bool blocking, const size_t *origin,
                const size_t *region, size_t row_pitch, size_t slice_pitch, void *host, const Waits &waits) {
  return entry([&] {
    const bool reads = type == CL_COMMAND_READ_IMAGE;
    Ref<Queue> on(check(queue));
    Mem &mem = check_image(on->context, handle);
    const Image &image = *mem.image();
    const Region box = check_region(image, origin, region);
    const auto bytes = bytes_of(image, box);
    auto from = box_of(image, box), to = host_box(image.shape, bytes, row_pitch, slice_pitch, host);
    check_host_access(mem, reads, !reads);
    if (!reads) std::swap(from, to);
    enqueue(
        *on, type, waits,
        [=, held = Ref(mem)](Event &event) {
          reads ? runtime::reads(event, *held, from, bytes.data()) : runtime::writes(event, *held, to, bytes.data());
          runtime::copy_box(event, to, to_read(from), bytes.data());
        },
        blocking);
  });
}

}  // namespace

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                                      const size_t *region, size_t row_pitch, size_t slice_pitch, void *host,
                                      cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return transfer(CL_COMMAND_READ_IMAGE, queue, image, blocking, origin, region, row_pitch, slice_pitch, host,
                  {num_waits, waits, event});
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue queue, cl_mem image, cl_bool blocking, const size_t *origin,
                                       const size_t *region, size_t row_pitch, size_t slice_pitch, const void *host,
                                       cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return transfer(CL_COMMAND_WRITE_IMAGE, queue, image, blocking, origin, region, row_pitch, slice_pitch,
                  const_cast<void *>(host), {num_waits, waits, event});
}

runtime::Work api::copy_image(Context &context, cl_mem src, cl_mem dst, const size_t *src_origin,
                              const size_t *dst_origin, const size_t *region) {
  Mem &source = check_image(context, src);
  Mem &target = check_image(context, dst);
  check_mutable(target);
  const Image &from = *source.image(), &to = *target.image();
  // "CL_IMAGE_FORMAT_MISMATCH if src_image and dst_image do not use the same image format."
  if (from.format.channel_order != to.format.channel_order || from.format.channel_type != to.format.channel_type)
    throw Error{CL_IMAGE_FORMAT_MISMATCH};
  const Region read = check_region(from, src_origin, region), written = check_region(to, dst_origin, region);
  // "CL_MEM_COPY_OVERLAP if src_image and dst_image are the same image object and the source and destination regions
  // overlap."
  if (src == dst && read.overlaps(written)) throw Error{CL_MEM_COPY_OVERLAP};
  return [to_box = box_of(to, written), from_box = to_read(box_of(from, read)), bytes = bytes_of(from, read),
          held_from = Ref(source), held_to = Ref(target)](Event &event) {
    runtime::reads(event, *held_from, from_box, bytes.data());
    runtime::writes(event, *held_to, to_box, bytes.data());
    runtime::copy_box(event, to_box, from_box, bytes.data());
  };
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *src_origin,
                                      const size_t *dst_origin, const size_t *region, cl_uint num_waits,
                                      const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto work = copy_image(on->context, src, dst, src_origin, dst_origin, region);
    enqueue(*on, CL_COMMAND_COPY_IMAGE, {num_waits, waits, event}, std::move(work));
  });
}

namespace {

// "CL_INVALID_MEM_OBJECT if src_image is a 1D image buffer object created from dst_buffer"; likewise the other way.
void check_apart(const Mem &image, const Mem &buffer) {
  if (image.image()->shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER && image.parent() == &buffer)
    throw Error{CL_INVALID_MEM_OBJECT};
}

}  // namespace

runtime::Work api::copy_image_to_buffer(Context &context, cl_mem src, cl_mem dst, const size_t *origin,
                                        const size_t *region, size_t offset) {
  Mem &source = check_image(context, src);
  Mem &target = check_buffer(context, dst);
  check_mutable(target);
  check_apart(source, target);
  const Image &from = *source.image();
  const Region box = check_region(from, origin, region);
  const auto bytes = bytes_of(from, box);
  std::byte *to = check_range(target, offset, bytes[0] * bytes[1] * bytes[2]);
  return [=, from_box = to_read(box_of(from, box)), held_from = Ref(source), held_to = Ref(target)](Event &event) {
    runtime::reads(event, *held_from, from_box, bytes.data());
    runtime::writes(event, *held_to, to, bytes[0] * bytes[1] * bytes[2]);
    runtime::copy_box(event, packed_box(to, bytes), from_box, bytes.data());
  };
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue queue, cl_mem src, cl_mem dst, const size_t *origin,
                                              const size_t *region, size_t offset, cl_uint num_waits,
                                              const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto work = copy_image_to_buffer(on->context, src, dst, origin, region, offset);
    enqueue(*on, CL_COMMAND_COPY_IMAGE_TO_BUFFER, {num_waits, waits, event}, std::move(work));
  });
}

runtime::Work api::copy_buffer_to_image(Context &context, cl_mem src, cl_mem dst, size_t offset, const size_t *origin,
                                        const size_t *region) {
  Mem &source = check_buffer(context, src);
  Mem &target = check_image(context, dst);
  check_mutable(target);
  check_apart(target, source);
  const Image &to = *target.image();
  const Region box = check_region(to, origin, region);
  const auto bytes = bytes_of(to, box);
  std::byte *from = check_range(source, offset, bytes[0] * bytes[1] * bytes[2]);
  return [=, to_box = box_of(to, box), held_from = Ref(source), held_to = Ref(target)](Event &event) {
    runtime::reads(event, *held_from, from, bytes[0] * bytes[1] * bytes[2]);
    runtime::writes(event, *held_to, to_box, bytes.data());
    runtime::copy_box(event, to_box, to_read(packed_box(from, bytes)), bytes.data());
  };
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue queue, cl_mem src, cl_mem dst, size_t offset,
                                              const size_t *origin, const size_t *region, cl_uint num_waits,
                                              const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto work = copy_buffer_to_image(on->context, src, dst, offset, origin, region);
    enqueue(*on, CL_COMMAND_COPY_BUFFER_TO_IMAGE, {num_waits, waits, event}, std::move(work));
  });
}

runtime::Work api::fill_image(Context &context, cl_mem handle, const void *colour, const size_t *origin,
                              const size_t *region) {
  Mem &mem = check_image(context, handle);
  check_mutable(mem);
  // "CL_INVALID_VALUE if fill_color is NULL."
  if (!colour) throw Error{CL_INVALID_VALUE};
  const Image &image = *mem.image();
  const Region box = check_region(image, origin, region);
  return [to = box_of(image, box), bytes = bytes_of(image, box), block = runtime::fill_block(image.format, colour),
          size = runtime::block_of(image.format).bytes, held = Ref(mem)](Event &event) {
    runtime::writes(event, *held, to, bytes.data());
    runtime::fill_box(event, to, bytes.data(), std::span(block).first(size));
  };
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue queue, cl_mem image, const void *colour, const size_t *origin,
                                      const size_t *region, cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    auto work = fill_image(on->context, image, colour, origin, region);
    enqueue(*on, CL_COMMAND_FILL_IMAGE, {num_waits, waits, event}, std::move(work));
  });
}

void *CL_API_CALL clEnqueueMapImage(cl_command_queue queue, cl_mem handle, cl_bool blocking, cl_map_flags flags,
                                    const size_t *origin, const size_t *region, size_t *row_pitch, size_t *slice_pitch,
                                    cl_uint num_waits, const cl_event *waits, cl_event *event, cl_int *err) {
  return entry(err, [&]() -> void * {
    Ref<Queue> on(check(queue));
    Mem &mem = check_image(on->context, handle);
    const Image &image = *mem.image();
    const ImageShape &shape = image.shape;
    const Region box = check_region(image, origin, region);
    check_map(mem, flags);
    // "CL_INVALID_VALUE if image_row_pitch is NULL, if image is a 1D or 2D image array object and image_slice_pitch is
    // NULL, if image is a 3D and image_slice_pitch is NULL."
    if (!row_pitch || (shape.has_slices() && !slice_pitch)) throw Error{CL_INVALID_VALUE};
    void *mapped =
        map(*on, CL_COMMAND_MAP_IMAGE, mem, image.texel(box), box, flags, blocking, {num_waits, waits, event});
    const abi::ImageLevel &level = image.level(box.level);
    // A 1D array's rows are its slices.
    const bool layers_are_rows = shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY;
    *row_pitch = layers_are_rows && box.level == 0 ? shape.row_pitch : level.row_pitch;
    // "For a 1D and 2D image, zero is returned if this argument is not NULL."
    if (slice_pitch) *slice_pitch = !shape.has_slices() ? 0 : layers_are_rows ? level.row_pitch : level.slice_pitch;
    return mapped;
  });
}

// SPDX-License-Identifier: Apache-2.0
// Wrong calls that create images, ask about them and enqueue their commands: the error of each.
#include <gtest/gtest.h>

#include "api/bad_calls.h"
#include "api/images.h"

using namespace wherry::test;
using namespace wherry::test::images;

namespace {

// A 2D image for the tables of wrong calls; made once.
cl_mem image(World &w) {
  static const auto *made = new Buffer(create(kRgba8, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}));
  return w.context ? made->get() : nullptr;
}
Buffer other_image(World &w) {
  const cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
  cl_int error;
  Buffer made(clCreateImage(w.other_context, 0, &kRgba8, &desc, nullptr, &error));
  ok(error);
  return made;
}

cl_int read(World &w, cl_mem from, const size_t *origin, const size_t *region, size_t row = 0, size_t slice = 0) {
  return clEnqueueReadImage(w.queue, from, CL_TRUE, origin, region, row, slice, w.bytes, 0, nullptr, nullptr);
}
cl_int write(World &w, cl_mem to, const size_t *origin, const size_t *region, size_t row = 0, size_t slice = 0) {
  return clEnqueueWriteImage(w.queue, to, CL_TRUE, origin, region, row, slice, w.bytes, 0, nullptr, nullptr);
}
cl_int copy(World &w, cl_mem from, cl_mem to, const size_t *from_origin, const size_t *to_origin,
            const size_t *region) {
  return clEnqueueCopyImage(w.queue, from, to, from_origin, to_origin, region, 0, nullptr, nullptr);
}
cl_int fill(World &w, cl_mem to, const void *colour, const size_t *origin, const size_t *region) {
  return clEnqueueFillImage(w.queue, to, colour, origin, region, 0, nullptr, nullptr);
}
cl_int map(World &w, cl_mem of, cl_map_flags flags, const size_t *origin, const size_t *region, bool row = true,
           bool slice = true) {
  size_t pitches[2];
  return created([&](cl_int *error) {
    return clEnqueueMapImage(w.queue, of, CL_TRUE, flags, origin, region, row ? pitches : nullptr,
                             slice ? pitches + 1 : nullptr, 0, nullptr, nullptr, error);
  });
}
cl_int desc_code(void (*change)(cl_image_desc &), cl_mem_flags flags = 0, void *host = nullptr,
                 cl_mem_object_type type = CL_MEM_OBJECT_IMAGE2D) {
  cl_image_desc desc = describe(type, {8, 8, 8});
  change(desc);
  return try_create(&kRgba8, &desc, flags, host);
}

#define CALL(...)                                                                                                      \
  [](World &w) -> cl_int {                                                                                             \
    static_cast<void>(w);                                                                                              \
    __VA_ARGS__;                                                                                                       \
  }

const BadCall calls[] = {
    {"create: null context", CL_INVALID_CONTEXT, CALL(cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}); return created([&](cl_int *error) {
       return clCreateImage(nullptr, 0, &kRgba8, &desc, nullptr, error); }))},
    {"create: a property", CL_INVALID_PROPERTY, CALL(cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}); return created([&](cl_int *error) {
       const cl_mem_properties property[3] = {1, 1, 0};
       return clCreateImageWithProperties(w.context, property, 0, &kRgba8, &desc, nullptr, error); }))},
    {"create: flags unknown", CL_INVALID_VALUE, CALL(return desc_code([](cl_image_desc &) {}, 1u << 30))},
    {"create: flags exclusive", CL_INVALID_VALUE,
     CALL(return desc_code([](cl_image_desc &) {}, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY))},
    {"create: null format", CL_INVALID_IMAGE_FORMAT_DESCRIPTOR,
     CALL(cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1}); return try_create(nullptr, &desc))},
    {"create: null descriptor", CL_INVALID_IMAGE_DESCRIPTOR, CALL(return try_create(&kRgba8, nullptr))},
    {"create: type", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_type = CL_MEM_OBJECT_BUFFER; }))},
    {"create: 1D buffer without a buffer", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_type = CL_MEM_OBJECT_IMAGE1D_BUFFER; }))},
    {"create: samples", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.num_samples = 1; }))},
    {"create: width 0", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_width = 0; }))},
    {"create: height 0", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_height = 0; }))},
    {"create: depth 0", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_depth = 0; }, 0, nullptr, CL_MEM_OBJECT_IMAGE3D))},
    {"create: no layers", CL_INVALID_IMAGE_SIZE,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_array_size = 0; }, 0, nullptr,
                           CL_MEM_OBJECT_IMAGE1D_ARRAY))},
    {"create: pitch without a pointer", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = 32; }))},
    {"create: pitch too small", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = 28; }, CL_MEM_COPY_HOST_PTR, w.bytes))},
    {"create: pitch no multiple of a texel", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = 34; }, CL_MEM_COPY_HOST_PTR, w.bytes))},
    {"create: pitch of the greatest size", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_row_pitch = ~size_t{3}; }, CL_MEM_COPY_HOST_PTR,
                           w.bytes))},
    {"create: slice pitch too small", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_slice_pitch = 224; }, CL_MEM_COPY_HOST_PTR, w.bytes,
                           CL_MEM_OBJECT_IMAGE3D))},
    {"create: slice pitch no multiple of a row", CL_INVALID_IMAGE_DESCRIPTOR,
     CALL(return desc_code([](cl_image_desc &desc) { desc.image_slice_pitch = 260; }, CL_MEM_COPY_HOST_PTR, w.bytes,
                           CL_MEM_OBJECT_IMAGE3D))},
    {"create: pointer missing", CL_INVALID_HOST_PTR, CALL(return desc_code([](cl_image_desc &) {}, CL_MEM_USE_HOST_PTR))},
    {"create: pointer not asked for", CL_INVALID_HOST_PTR, CALL(return desc_code([](cl_image_desc &) {}, 0, w.bytes))},
    {"create: 3D from an image", CL_INVALID_IMAGE_DESCRIPTOR, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE3D, {8, 8, 1});
       desc.mem_object = image(w);
       return try_create(&kRgba8, &desc);
     }},
    {"create: from no memory object", CL_INVALID_IMAGE_DESCRIPTOR, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
       desc.mem_object = w.wrong<cl_mem>();
       return try_create(&kRgba8, &desc);
     }},
    {"create: from another context's buffer", CL_INVALID_CONTEXT, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
       desc.mem_object = w.other_buffer;
       return try_create(&kRgba8, &desc);
     }},
    {"create: to be read, from a buffer for writing", CL_INVALID_VALUE, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
       desc.mem_object = w.write_only;
       return try_create(&kRgba8, &desc, CL_MEM_READ_ONLY);
     }},
    {"create 2D: height 0", CL_INVALID_IMAGE_SIZE, CALL(return created([&](cl_int *error) {
       return clCreateImage2D(w.context, 0, &kRgba8, 8, 0, 0, nullptr, error); }))},
    {"create 2D: pitch", CL_INVALID_IMAGE_SIZE, CALL(return created([&](cl_int *error) {
       return clCreateImage2D(w.context, CL_MEM_COPY_HOST_PTR, &kRgba8, 8, 8, 33, w.bytes, error); }))},
    {"create 3D: one slice", CL_INVALID_IMAGE_SIZE, CALL(return created([&](cl_int *error) {
       return clCreateImage3D(w.context, 0, &kRgba8, 8, 8, 1, 0, 0, nullptr, error); }))},

    {"read: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueReadImage(nullptr, image(w), CL_TRUE, kZero, kOne, 0, 0, w.bytes, 0, nullptr, nullptr))},
    {"read: a buffer", CL_INVALID_MEM_OBJECT, CALL(return read(w, w.buffer, kZero, kOne))},
    {"read: another context", CL_INVALID_CONTEXT, CALL(return read(w, other_image(w), kZero, kOne))},
    {"read: null origin", CL_INVALID_VALUE, CALL(return read(w, image(w), nullptr, kOne))},
    {"read: null region", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, nullptr))},
    {"read: too wide", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kWide))},
    {"read: too far", CL_INVALID_VALUE, CALL(return read(w, image(w), kFar, kOne))},
    {"read: two slices", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kDeep))},
    {"read: second slice", CL_INVALID_VALUE, CALL(return read(w, image(w), kSecond, kOne))},
    {"read: no rows", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kNone))},
    {"read: row pitch", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kAll, 31))},
    {"read: slice pitch of a 2D image", CL_INVALID_VALUE, CALL(return read(w, image(w), kZero, kAll, 32, 256))},
    {"read: slice pitch", CL_INVALID_VALUE,
     CALL(Buffer deep = create(kRgba8, CL_MEM_OBJECT_IMAGE3D, {8, 8, 2}); return read(w, deep, kZero, kAll, 32, 255))},
    {"read: null pointer", CL_INVALID_VALUE,
     CALL(return clEnqueueReadImage(w.queue, image(w), CL_TRUE, kZero, kOne, 0, 0, nullptr, 0, nullptr, nullptr))},
    {"read: wait list", CL_INVALID_EVENT_WAIT_LIST,
     CALL(return clEnqueueReadImage(w.queue, image(w), CL_TRUE, kZero, kOne, 0, 0, w.bytes, 1, nullptr, nullptr))},
    {"read: the host must not", CL_INVALID_OPERATION,
     CALL(return read(w, image_with(CL_MEM_HOST_WRITE_ONLY), kZero, kOne))},
    {"write: a buffer", CL_INVALID_MEM_OBJECT, CALL(return write(w, w.buffer, kZero, kOne))},
    {"write: too wide", CL_INVALID_VALUE, CALL(return write(w, image(w), kZero, kWide))},
    {"write: the host must not", CL_INVALID_OPERATION,
     CALL(return write(w, image_with(CL_MEM_HOST_NO_ACCESS), kZero, kOne))},
    {"copy: from a buffer", CL_INVALID_MEM_OBJECT, CALL(return copy(w, w.buffer, image(w), kZero, kZero, kOne))},
    {"copy: to a buffer", CL_INVALID_MEM_OBJECT, CALL(return copy(w, image(w), w.buffer, kZero, kZero, kOne))},
    {"copy: another context", CL_INVALID_CONTEXT, CALL(return copy(w, image(w), other_image(w), kZero, kZero, kOne))},
    {"copy: another format", CL_IMAGE_FORMAT_MISMATCH,
     CALL(Buffer other = create(kRgbaFloat, CL_MEM_OBJECT_IMAGE2D, {8, 8, 1});
          return copy(w, image(w), other, kZero, kZero, kOne))},
    {"copy: null origin", CL_INVALID_VALUE, CALL(return copy(w, image(w), image(w), nullptr, kZero, kOne))},
    {"copy: second null origin", CL_INVALID_VALUE, CALL(return copy(w, image(w), image(w), kZero, nullptr, kOne))},
    {"copy: null region", CL_INVALID_VALUE, CALL(return copy(w, image(w), image(w), kZero, kZero, nullptr))},
    {"copy: overlap", CL_MEM_COPY_OVERLAP, CALL(return copy(w, image(w), image(w), kZero, kZero, kOne))},
    {"to buffer: a buffer", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, w.buffer, w.buffer, kZero, kOne, 0, 0, nullptr, nullptr))},
    {"to buffer: to an image", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, image(w), image(w), kZero, kOne, 0, 0, nullptr, nullptr))},
    {"to buffer: too wide", CL_INVALID_VALUE,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, image(w), w.buffer, kZero, kWide, 0, 0, nullptr, nullptr))},
    {"to buffer: too far", CL_INVALID_VALUE,
     CALL(return clEnqueueCopyImageToBuffer(w.queue, image(w), w.buffer, kZero, kOne, 1021, 0, nullptr, nullptr))},
    {"to buffer: the image's own", CL_INVALID_MEM_OBJECT, [](World &w) -> cl_int {
       cl_image_desc desc = describe(CL_MEM_OBJECT_IMAGE1D_BUFFER, {8, 1, 1});
       desc.mem_object = w.buffer;
       Buffer own = create(kRgba8, desc);
       return clEnqueueCopyImageToBuffer(w.queue, own, w.buffer, kZero, kOne, 64, 0, nullptr, nullptr);
     }},
    {"from buffer: an image", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueCopyBufferToImage(w.queue, image(w), image(w), 0, kZero, kOne, 0, nullptr, nullptr))},
    {"from buffer: another context", CL_INVALID_CONTEXT,
     CALL(return clEnqueueCopyBufferToImage(w.queue, w.other_buffer, image(w), 0, kZero, kOne, 0, nullptr, nullptr))},
    {"from buffer: too far", CL_INVALID_VALUE,
     CALL(return clEnqueueCopyBufferToImage(w.queue, w.buffer, image(w), 900, kZero, kAll, 0, nullptr, nullptr))},
    {"fill: a buffer", CL_INVALID_MEM_OBJECT, CALL(return fill(w, w.buffer, w.bytes, kZero, kOne))},
    {"fill: null colour", CL_INVALID_VALUE, CALL(return fill(w, image(w), nullptr, kZero, kOne))},
    {"fill: null origin", CL_INVALID_VALUE, CALL(return fill(w, image(w), w.bytes, nullptr, kOne))},
    {"fill: too wide", CL_INVALID_VALUE, CALL(return fill(w, image(w), w.bytes, kZero, kWide))},
    {"map: a buffer", CL_INVALID_MEM_OBJECT, CALL(return map(w, w.buffer, CL_MAP_READ, kZero, kOne))},
    {"map: flags", CL_INVALID_VALUE, CALL(return map(w, image(w), 8, kZero, kOne))},
    {"map: flags exclusive", CL_INVALID_VALUE,
     CALL(return map(w, image(w), CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, kZero, kOne))},
    {"map: too wide", CL_INVALID_VALUE, CALL(return map(w, image(w), CL_MAP_READ, kZero, kWide))},
    {"map: null row pitch", CL_INVALID_VALUE, CALL(return map(w, image(w), CL_MAP_READ, kZero, kOne, false))},
    {"map: null slice pitch", CL_INVALID_VALUE,
     CALL(Buffer deep = create(kRgba8, CL_MEM_OBJECT_IMAGE1D_ARRAY, {8, 8, 1});
          return map(w, deep, CL_MAP_READ, kZero, kOne, true, false))},
    {"map: the host must not", CL_INVALID_OPERATION,
     CALL(return map(w, image_with(CL_MEM_HOST_READ_ONLY), CL_MAP_WRITE, kZero, kOne))},
    {"unmap: another's pointer", CL_INVALID_VALUE,
     CALL(return clEnqueueUnmapMemObject(w.queue, image(w), w.bytes, 0, nullptr, nullptr))},
    {"info: a buffer", CL_INVALID_MEM_OBJECT,
     CALL(return clGetImageInfo(w.buffer, CL_IMAGE_WIDTH, 8, w.bytes, nullptr))},
    {"a buffer's read of an image", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueReadBuffer(w.queue, image(w), CL_TRUE, 0, 4, w.bytes, 0, nullptr, nullptr))},
    {"an image as a buffer argument", CL_INVALID_MEM_OBJECT,
     CALL(cl_mem handle = image(w); return clSetKernelArg(w.kernel, 0, sizeof handle, &handle))},
};

TEST(Images, wrong_arguments) { expect_errors(calls); }

}  // namespace

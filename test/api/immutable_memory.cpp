// SPDX-License-Identifier: Apache-2.0
// cl_ext_immutable_memory_objects: what reads these objects works, and all that would change them is refused.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>

#include "api/bad_calls.h"
#include "wherry/cl_command_buffer.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

constexpr size_t kWidth = 8, kBytes = kWidth * kWidth * 4;
constexpr cl_image_format kFormat{CL_RGBA, CL_UNSIGNED_INT8};
constexpr cl_mem_flags kImmutable = CL_MEM_IMMUTABLE_EXT | CL_MEM_COPY_HOST_PTR;
constexpr size_t kOrigin[3] = {}, kOne[3] = {1, 1, 1};

// Filled with 0, 1, 2, ...
std::vector<cl_uchar> contents() {
  std::vector<cl_uchar> bytes(kBytes);
  std::iota(bytes.begin(), bytes.end(), cl_uchar{0});
  return bytes;
}

cl_image_desc square(cl_mem in = nullptr) {
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = kWidth;
  desc.mem_object = in;
  return desc;
}

Buffer make(cl_mem_flags flags, cl_int expected = CL_SUCCESS, const cl_mem_properties *properties = nullptr) {
  static std::vector<cl_uchar> bytes = contents();
  const bool has_pointer = flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR);
  cl_int error = CL_SUCCESS;
  Buffer made(
      clCreateBufferWithProperties(context(), properties, flags, kBytes, has_pointer ? bytes.data() : nullptr, &error));
  EXPECT_EQ(error_name(expected), error_name(error)) << flags;
  return made;
}
Buffer make_image(cl_mem_flags flags, cl_int expected = CL_SUCCESS, cl_mem in = nullptr) {
  static std::vector<cl_uchar> bytes = contents();
  const bool has_pointer = flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR);
  const cl_image_desc desc = square(in);
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateImage(context(), flags, &kFormat, &desc, has_pointer ? bytes.data() : nullptr, &error));
  EXPECT_EQ(error_name(expected), error_name(error)) << flags;
  return made;
}
Buffer make_part(cl_mem of, cl_mem_flags flags, cl_int expected = CL_SUCCESS) {
  const cl_buffer_region region{128, 64};
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateSubBuffer(of, flags, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  EXPECT_EQ(error_name(expected), error_name(error)) << flags;
  return made;
}
cl_mem_flags flags_of(cl_mem object) { return info<cl_mem_flags>(clGetMemObjectInfo, object, CL_MEM_FLAGS); }

TEST(ImmutableMemory, is_reported) {
  EXPECT_NE(std::string::npos,
            info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_ext_immutable_memory_objects"));
}

TEST(ImmutableMemory, flags) {
  EXPECT_EQ(kImmutable, flags_of(make(kImmutable)));
  for (const cl_mem_flags more :
       {CL_MEM_READ_ONLY, CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS, CL_MEM_ALLOC_HOST_PTR}) {
    EXPECT_EQ(kImmutable | more, flags_of(make(kImmutable | more)));
    EXPECT_EQ(kImmutable | more, flags_of(make_image(kImmutable | more)));
  }
  make(CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR);
  make_image(CL_MEM_IMMUTABLE_EXT | CL_MEM_USE_HOST_PTR);
  for (const cl_mem_flags more : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY}) {
    make(kImmutable | more, CL_INVALID_VALUE);
    make_image(kImmutable | more, CL_INVALID_VALUE);
  }
  for (const cl_mem_flags more : {0, CL_MEM_READ_ONLY, CL_MEM_ALLOC_HOST_PTR}) {
    make(CL_MEM_IMMUTABLE_EXT | more, CL_INVALID_VALUE);
    make_image(CL_MEM_IMMUTABLE_EXT | more, CL_INVALID_VALUE);
  }
  EXPECT_EQ(nullptr, clSVMAlloc(context(), CL_MEM_IMMUTABLE_EXT, 64, 0));
  EXPECT_EQ(CL_INVALID_VALUE,
            created([](cl_int *error) { return clCreatePipe(context(), CL_MEM_IMMUTABLE_EXT, 4, 4, nullptr, error); }));
  cl_uint immutable = 0, read_only = 0;
  ok(clGetSupportedImageFormats(context(), CL_MEM_IMMUTABLE_EXT, CL_MEM_OBJECT_IMAGE3D, 0, nullptr, &immutable));
  ok(clGetSupportedImageFormats(context(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE3D, 0, nullptr, &read_only));
  EXPECT_EQ(read_only, immutable);
}

TEST(ImmutableMemory, parts_are_immutable_too) {
  Buffer whole = make(kImmutable), writable = make(CL_MEM_COPY_HOST_PTR);
  for (const cl_mem_flags more : {0, CL_MEM_READ_ONLY, CL_MEM_IMMUTABLE_EXT, CL_MEM_HOST_READ_ONLY})
    EXPECT_EQ(kImmutable | more, flags_of(make_part(whole, more)));
  for (const cl_mem_flags more : {CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, CL_MEM_HOST_WRITE_ONLY})
    make_part(whole, more, CL_INVALID_VALUE);
  EXPECT_EQ(kImmutable, flags_of(make_part(writable, CL_MEM_IMMUTABLE_EXT)));
  EXPECT_EQ(kImmutable, flags_of(make_image(CL_MEM_IMMUTABLE_EXT, CL_SUCCESS, whole)));
  make_image(0, CL_INVALID_VALUE, whole);
  make_image(CL_MEM_READ_ONLY, CL_INVALID_VALUE, whole);
  make_image(CL_MEM_IMMUTABLE_EXT | CL_MEM_WRITE_ONLY, CL_INVALID_VALUE, whole);
  Buffer image = make_image(kImmutable);
  make_image(0, CL_INVALID_VALUE, image);
}

// A descriptor that permits no writing is enough.
TEST(ImmutableMemory, external_memory) {
  const int memory = memfd_create("immutable", MFD_CLOEXEC);
  ASSERT_EQ(ssize_t(kBytes), write(memory, contents().data(), kBytes));
  const int only = open(("/proc/self/fd/" + std::to_string(memory)).c_str(), O_RDONLY | O_CLOEXEC);
  const cl_mem_properties properties[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, static_cast<cl_mem_properties>(only),
                                          0};
  Buffer buffer = make(CL_MEM_IMMUTABLE_EXT, CL_SUCCESS, properties);
  EXPECT_EQ(contents(), read<cl_uchar>(buffer, kBytes));
  make(kImmutable, CL_INVALID_VALUE, properties);
  close(memory);
}

TEST(ImmutableMemory, is_read_by_everything) {
  Buffer buffer = make(kImmutable), image = make_image(kImmutable);
  Buffer to = make_buffer(std::vector<cl_uchar>(kBytes));
  Program program = build(R"(
    kernel void sum(read_only image2d_t image, constant uchar *a, global const uchar *b, global uint *out) {
      int i = get_global_id(0);
      out[i] = read_imageui(image, (int2)(i, 0)).x + a[i] + b[i];
    })");
  Kernel sum = kernel(program, "sum");
  Buffer out = make_buffer(std::vector<cl_uint>(kWidth));
  set_args(sum, image, buffer, buffer, out);
  run(sum, {kWidth}, {});
  for (cl_uint i = 0; i < kWidth; ++i) EXPECT_EQ(6 * i, read<cl_uint>(out, kWidth)[i]);
  const size_t region[] = {kWidth, kWidth, 1};
  ok(clEnqueueCopyBuffer(queue(), buffer, to, 0, 0, kBytes, 0, nullptr, nullptr));
  EXPECT_EQ(contents(), read<cl_uchar>(to, kBytes));
  ok(clEnqueueCopyImageToBuffer(queue(), image, to, kOrigin, region, 0, 0, nullptr, nullptr));
  EXPECT_EQ(contents(), read<cl_uchar>(to, kBytes));
  const cl_mem both[] = {buffer.get(), image.get()};
  ok(clEnqueueMigrateMemObjects(queue(), 2, both, 0, 0, nullptr, nullptr));
  cl_int error = CL_SUCCESS;
  auto *mapped = static_cast<cl_uchar *>(
      clEnqueueMapBuffer(queue(), buffer, CL_TRUE, CL_MAP_READ, 0, kBytes, 0, nullptr, nullptr, &error));
  ok(error);
  EXPECT_EQ(contents(), std::vector<cl_uchar>(mapped, mapped + kBytes));
  ok(clEnqueueUnmapMemObject(queue(), buffer, mapped, 0, nullptr, nullptr));
  size_t pitch = 0;
  mapped = static_cast<cl_uchar *>(clEnqueueMapImage(queue(), image, CL_TRUE, CL_MAP_READ, kOrigin, region, &pitch,
                                                     nullptr, 0, nullptr, nullptr, &error));
  ok(error);
  EXPECT_EQ(5, mapped[5]);
  ok(clEnqueueUnmapMemObject(queue(), image, mapped, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

struct Objects {
  Buffer buffer = make(kImmutable), image = make_image(kImmutable);
  Buffer other = make(CL_MEM_COPY_HOST_PTR), other_image = make_image(CL_MEM_COPY_HOST_PTR);
  Buffer part = make_part(buffer, 0);
  Program program = build("kernel void k(write_only image2d_t a) { write_imageui(a, (int2)0, (uint4)0); }"
                          "kernel void both(read_write image2d_t a) { write_imageui(a, (int2)0, (uint4)0); }"
                          "kernel void pointer(global int *a) { a[0] = 1; }",
                          "-cl-std=CL3.0");
  Kernel writes = kernel(program, "k"), reads_and_writes = kernel(program, "both"),
         through_pointer = kernel(program, "pointer");
  char bytes[kBytes] = {};
};
Objects &objects() {
  static auto *all = new Objects;
  return *all;
}

cl_int mapping(cl_mem object, cl_map_flags flags, bool is_image) {
  cl_int error = CL_SUCCESS;
  // Without a place for the pitch: what is immutable is said first, as Khronos' suite asks.
  void *mapped = is_image ? clEnqueueMapImage(queue(), object, CL_TRUE, flags, kOrigin, kOne, nullptr, nullptr, 0,
                                              nullptr, nullptr, &error)
                          : clEnqueueMapBuffer(queue(), object, CL_TRUE, flags, 0, 4, 0, nullptr, nullptr, &error);
  EXPECT_EQ(error == CL_SUCCESS, mapped != nullptr);
  return error;
}

cl_int set(cl_kernel kernel, cl_mem object) { return clSetKernelArg(kernel, 0, sizeof object, &object); }

// A command buffer that refuses the command.
template <class Command> cl_int recorded(Command command) {
  const auto create = extension<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR");
  const auto release = extension<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR");
  cl_command_queue on = queue();
  cl_int error = CL_SUCCESS;
  cl_command_buffer_khr into = create(1, &on, nullptr, &error);
  ok(error);
  error = command(into);
  release(into);
  return error;
}

const BadCall calls[] = {
    {"an argument that is not const", CL_INVALID_ARG_VALUE,
     [](World &) { return set(objects().through_pointer, objects().buffer); }},
    {"a part as an argument that is not const", CL_INVALID_ARG_VALUE,
     [](World &) { return set(objects().through_pointer, objects().part); }},
    {"write", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueWriteBuffer(queue(), objects().buffer, CL_TRUE, 0, 4, objects().bytes, 0, nullptr, nullptr);
     }},
    {"write a part", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueWriteBuffer(queue(), objects().part, CL_TRUE, 0, 4, objects().bytes, 0, nullptr, nullptr);
     }},
    {"write a box", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueWriteBufferRect(queue(), objects().buffer, CL_TRUE, kOrigin, kOrigin, kOne, 0, 0, 0, 0,
                                       objects().bytes, 0, nullptr, nullptr);
     }},
    {"write an image", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueWriteImage(queue(), objects().image, CL_TRUE, kOrigin, kOne, 0, 0, objects().bytes, 0, nullptr,
                                  nullptr);
     }},
    {"copy", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueCopyBuffer(queue(), objects().other, objects().buffer, 0, 0, 4, 0, nullptr, nullptr);
     }},
    {"copy a box", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueCopyBufferRect(queue(), objects().other, objects().buffer, kOrigin, kOrigin, kOne, 0, 0, 0, 0, 0,
                                      nullptr, nullptr);
     }},
    {"copy an image", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueCopyImage(queue(), objects().other_image, objects().image, kOrigin, kOrigin, kOne, 0, nullptr,
                                 nullptr);
     }},
    {"copy an image to a buffer", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueCopyImageToBuffer(queue(), objects().other_image, objects().buffer, kOrigin, kOne, 0, 0, nullptr,
                                         nullptr);
     }},
    {"copy a buffer to an image", CL_INVALID_OPERATION,
     [](World &) {
       return clEnqueueCopyBufferToImage(queue(), objects().other, objects().image, 0, kOrigin, kOne, 0, nullptr,
                                         nullptr);
     }},
    {"fill", CL_INVALID_OPERATION,
     [](World &) { return clEnqueueFillBuffer(queue(), objects().buffer, "x", 1, 0, 4, 0, nullptr, nullptr); }},
    {"fill an image", CL_INVALID_OPERATION,
     [](World &) {
       const cl_uint colour[4] = {};
       return clEnqueueFillImage(queue(), objects().image, colour, kOrigin, kOne, 0, nullptr, nullptr);
     }},
    {"map to write", CL_INVALID_OPERATION, [](World &) { return mapping(objects().buffer, CL_MAP_WRITE, false); }},
    {"map to overwrite", CL_INVALID_OPERATION,
     [](World &) { return mapping(objects().buffer, CL_MAP_WRITE_INVALIDATE_REGION, false); }},
    {"map to read and write", CL_INVALID_OPERATION,
     [](World &) { return mapping(objects().part, CL_MAP_READ | CL_MAP_WRITE, false); }},
    {"map an image to write", CL_INVALID_OPERATION,
     [](World &) { return mapping(objects().image, CL_MAP_WRITE, true); }},
    {"an argument to write", CL_INVALID_ARG_VALUE, [](World &) { return set(objects().writes, objects().image); }},
    {"an argument to read and write", CL_INVALID_ARG_VALUE,
     [](World &) { return set(objects().reads_and_writes, objects().image); }},
    {"record a copy", CL_INVALID_OPERATION,
     [](World &) {
       return recorded([](cl_command_buffer_khr into) {
         const auto command = extension<decltype(&wherry::khr::clCommandCopyBufferKHR)>("clCommandCopyBufferKHR");
         return command(into, nullptr, nullptr, objects().other, objects().buffer, 0, 0, 4, 0, nullptr, nullptr,
                        nullptr);
       });
     }},
    {"record a fill", CL_INVALID_OPERATION,
     [](World &) {
       return recorded([](cl_command_buffer_khr into) {
         const auto command = extension<decltype(&wherry::khr::clCommandFillBufferKHR)>("clCommandFillBufferKHR");
         return command(into, nullptr, nullptr, objects().buffer, "x", 1, 0, 4, 0, nullptr, nullptr, nullptr);
       });
     }},
};

TEST(ImmutableMemory, is_changed_by_nothing) {
  expect_errors(calls);
  EXPECT_EQ(contents(), read<cl_uchar>(objects().buffer, kBytes));
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// cl_khr_external_memory: a memfd that is mapped here beside the driver's own mapping.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/dma-buf.h>
#include <linux/udmabuf.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <mutex>
#include <numeric>

#include "api/bad_calls.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

// Stands in for the system where a memfd is to answer like a dma-buf: machines without /dev/udmabuf have no other.
struct PretendedDmaBuf {
  std::atomic<int> descriptor{-1};
  std::atomic<int> fails_with{0};  // an errno for the next request
  std::mutex mutex;
  std::vector<uint64_t> requests;  // flags of those that succeeded

  std::vector<uint64_t> taken() {
    std::lock_guard lock(mutex);
    return std::exchange(requests, {});
  }
} pretended;

}  // namespace

// The driver's calls of ioctl come here, too: a program's own symbol hides the C library's.
extern "C" __attribute__((visibility("default"))) int ioctl(int descriptor, unsigned long request, ...) noexcept {
  va_list arguments;
  va_start(arguments, request);
  void *argument = va_arg(arguments, void *);
  va_end(arguments);
  if (request != DMA_BUF_IOCTL_SYNC || descriptor != pretended.descriptor)
    return int(syscall(SYS_ioctl, descriptor, request, argument));
  if (const int error = pretended.fails_with.exchange(0)) return errno = error, -1;
  std::lock_guard lock(pretended.mutex);
  pretended.requests.push_back(static_cast<dma_buf_sync *>(argument)->flags);
  return 0;
}

namespace {

constexpr size_t kInts = 3000;

// Memory that other programs may share: a descriptor, which the driver takes over, and a mapping of our own.
struct Shared {
  int descriptor;
  size_t bytes;
  int *ints;

  explicit Shared(size_t bytes = kInts * sizeof(int))
      : descriptor(memfd_create("test", MFD_ALLOW_SEALING)), bytes(bytes) {
    if (descriptor < 0 || ftruncate(descriptor, off_t(bytes)) != 0) throw std::runtime_error("no memfd");
    void *mapped = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) throw std::runtime_error("no mapping");
    ints = static_cast<int *>(mapped);
  }
  ~Shared() { munmap(ints, bytes); }
  std::vector<int> contents(size_t count = kInts) const { return {ints, ints + count}; }
};

bool is_open(int descriptor) { return fcntl(descriptor, F_GETFD) != -1; }

Buffer create(std::vector<cl_mem_properties> properties, size_t size, cl_int expected = CL_SUCCESS,
              cl_mem_flags flags = 0, void *host = nullptr) {
  properties.push_back(0);
  cl_int error = CL_SUCCESS;
  Buffer made(clCreateBufferWithProperties(context(), properties.data(), flags, size, host, &error));
  EXPECT_EQ(error_name(error), error_name(expected));
  return made;
}

cl_mem_properties of(int descriptor) { return static_cast<cl_mem_properties>(descriptor); }

auto acquire() { return extension<clEnqueueAcquireExternalMemObjectsKHR_fn>("clEnqueueAcquireExternalMemObjectsKHR"); }
auto release() { return extension<clEnqueueReleaseExternalMemObjectsKHR_fn>("clEnqueueReleaseExternalMemObjectsKHR"); }

TEST(ExternalMemory, what_queries_say) {
  const std::vector<cl_external_memory_handle_type_khr> types{CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR,
                                                              CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};
  using Type = cl_external_memory_handle_type_khr;
  EXPECT_EQ(info_list<Type>(clGetPlatformInfo, platform(), CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR), types);
  for (cl_device_info query : {CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR,
                               CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR})
    EXPECT_EQ(info_list<Type>(clGetDeviceInfo, device(), query), types);
}

// A kernel reads what we write and the other way round, through the same pages.
TEST(ExternalMemory, kernels_and_others_share_it) {
  Shared shared;
  Buffer buffer = create({CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, of(shared.descriptor)}, shared.bytes);
  Program program = build("kernel void k(global int *a) { a[get_global_id(0)] = 2 * a[get_global_id(0)] + 1; }");
  Kernel k = kernel(program, "k");
  set_args(k, buffer);
  std::vector<int> expected(kInts);
  for (int round = 0; round < 3; ++round) {
    for (size_t i = 0; i < kInts; ++i) shared.ints[i] = int(i) + round, expected[i] = 2 * (int(i) + round) + 1;
    const cl_mem object = buffer;
    Event first, last;
    cl_event made = nullptr;
    ok(acquire()(queue(), 1, &object, 0, nullptr, &made));
    first = Event(made);
    EXPECT_EQ(info<cl_command_type>(clGetEventInfo, first.get(), CL_EVENT_COMMAND_TYPE),
              cl_command_type{CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR});
    run(k, {kInts}, {});
    ok(release()(queue(), 1, &object, 1, &made, &made));
    last = Event(made);
    EXPECT_EQ(info<cl_command_type>(clGetEventInfo, last.get(), CL_EVENT_COMMAND_TYPE),
              cl_command_type{CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR});
    ok(clFinish(queue()));
    EXPECT_EQ(shared.contents(), expected);
    EXPECT_EQ(read<int>(buffer, kInts), expected);
  }
}

TEST(ExternalMemory, the_descriptor_is_the_driver_s_once_imported) {
  Shared shared;
  create({CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, of(shared.descriptor)}, shared.bytes + 1, CL_INVALID_BUFFER_SIZE);
  EXPECT_TRUE(is_open(shared.descriptor)) << "after a failed import the program owns it still";
  Buffer buffer = create({CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, of(shared.descriptor)}, shared.bytes);
  buffer = {};
  EXPECT_FALSE(is_open(shared.descriptor));
}

TEST(ExternalMemory, maps_and_parts_copy_nothing) {
  Shared shared(1 << 16);
  Buffer buffer = create({CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, of(shared.descriptor)}, shared.bytes);
  const cl_buffer_region region{8192, 4096};
  cl_int error = CL_SUCCESS;
  Buffer part(clCreateSubBuffer(buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ok(error);
  auto *mapped = static_cast<int *>(
      clEnqueueMapBuffer(queue(), part, CL_TRUE, CL_MAP_WRITE, 0, 4096, 0, nullptr, nullptr, &error));
  ok(error);
  mapped[5] = 55;
  EXPECT_EQ(shared.ints[8192 / 4 + 5], 55) << "before it is unmapped";
  ok(clEnqueueUnmapMemObject(queue(), part, mapped, 0, nullptr, nullptr));
  ok(clFinish(queue()));
  // The last reference is the part's.
  buffer = {};
  shared.ints[8192 / 4 + 6] = 66;
  EXPECT_EQ(read<int>(part, 8)[6], 66);
}

TEST(ExternalMemory, images_have_pitches) {
  constexpr size_t kWidth = 50, kHeight = 20, kPitch = 256;
  Shared shared(kPitch * kHeight);
  auto *texels = reinterpret_cast<cl_uchar *>(shared.ints);
  std::iota(texels, texels + shared.bytes, cl_uchar{0});
  const cl_image_format format{CL_RGBA, CL_UNSIGNED_INT8};
  cl_image_desc about{};
  about.image_type = CL_MEM_OBJECT_IMAGE2D;
  about.image_width = kWidth;
  about.image_height = kHeight;
  about.image_row_pitch = kPitch;
  const cl_mem_properties properties[] = {CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, of(shared.descriptor), 0};
  auto make = [&](cl_int expected) {
    cl_int error = CL_SUCCESS;
    Buffer made(clCreateImageWithProperties(context(), properties, 0, &format, &about, nullptr, &error));
    EXPECT_EQ(error_name(error), error_name(expected));
    return made;
  };
  about.image_height = kHeight + 1;
  make(CL_INVALID_IMAGE_SIZE);
  about.image_height = kHeight;
  about.num_mip_levels = 2;
  make(CL_INVALID_IMAGE_DESCRIPTOR);
  about.num_mip_levels = 0;
  Buffer image = make(CL_SUCCESS);
  EXPECT_EQ(info<size_t>(clGetImageInfo, image.get(), CL_IMAGE_ROW_PITCH), kPitch);
  Program program =
      build("kernel void k(read_write image2d_t a) { int2 at = (int2)(get_global_id(0), get_global_id(1)); "
            "write_imageui(a, at, read_imageui(a, at) + 1); }",
            "-cl-std=CL3.0");
  Kernel k = kernel(program, "k");
  set_args(k, image);
  run(k, {kWidth, kHeight}, {});
  for (size_t at = 0; at < shared.bytes; ++at)
    ASSERT_EQ(texels[at], cl_uchar(at + (at % kPitch < kWidth * 4 ? 1 : 0))) << at;
}

TEST(ExternalMemory, properties_that_are_wrong) {
  Shared shared;
  const cl_mem_properties handle = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, mine = of(shared.descriptor);
  const auto me = reinterpret_cast<cl_mem_properties>(device());
  create({handle, mine, handle, mine}, shared.bytes, CL_INVALID_PROPERTY);
  create({handle, mine, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, mine}, shared.bytes, CL_INVALID_PROPERTY);
  create({handle, cl_mem_properties(-1)}, shared.bytes, CL_INVALID_PROPERTY);
  create({handle, 1000000}, shared.bytes, CL_INVALID_PROPERTY);
  create({CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, mine}, shared.bytes, CL_INVALID_PROPERTY);
  create({CL_MEM_DEVICE_HANDLE_LIST_KHR, me, 0}, shared.bytes, CL_INVALID_PROPERTY);
  create({handle, mine, CL_MEM_DEVICE_HANDLE_LIST_KHR, reinterpret_cast<cl_mem_properties>(&shared), 0}, shared.bytes,
         CL_INVALID_DEVICE);
  create({handle, mine, CL_MEM_DEVICE_HANDLE_LIST_KHR, 0}, shared.bytes, CL_INVALID_DEVICE);
  create({0x2061, mine}, shared.bytes, CL_INVALID_PROPERTY);
  for (cl_mem_flags flag : {CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, CL_MEM_COPY_HOST_PTR})
    create({handle, mine}, shared.bytes, CL_INVALID_VALUE, flag, shared.ints);
  create({handle, mine}, shared.bytes, CL_INVALID_HOST_PTR, 0, shared.ints);
  create({handle, mine}, 0, CL_INVALID_BUFFER_SIZE);
  int pipe_ends[2];
  ASSERT_EQ(pipe(pipe_ends), 0);
  create({handle, of(pipe_ends[0])}, 16, CL_INVALID_PROPERTY);
  close(pipe_ends[0]), close(pipe_ends[1]);
  EXPECT_TRUE(is_open(shared.descriptor));
  Buffer made = create({handle, mine, CL_MEM_DEVICE_HANDLE_LIST_KHR, me, 0}, shared.bytes);
  EXPECT_EQ(info_list<cl_mem_properties>(clGetMemObjectInfo, made.get(), CL_MEM_PROPERTIES),
            (std::vector<cl_mem_properties>{handle, mine, CL_MEM_DEVICE_HANDLE_LIST_KHR, me, 0, 0}));
}

// A read-only descriptor can be imported if neither kernels nor the host may write the buffer.
TEST(ExternalMemory, read_only_descriptors) {
  Shared shared;
  std::iota(shared.ints, shared.ints + kInts, 7);
  const int only = open(("/proc/self/fd/" + std::to_string(shared.descriptor)).c_str(), O_RDONLY);
  ASSERT_GE(only, 0);
  const cl_mem_properties handle = CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR;
  create({handle, of(only)}, shared.bytes, CL_INVALID_PROPERTY);
  create({handle, of(only)}, shared.bytes, CL_INVALID_PROPERTY, CL_MEM_READ_ONLY);
  Buffer buffer = create({handle, of(only)}, shared.bytes, CL_SUCCESS, CL_MEM_READ_ONLY | CL_MEM_HOST_READ_ONLY);
  EXPECT_EQ(read<int>(buffer, kInts), shared.contents());
  shared.ints[0] = 8;
  EXPECT_EQ(read<int>(buffer, 1)[0], 8);
  close(shared.descriptor);
}

TEST(ExternalMemory, commands_check_their_arguments) {
  Shared shared;
  Buffer buffer = create({CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, of(shared.descriptor)}, shared.bytes);
  Buffer other = make_buffer(std::vector<int>(4));
  const cl_mem object = buffer, plain = other;
  for (auto call : {acquire(), release()}) {
    EXPECT_EQ(call(nullptr, 1, &object, 0, nullptr, nullptr), CL_INVALID_COMMAND_QUEUE);
    EXPECT_EQ(call(queue(), 0, &object, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue(), 1, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(call(queue(), 1, &plain, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    const cl_mem nothing = nullptr;
    EXPECT_EQ(call(queue(), 1, &nothing, 0, nullptr, nullptr), CL_INVALID_MEM_OBJECT);
    EXPECT_EQ(call(queue(), 1, &object, 1, nullptr, nullptr), CL_INVALID_EVENT_WAIT_LIST);
    EXPECT_EQ(call(queue(), 0, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
    cl_int error = CL_SUCCESS;
    Event failed(clCreateUserEvent(context(), &error));
    ok(error);
    ok(clSetUserEventStatus(failed, -7));
    const cl_event waits = failed;
    EXPECT_EQ(call(queue(), 1, &object, 1, &waits, nullptr), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  }
}

TEST(ExternalMemory, dma_bufs_are_told_of_use) {
  Shared shared;
  pretended.descriptor = shared.descriptor;
  Buffer buffer = create({CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, of(shared.descriptor)}, shared.bytes);
  pretended.taken();  // the import's
  const cl_mem object = buffer;
  const std::vector<uint64_t> begins{DMA_BUF_SYNC_START | DMA_BUF_SYNC_RW}, ends{DMA_BUF_SYNC_END | DMA_BUF_SYNC_RW};
  ok(acquire()(queue(), 1, &object, 0, nullptr, nullptr));
  ok(clFinish(queue()));
  EXPECT_EQ(pretended.taken(), begins);
  const int value = 77;
  ok(clEnqueueFillBuffer(queue(), buffer, &value, 4, 0, shared.bytes, 0, nullptr, nullptr));
  pretended.fails_with = EINTR;  // the request is repeated
  ok(release()(queue(), 1, &object, 0, nullptr, nullptr));
  ok(clFinish(queue()));
  EXPECT_EQ(pretended.taken(), ends);
  EXPECT_EQ(shared.contents(), std::vector<int>(kInts, 77));
  pretended.fails_with = EIO;
  Queue own = make_queue(0);  // clFinish reports a failed command, on the common queue to another test
  cl_event made = nullptr;
  ok(acquire()(own, 1, &object, 0, nullptr, &made));
  Event failed(made);
  EXPECT_EQ(clWaitForEvents(1, &made), CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
  EXPECT_EQ(info<cl_int>(clGetEventInfo, failed.get(), CL_EVENT_COMMAND_EXECUTION_STATUS), CL_OUT_OF_RESOURCES);
  EXPECT_TRUE(is_open(shared.descriptor)) << "the driver needs the descriptor as long as the buffer lives";
  buffer = {};
  failed = {};
  EXPECT_FALSE(is_open(shared.descriptor));
  pretended.descriptor = -1;
}

// The same with the system's own dma-buf.
TEST(ExternalMemory, dma_bufs) {
  const int maker = open("/dev/udmabuf", O_RDWR);
  if (maker < 0) GTEST_SKIP() << "there is no /dev/udmabuf here to make a dma-buf with";
  Shared shared(1 << 16);
  ASSERT_EQ(fcntl(shared.descriptor, F_ADD_SEALS, F_SEAL_SHRINK), 0);
  udmabuf_create how{};
  how.memfd = static_cast<__u32>(shared.descriptor);
  how.size = shared.bytes;
  const int made = ioctl(maker, UDMABUF_CREATE, &how);
  close(maker);
  ASSERT_GE(made, 0);
  Buffer buffer = create({CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR, of(made)}, shared.bytes);
  const cl_mem object = buffer;
  ok(acquire()(queue(), 1, &object, 0, nullptr, nullptr));
  const int value = 77;
  ok(clEnqueueFillBuffer(queue(), buffer, &value, 4, 0, shared.bytes, 0, nullptr, nullptr));
  ok(release()(queue(), 1, &object, 0, nullptr, nullptr));
  ok(clFinish(queue()));
  EXPECT_EQ(shared.contents(1 << 14), std::vector<int>(1 << 14, 77));
  EXPECT_TRUE(is_open(made)) << "it is needed as long as the buffer lives";
  buffer = {};
  EXPECT_FALSE(is_open(made));
  close(shared.descriptor);
}

}  // namespace

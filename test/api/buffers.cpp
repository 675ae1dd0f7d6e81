// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common/cl.h"
#include "common/hang.h"
#include "common/sanitized.h"

using namespace wherry::test;

namespace {

std::vector<uint8_t> counting(size_t n) {
  std::vector<uint8_t> bytes(n);
  for (size_t i = 0; i < n; ++i) bytes[i] = static_cast<uint8_t>(i * 7 + i / 256);
  return bytes;
}

void *map(cl_mem buffer, cl_map_flags flags, size_t offset, size_t size, cl_command_queue on = queue()) {
  cl_int error = CL_SUCCESS;
  void *pointer = clEnqueueMapBuffer(on, buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, &error);
  ok(error);
  return pointer;
}

void unmap(cl_mem buffer, void *pointer) {
  ok(clEnqueueUnmapMemObject(queue(), buffer, pointer, 0, nullptr, nullptr));
  ok(clFinish(queue()));
}

TEST(Buffers, read_write_copy_at_offsets) {
  auto bytes = counting(1000);
  Buffer a = make_buffer(1000), b = make_buffer(1000);
  ok(clEnqueueWriteBuffer(queue(), a, CL_TRUE, 0, 1000, bytes.data(), 0, nullptr, nullptr));
  uint8_t five[5] = {1, 2, 3, 4, 5};
  ok(clEnqueueWriteBuffer(queue(), a, CL_TRUE, 77, 5, five, 0, nullptr, nullptr));
  std::memcpy(&bytes[77], five, 5);
  EXPECT_EQ(bytes, read<uint8_t>(a, 1000));
  ok(clEnqueueCopyBuffer(queue(), a, b, 3, 501, 499, 0, nullptr, nullptr));
  std::vector<uint8_t> got(499);
  ok(clEnqueueReadBuffer(queue(), b, CL_TRUE, 501, 499, got.data(), 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<uint8_t>(bytes.begin() + 3, bytes.begin() + 502), got);
  // Within one buffer, side by side.
  ok(clEnqueueCopyBuffer(queue(), a, a, 0, 500, 500, 0, nullptr, nullptr));
  std::memcpy(&bytes[500], &bytes[0], 500);
  EXPECT_EQ(bytes, read<uint8_t>(a, 1000));
}

TEST(Buffers, hold_zeros_at_first) {
  for (const size_t size : {size_t{516}, size_t{100000}, size_t{3} << 20}) {
    make_buffer(std::vector<uint8_t>(size, 1)).reset();  // whose memory the next one may get
    EXPECT_EQ(read<uint8_t>(make_buffer(size), size), std::vector<uint8_t>(size));
  }
}

TEST(Buffers, large_ones_round_trip) {
  auto bytes = Random(seed()).bytes(9'000'001);
  Buffer a = make_buffer(bytes), b = make_buffer(bytes.size());
  ok(clEnqueueCopyBuffer(queue(), a, b, 0, 0, bytes.size(), 0, nullptr, nullptr));
  EXPECT_TRUE(bytes == read<uint8_t>(b, bytes.size()));
}

// More than the caches hold, at whatever alignment; nothing beside it.
TEST(Buffers, transfers_past_the_caches) {
  const size_t n =
      std::max<size_t>(info<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_GLOBAL_MEM_CACHE_SIZE), 8 << 20) + 12345;
  const auto bytes = counting(n + 64);
  Buffer from = make_buffer(bytes), to = make_buffer(n + 128);
  // A cache of 260 MiB takes a sanitizer seconds for each transfer.
  using Offsets = std::vector<std::pair<size_t, size_t>>;
  for (auto [source, target] : kSanitized ? Offsets{{63, 48}} : Offsets{{0, 0}, {3, 5}, {0, 17}, {16, 32}, {63, 48}}) {
    const unsigned char zero = 0;
    ok(clEnqueueFillBuffer(queue(), to, &zero, 1, 0, n + 128, 0, nullptr, nullptr));
    ok(clEnqueueCopyBuffer(queue(), from, to, source, target, n, 0, nullptr, nullptr));
    std::vector<uint8_t> expected(n + 128);
    std::copy_n(bytes.begin() + static_cast<ptrdiff_t>(source), n, expected.begin() + static_cast<ptrdiff_t>(target));
    ASSERT_TRUE(expected == read<uint8_t>(to, n + 128)) << source << " " << target;
  }
  using Sizes = std::vector<size_t>;
  for (size_t size : kSanitized ? Sizes{64} : Sizes{2, 16, 64, 128})
    for (size_t offset : kSanitized ? Sizes{size} : Sizes{0, size}) {
      const unsigned char nine = 9;
      ok(clEnqueueFillBuffer(queue(), to, &nine, 1, 0, n + 128, 0, nullptr, nullptr));
      const size_t filled = n / size * size - size;
      ok(clEnqueueFillBuffer(queue(), to, bytes.data() + 1, size, offset, filled, 0, nullptr, nullptr));
      std::vector<uint8_t> expected(n + 128, 9);
      // Filled by copying the filled part behind itself, which is faster than byte by byte.
      std::memcpy(&expected[offset], &bytes[1], size);
      for (size_t there = size; there < filled; there *= 2)
        std::memcpy(&expected[offset + there], &expected[offset], std::min(there, filled - there));
      ASSERT_TRUE(expected == read<uint8_t>(to, n + 128)) << size << " " << offset;
    }
}

TEST(Buffers, fill_with_patterns_of_all_sizes) {
  for (size_t pattern_size : {1, 2, 4, 8, 16, 32, 64, 128}) {
    SCOPED_TRACE(pattern_size);
    auto expected = counting(1024), pattern = Random(pattern_size).bytes(pattern_size);
    Buffer buffer = make_buffer(expected);
    for (auto [offset, count] : {std::pair<size_t, size_t>{1, 3}, {0, 1}, {6, 2}}) {
      ok(clEnqueueFillBuffer(queue(), buffer, pattern.data(), pattern_size, offset * pattern_size, count * pattern_size,
                             0, nullptr, nullptr));
      for (size_t i = 0; i < count; ++i)
        std::memcpy(&expected[(offset + i) * pattern_size], pattern.data(), pattern_size);
    }
    EXPECT_EQ(expected, read<uint8_t>(buffer, 1024));
  }
}

// "The application may free or reuse the memory of the pattern as soon as the call returns."
TEST(Buffers, fill_keeps_its_own_pattern) {
  cl_int error = CL_SUCCESS;
  Event gate(clCreateUserEvent(context(), &error));
  ok(error);
  Queue q = out_of_order_queue();
  Buffer buffer = make_buffer(std::vector<int>(16));
  cl_event wait = gate;
  {
    int pattern = 1234;
    ok(clEnqueueFillBuffer(q, buffer, &pattern, 4, 0, 64, 1, &wait, nullptr));
    pattern = -1;
  }
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  ok(clFinish(q));
  EXPECT_EQ(std::vector<int>(16, 1234), read<int>(buffer, 16));
}

TEST(Buffers, map_reads_and_writes) {
  auto bytes = counting(512);
  Buffer buffer = make_buffer(bytes);
  auto *pointer = static_cast<uint8_t *>(map(buffer, CL_MAP_READ, 100, 50));
  EXPECT_EQ(0, std::memcmp(pointer, &bytes[100], 50));
  EXPECT_EQ(1u, info<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_MAP_COUNT));
  unmap(buffer, pointer);
  EXPECT_EQ(0u, info<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_MAP_COUNT));
  for (cl_map_flags flags : {cl_map_flags(CL_MAP_WRITE), cl_map_flags(CL_MAP_WRITE_INVALIDATE_REGION),
                             cl_map_flags(CL_MAP_READ | CL_MAP_WRITE)}) {
    pointer = static_cast<uint8_t *>(map(buffer, flags, 10, 20));
    std::memset(pointer, static_cast<int>(flags), 20);
    std::memset(&bytes[10], static_cast<int>(flags), 20);
    unmap(buffer, pointer);
    EXPECT_EQ(bytes, read<uint8_t>(buffer, 512));
  }
}

TEST(Buffers, several_maps_at_once) {
  Buffer buffer = make_buffer(counting(512));
  void *first = map(buffer, CL_MAP_READ, 0, 512), *second = map(buffer, CL_MAP_READ, 256, 256);
  EXPECT_EQ(static_cast<char *>(first) + 256, second);
  unmap(buffer, first);
  EXPECT_EQ(1u, info<cl_uint>(clGetMemObjectInfo, buffer.get(), CL_MEM_MAP_COUNT));
  unmap(buffer, second);
  void *same[2] = {map(buffer, CL_MAP_READ, 0, 16), map(buffer, CL_MAP_READ, 0, 16)};
  unmap(buffer, same[0]);
  unmap(buffer, same[1]);
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue(), buffer, same[0], 0, nullptr, nullptr));
}

// "CL_INVALID_OPERATION if mapping would lead to overlapping regions being mapped for writing."
TEST(Buffers, maps_for_writing_do_not_overlap) {
  Buffer buffer = make_buffer(counting(512));
  const auto error_of = [&](cl_map_flags flags, size_t offset, size_t size) {
    cl_int error = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(queue(), buffer, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, &error);
    if (mapped) unmap(buffer, mapped);
    return error_name(error);
  };
  void *written = map(buffer, CL_MAP_WRITE, 100, 100);
  for (cl_map_flags flags : {cl_map_flags(CL_MAP_WRITE), cl_map_flags(CL_MAP_WRITE_INVALIDATE_REGION),
                             cl_map_flags(CL_MAP_READ | CL_MAP_WRITE)}) {
    EXPECT_EQ("CL_INVALID_OPERATION (-59)", error_of(flags, 100, 100));
    EXPECT_EQ("CL_INVALID_OPERATION (-59)", error_of(flags, 0, 101));
    EXPECT_EQ("CL_INVALID_OPERATION (-59)", error_of(flags, 199, 1));
    EXPECT_EQ("CL_SUCCESS (0)", error_of(flags, 0, 100));
    EXPECT_EQ("CL_SUCCESS (0)", error_of(flags, 200, 312));
  }
  EXPECT_EQ("CL_SUCCESS (0)", error_of(CL_MAP_READ, 150, 10));
  unmap(buffer, written);
  EXPECT_EQ("CL_SUCCESS (0)", error_of(CL_MAP_WRITE, 0, 512));
}

TEST(Buffers, pointers_are_aligned_for_the_largest_type) {
  for (size_t size : {1, 100, 5000, 3 << 20}) {
    Buffer buffer = make_buffer(size);
    void *pointer = map(buffer, CL_MAP_READ, 0, size);
    EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(pointer) % 128) << size;
    unmap(buffer, pointer);
  }
}

TEST(Buffers, use_host_ptr) {
  alignas(128) static uint8_t memory[1024];
  auto bytes = counting(1024);
  std::memcpy(memory, bytes.data(), 1024);
  cl_int error = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 1024, memory, &error));
  ok(error);
  EXPECT_EQ(memory, info<void *>(clGetMemObjectInfo, buffer.get(), CL_MEM_HOST_PTR));
  EXPECT_EQ(bytes, read<uint8_t>(buffer, 1024));
  // "the pointer value returned by clEnqueueMapBuffer ... will be derived from the host_ptr"
  void *pointer = map(buffer, CL_MAP_READ | CL_MAP_WRITE, 96, 100);
  EXPECT_EQ(memory + 96, pointer);
  unmap(buffer, pointer);
  uint8_t nine = 9;
  ok(clEnqueueFillBuffer(queue(), buffer, &nine, 1, 10, 20, 0, nullptr, nullptr));
  pointer = map(buffer, CL_MAP_READ, 0, 1024);
  for (size_t i = 10; i < 30; ++i) EXPECT_EQ(9, memory[i]);
  unmap(buffer, pointer);
}

TEST(Buffers, use_host_ptr_misaligned) {
  std::vector<uint8_t> memory = counting(1001);
  cl_int error = CL_SUCCESS;
  Buffer buffer(clCreateBuffer(context(), CL_MEM_USE_HOST_PTR, 1000, memory.data() + 1, &error));
  ok(error);
  EXPECT_EQ(std::vector<uint8_t>(memory.begin() + 1, memory.end()), read<uint8_t>(buffer, 1000));
  void *pointer = map(buffer, CL_MAP_WRITE, 5, 10);
  EXPECT_EQ(memory.data() + 6, pointer);
  std::memset(pointer, 0x44, 10);
  unmap(buffer, pointer);
  EXPECT_EQ(0x44, read<uint8_t>(buffer, 1000)[5]);
}

TEST(Buffers, copy_and_alloc_host_ptr) {
  auto bytes = counting(256);
  Buffer copied = make_buffer(bytes), allocated = make_buffer(bytes, CL_MEM_ALLOC_HOST_PTR);
  EXPECT_EQ(bytes, read<uint8_t>(copied, 256));
  EXPECT_EQ(bytes, read<uint8_t>(allocated, 256));
  EXPECT_EQ(nullptr, info<void *>(clGetMemObjectInfo, copied.get(), CL_MEM_HOST_PTR));
  Buffer empty = make_buffer(64, nullptr, CL_MEM_ALLOC_HOST_PTR);
  EXPECT_NE(nullptr, map(empty, CL_MAP_READ, 0, 64));
}

TEST(Buffers, sub_buffers_share_bytes) {
  size_t align = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MEM_BASE_ADDR_ALIGN) / 8;
  auto bytes = counting(4 * align);
  Buffer whole = make_buffer(bytes);
  cl_buffer_region region = {2 * align, align};
  cl_int error = CL_SUCCESS;
  Buffer part(clCreateSubBuffer(whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ok(error);
  EXPECT_EQ(2 * align, info<size_t>(clGetMemObjectInfo, part.get(), CL_MEM_OFFSET));
  EXPECT_EQ(cl_ulong(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR),  // the second is inherited
            info<cl_ulong>(clGetMemObjectInfo, part.get(), CL_MEM_FLAGS));
  EXPECT_EQ(
      std::vector<uint8_t>(bytes.begin() + 2 * static_cast<long>(align), bytes.begin() + 3 * static_cast<long>(align)),
      read<uint8_t>(part, align));
  uint8_t seven = 7;
  ok(clEnqueueFillBuffer(queue(), part, &seven, 1, 0, align, 0, nullptr, nullptr));
  std::fill_n(bytes.begin() + 2 * static_cast<long>(align), align, uint8_t(7));
  EXPECT_EQ(bytes, read<uint8_t>(whole, bytes.size()));
  // Two parts side by side may be copied onto one another.
  cl_buffer_region first = {0, align};
  Buffer other(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &first, &error));
  ok(error);
  ok(clEnqueueCopyBuffer(queue(), part, other, 0, 0, align, 0, nullptr, nullptr));
  EXPECT_EQ(std::vector<uint8_t>(align, 7), read<uint8_t>(other, align));
}

// A sub-buffer keeps the memory alive.
TEST(Buffers, sub_buffer_outlives_its_buffer) {
  Buffer whole = make_buffer(counting(512));
  cl_buffer_region region = {0, 100};
  cl_int error = CL_SUCCESS;
  Buffer part(clCreateSubBuffer(whole, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
  ok(error);
  whole.reset();
  auto bytes = counting(100);
  EXPECT_EQ(bytes, read<uint8_t>(part, 100));
}

TEST(Buffers, destructor_callbacks_run_last_first) {
  static std::atomic<int> calls, order;
  calls = order = 0;
  Buffer buffer = make_buffer(64);
  ok(clSetMemObjectDestructorCallback(buffer, [](cl_mem, void *) { order = order * 10 + 1, ++calls; }, nullptr));
  ok(clSetMemObjectDestructorCallback(buffer, [](cl_mem, void *) { order = order * 10 + 2, ++calls; }, nullptr));
  ok(clRetainMemObject(buffer));
  ok(clReleaseMemObject(buffer));
  EXPECT_EQ(0, calls);
  buffer.reset();
  ASSERT_TRUE(eventually([&] { return calls >= 2; }));
  EXPECT_EQ(21, order);
}

TEST(Buffers, migrate) {
  Buffer buffer = make_buffer(counting(64));
  cl_mem list[] = {buffer};
  Event done;
  ok(clEnqueueMigrateMemObjects(queue(), 1, list, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, done.out()));
  ok(clFinish(queue()));
  EXPECT_EQ(cl_uint(CL_COMMAND_MIGRATE_MEM_OBJECTS), info<cl_uint>(clGetEventInfo, done.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(counting(64), read<uint8_t>(buffer, 64));
}

TEST(Buffers, migrate_a_pipe) {
  Buffer pipe(clCreatePipe(context(), 0, 4, 16, nullptr, nullptr));
  cl_mem list[] = {pipe};
  EXPECT_EQ(CL_SUCCESS, clEnqueueMigrateMemObjects(queue(), 1, list, 0, 0, nullptr, nullptr));
}

TEST(Buffers, with_properties) {
  cl_int error = CL_SUCCESS;
  const cl_mem_properties none[] = {0};
  Buffer buffer(clCreateBufferWithProperties(context(), none, CL_MEM_READ_WRITE, 64, nullptr, &error));
  ok(error);
  EXPECT_EQ(1u, info_list<cl_mem_properties>(clGetMemObjectInfo, buffer.get(), CL_MEM_PROPERTIES).size());
  Buffer plain = make_buffer(64);
  EXPECT_EQ(0u, info_list<cl_mem_properties>(clGetMemObjectInfo, plain.get(), CL_MEM_PROPERTIES).size());
}

}  // namespace

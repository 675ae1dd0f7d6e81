// SPDX-License-Identifier: Apache-2.0
// Kernels that use unwritten memory.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "common/case_file.h"
#include "common/cl.h"
#include "common/reports.h"

using namespace wherry::test;

static const bool registered = register_case_files("UninitialisedKernel", WHERRY_TEST_DIR "/uninit", /*compare=*/false);

namespace {

constexpr char kCopies[] = R"(
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i];
})";

// What a kernel says of a buffer of 16 numbers that `write` has prepared.
template <class Write> size_t reports_of(Write write) {
  Program program = build(kCopies);
  Kernel test = kernel(program, "test");
  Buffer in = make_buffer(64), out = make_buffer(64);
  write(in);
  set_args(test, in, out);
  run(test, {16}, {4});
  const auto reports = new_reports();
  for (const std::string &report : reports)
    EXPECT_NE(report.find("uninitialised: what the kernel writes depends on memory that nobody has written"),
              std::string::npos)
        << report;
  return reports.size();
}

TEST(UninitialisedBuffer, that_nobody_has_written) {
  EXPECT_EQ(reports_of([](cl_mem) {}), 1u);
}

TEST(UninitialisedBuffer, that_was_written_in_part) {
  EXPECT_EQ(reports_of([](cl_mem in) {
              const std::vector<int> half(8, 1);
              ok(clEnqueueWriteBuffer(queue(), in, CL_TRUE, 0, 32, half.data(), 0, nullptr, nullptr));
            }),
            1u);
}

TEST(UninitialisedBuffer, that_commands_have_written) {
  EXPECT_EQ(reports_of([](cl_mem in) {
              const std::vector<int> half(8, 1);
              ok(clEnqueueWriteBuffer(queue(), in, CL_TRUE, 0, 32, half.data(), 0, nullptr, nullptr));
              const int zero = 0;
              ok(clEnqueueFillBuffer(queue(), in, &zero, 4, 32, 32, 0, nullptr, nullptr));
            }),
            0u);
  EXPECT_EQ(reports_of([](cl_mem in) {
              cl_int code = CL_SUCCESS;
              void *at = clEnqueueMapBuffer(queue(), in, CL_TRUE, CL_MAP_WRITE, 0, 64, 0, nullptr, nullptr, &code);
              ok(code);
              ok(clEnqueueUnmapMemObject(queue(), in, at, 0, nullptr, nullptr));
            }),
            0u);
  EXPECT_EQ(reports_of([](cl_mem in) {
              Buffer from = make_buffer(std::vector<int>(16, 5));
              ok(clEnqueueCopyBuffer(queue(), from, in, 0, 0, 64, 0, nullptr, nullptr));
            }),
            0u);
}

// A copy carries along what nobody has written.
TEST(UninitialisedBuffer, that_was_copied) {
  const auto copied = [](auto copy) {
    return reports_of([&](cl_mem in) {
      Buffer from = make_buffer(64);
      const int one = 1;
      ok(clEnqueueFillBuffer(queue(), from, &one, 4, 0, 32, 0, nullptr, nullptr));
      copy(from.get(), in);
      ok(clFinish(queue()));
    });
  };
  EXPECT_EQ(
      copied([](cl_mem from, cl_mem to) { ok(clEnqueueCopyBuffer(queue(), from, to, 0, 0, 64, 0, nullptr, nullptr)); }),
      1u);
  EXPECT_EQ(copied([](cl_mem from, cl_mem to) {
              for (size_t half : {0, 32}) ok(clEnqueueCopyBuffer(queue(), from, to, 0, half, 32, 0, nullptr, nullptr));
            }),
            0u);
  EXPECT_EQ(copied([](cl_mem from, cl_mem to) {
              const size_t origin[3] = {}, region[3] = {16, 4, 1};
              ok(clEnqueueCopyBufferRect(queue(), from, to, origin, origin, region, 16, 0, 16, 0, 0, nullptr, nullptr));
            }),
            1u);
}

TEST(UninitialisedBuffer, that_a_kernel_has_written) {
  EXPECT_EQ(reports_of([](cl_mem in) {
              Program program = build("kernel void write(global int *out) { out[get_global_id(0)] = 1; }");
              Kernel write = kernel(program, "write");
              cl_mem to = in;
              ok(clSetKernelArg(write, 0, sizeof to, &to));
              run(write, {16}, {4});
            }),
            0u);
}

// Clang loads and stores the whole vector for a store to some of its components.
TEST(UninitialisedBuffer, of_which_components_are_written) {
  Program program = build(R"(
    kernel void test(global const float4 *in, global float4 *out) {
      int i = get_global_id(0);
      out[i].x = in[i].y;
      out[i + 16].yw = in[i].xy;
      out[i + 32].s1 = in[i].w + 1;
    })");
  Kernel test = kernel(program, "test");
  Buffer in = make_buffer(std::vector<float>(64, 1)), out = make_buffer(768);
  set_args(test, in, out);
  run(test, {16}, {4});
  EXPECT_TRUE(new_reports().empty());
}

// What the kernel says of shared memory of 16 numbers, which it gets as `in`.
template <class Write> size_t reports_of_shared(void *in, Write write) {
  EXPECT_NE(nullptr, in);
  write(in);
  Program program = build(kCopies);
  Kernel test = kernel(program, "test");
  Buffer out = make_buffer(64);
  ok(clSetKernelArgSVMPointer(test, 0, in));
  set_arg(test, 1, out);
  run(test, {16}, {4});
  return new_reports().size();
}

void *coarse_grained() { return clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0); }
void *fine_grained() { return clSVMAlloc(context(), CL_MEM_READ_WRITE | CL_MEM_SVM_FINE_GRAIN_BUFFER, 64, 0); }

template <class Write> size_t reports_of_svm(void *in, Write write) {
  const size_t reports = reports_of_shared(in, write);
  clSVMFree(context(), in);
  return reports;
}

void map_and_unmap(void *at, cl_map_flags flags) {
  ok(clEnqueueSVMMap(queue(), CL_TRUE, flags, at, 64, 0, nullptr, nullptr));
  ok(clEnqueueSVMUnmap(queue(), at, 0, nullptr, nullptr));
}

TEST(UninitialisedShared, coarse_grained_memory_that_nobody_has_written) {
  EXPECT_EQ(1u, reports_of_svm(coarse_grained(), [](void *) {}));
  EXPECT_EQ(1u, reports_of_svm(coarse_grained(), [](void *in) { map_and_unmap(in, CL_MAP_READ); }));
  EXPECT_EQ(1u, reports_of_svm(coarse_grained(), [](void *in) {
              const int zero = 0;
              ok(clEnqueueSVMMemFill(queue(), in, &zero, 4, 32, 0, nullptr, nullptr));
            }));
}

TEST(UninitialisedShared, coarse_grained_memory_that_was_written) {
  EXPECT_EQ(0u, reports_of_svm(coarse_grained(), [](void *in) { map_and_unmap(in, CL_MAP_WRITE); }));
  EXPECT_EQ(0u, reports_of_svm(coarse_grained(), [](void *in) { map_and_unmap(in, CL_MAP_WRITE_INVALIDATE_REGION); }));
  EXPECT_EQ(0u, reports_of_svm(coarse_grained(), [](void *in) {
              const int some[16] = {};
              ok(clEnqueueSVMMemcpy(queue(), CL_TRUE, in, some, 64, 0, nullptr, nullptr));
            }));
  // Without a map, in a part.
  EXPECT_EQ(0u, reports_of_svm(coarse_grained(), [](void *in) { std::fill_n(static_cast<int *>(in), 16, 7); }));
  EXPECT_EQ(1u, reports_of_svm(coarse_grained(), [](void *in) { std::fill_n(static_cast<int *>(in), 15, 7); }));
  EXPECT_EQ(0u, reports_of_svm(coarse_grained(), [](void *in) {
              // By a kernel, through a pointer from memory.
              Program program =
                  build("kernel void write(global ulong *to) { ((global int *)*to)[get_global_id(0)] = 1; }");
              Kernel write = kernel(program, "write");
              Buffer to = make_buffer(std::vector<void *>{in});
              set_args(write, to);
              ok(clSetKernelExecInfo(write, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof in, &in));
              run(write, {16}, {4});
            }));
}

// A native kernel's writes are not tracked.
TEST(UninitialisedShared, memory_that_a_native_kernel_may_have_written) {
  EXPECT_EQ(0u, reports_of_svm(coarse_grained(), [](void *) {
              ok(clEnqueueNativeKernel(queue(), [](void *) {}, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr));
            }));
  EXPECT_EQ(0u, reports_of([](cl_mem in) {
              int *args[1] = {};
              const void *place = args;
              ok(clEnqueueNativeKernel(
                  queue(), [](void *given) { std::fill_n(*static_cast<int **>(given), 16, 3); }, args, sizeof args, 1,
                  &in, &place, 0, nullptr, nullptr));
            }));
}

constexpr char kPadded[] = R"(
struct Padded { char a; int b; };
kernel void copy(global const struct Padded *in, global struct Padded *out) { *out = *in; })";

// The host may write fine-grained memory at any time, also over unwritten padding that a kernel has copied there.
TEST(UninitialisedShared, fine_grained_memory_counts_as_written) {
  EXPECT_EQ(0u, reports_of_svm(fine_grained(), [](void *) {}));
  Program program = build(kPadded);
  void *pair[] = {coarse_grained(), fine_grained()};
  const char one = 1;
  ok(clEnqueueSVMMemFill(queue(), pair[0], &one, 1, 1, 0, nullptr, nullptr));
  Kernel copy = kernel(program, "copy");
  for (cl_uint i : {0u, 1u}) ok(clSetKernelArgSVMPointer(copy, i, pair[i]));
  run(copy, {1}, {1});
  new_reports();
  EXPECT_EQ(0u, reports_of_shared(pair[1], [](void *in) { std::fill_n(static_cast<int *>(in), 16, 1); }));
  for (void *each : pair) clSVMFree(context(), each);
}

TEST(UninitialisedShared, memory_of_intels_calls) {
  const auto allocate_device = extension<clDeviceMemAllocINTEL_fn>("clDeviceMemAllocINTEL");
  const auto allocate_shared = extension<clSharedMemAllocINTEL_fn>("clSharedMemAllocINTEL");
  const auto allocate_host = extension<clHostMemAllocINTEL_fn>("clHostMemAllocINTEL");
  const auto free = extension<clMemFreeINTEL_fn>("clMemFreeINTEL");
  const auto fill = extension<clEnqueueMemFillINTEL_fn>("clEnqueueMemFillINTEL");
  cl_int code = CL_SUCCESS;
  const auto reports_of_usm = [&](void *in, auto write) {
    ok(code);
    const size_t reports = reports_of_shared(in, write);
    ok(free(context(), in));
    return reports;
  };
  const auto nothing = [](void *) {};
  const auto of_device = [&] { return allocate_device(context(), device(), nullptr, 64, 0, &code); };
  EXPECT_EQ(1u, reports_of_usm(of_device(), nothing));
  EXPECT_EQ(0u, reports_of_usm(of_device(), [&](void *in) {
              const int zero = 0;
              ok(fill(queue(), in, &zero, 4, 64, 0, nullptr, nullptr));
            }));
  EXPECT_EQ(0u, reports_of_usm(allocate_shared(context(), device(), nullptr, 64, 0, &code), nothing));
  EXPECT_EQ(0u, reports_of_usm(allocate_host(context(), nullptr, 64, 0, &code), nothing));
}

// Memory that the host allocated itself is never marked.
TEST(UninitialisedShared, system_memory_counts_as_written) {
  const std::unique_ptr<int[]> memory(new int[16]);
  EXPECT_EQ(0u, reports_of_shared(memory.get(), [](void *at) { std::fill_n(static_cast<int *>(at), 16, 1); }));
}

// A kernel copies padding where the host has written all before, and the host writes again, without a map.
TEST(UninitialisedShared, memory_that_was_full_counts_as_written) {
  Program program = build(kPadded);
  void *pair[] = {coarse_grained(), coarse_grained()};
  const auto fill = [](void *at) { std::fill_n(static_cast<int *>(at), 16, 1); };
  fill(pair[1]);
  const char one = 1;
  ok(clEnqueueSVMMemFill(queue(), pair[0], &one, 1, 1, 0, nullptr, nullptr));
  Kernel copy = kernel(program, "copy");
  for (cl_uint i : {0u, 1u}) ok(clSetKernelArgSVMPointer(copy, i, pair[i]));
  run(copy, {1}, {1});
  new_reports();
  EXPECT_EQ(0u, reports_of_svm(pair[1], fill));
  clSVMFree(context(), pair[0]);
}

// A map clears when it runs: behind a kernel that copies padding into what is mapped.
TEST(UninitialisedShared, a_map_comes_behind_the_kernels_before) {
  Program program = build(kPadded);
  const char one = 1;
  const auto copied_to = [&](cl_mem out, auto map) {
    Buffer in = make_buffer(64);
    ok(clEnqueueFillBuffer(queue(), in, &one, 1, 0, 1, 0, nullptr, nullptr));
    Kernel copy = kernel(program, "copy");
    cl_mem to = out;
    set_arg(copy, 0, in);
    ok(clSetKernelArg(copy, 1, sizeof to, &to));
    cl_int code = CL_SUCCESS;
    cl_event gate = clCreateUserEvent(context(), &code);
    ok(code);
    const size_t size = 1;
    ok(clEnqueueNDRangeKernel(queue(), copy, 1, nullptr, &size, &size, 1, &gate, nullptr));
    map();
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    ok(clFinish(queue()));
    clReleaseEvent(gate);
    new_reports();
  };
  EXPECT_EQ(0u, reports_of([&](cl_mem in) {
              void *at = nullptr;
              copied_to(in, [&] {
                cl_int code = CL_SUCCESS;
                at = clEnqueueMapBuffer(queue(), in, CL_FALSE, CL_MAP_WRITE, 0, 64, 0, nullptr, nullptr, &code);
                ok(code);
              });
              std::fill_n(static_cast<int *>(at), 16, 1);
              ok(clEnqueueUnmapMemObject(queue(), in, at, 0, nullptr, nullptr));
            }));
}

constexpr char kPipes[] = R"(
struct Pair { int first, second; };
kernel void reserve(write_only pipe int to, int count) {
  reserve_id_t id = reserve_write_pipe(to, 2);
  int value = 7;
  for (int i = 0; i < count; ++i) write_pipe(to, id, i, &value);
  commit_write_pipe(to, id);
}
kernel void part(write_only pipe struct Pair to, int count) {
  struct Pair pair;
  pair.first = 1;
  if (count > 1) pair.second = 2;
  write_pipe(to, &pair);
}
kernel void get(read_only pipe int from, global int *out) {
  for (int i = 0; i < 2; ++i) {
    int value;
    if (read_pipe(from, &value) == 0) out[i] = value + 1;
  }
}
kernel void get_part(read_only pipe struct Pair from, global int *out) {
  struct Pair pair;
  if (read_pipe(from, &pair) == 0) out[0] = pair.first + 1, out[1] = pair.second + 1;
}
kernel void get_none(read_only pipe int from, global int *out) {
  int value;
  read_pipe(from, &value);
  out[0] = value + 1;
})";

std::vector<std::string> reports_of_pipe(const char *write, int count, const char *read, cl_uint packet) {
  Program program = build(kPipes, "-cl-std=CL3.0");
  cl_int code = CL_SUCCESS;
  Buffer pipe(clCreatePipe(context(), CL_MEM_READ_WRITE, packet, 16, nullptr, &code)), out = make_buffer(64);
  ok(code);
  if (write) {
    Kernel k = kernel(program, write);
    set_args(k, pipe, count);
    run(k, {1}, {1});
  }
  Kernel k = kernel(program, read);
  set_args(k, pipe, out);
  run(k, {1}, {1});
  return new_reports();
}

TEST(UninitialisedPipe, packets) {
  const std::vector<std::string> none;
  EXPECT_EQ(none, reports_of_pipe("reserve", 2, "get", 4));
  EXPECT_EQ(none, reports_of_pipe("part", 2, "get_part", 8));
  const auto expect_one = [](const std::vector<std::string> &reports, const char *place) {
    ASSERT_EQ(1u, reports.size());
    EXPECT_NE(std::string::npos, reports[0].find(place)) << reports[0];
    EXPECT_NE(std::string::npos, reports[0].find("depends on memory that nobody has written")) << reports[0];
  };
  expect_one(reports_of_pipe("reserve", 1, "get", 4), "kernel 'get', line 18:");
  expect_one(reports_of_pipe("part", 1, "get_part", 8), "kernel 'get_part', line 23:");
  // There is none: the variable stays as it was.
  expect_one(reports_of_pipe(nullptr, 0, "get_none", 4), "kernel 'get_none', line 28:");
}

// A kernel that is not checked leaves no marks, whatever its stack holds.
TEST(UninitialisedPipe, packets_of_a_kernel_that_is_not_checked) {
  const char *source = R"(
kernel void put(write_only pipe int to, global int *out) {
  int values[16];
  for (int i = 0; i < 16; ++i) values[i] = out[i];
  write_pipe(to, values + out[0]);
})";
  Program checked = build(kPipes, "-cl-std=CL3.0"), plain = build(source, "-cl-std=CL3.0 -cl-wherry-check=bounds");
  cl_int code = CL_SUCCESS;
  Buffer pipe(clCreatePipe(context(), CL_MEM_READ_WRITE, 4, 16, nullptr, &code));
  ok(code);
  Buffer out = make_buffer(std::vector<int>(16, 3));
  for (int i = 0; i < 2; ++i) {
    Kernel put = kernel(plain, "put"), get = kernel(checked, "get");
    set_args(put, pipe, out);
    set_args(get, pipe, out);
    run(put, {1}, {1});
    run(get, {1}, {1});
  }
  EXPECT_TRUE(new_reports().empty());
}

}  // namespace

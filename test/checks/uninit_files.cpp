// SPDX-License-Identifier: Apache-2.0
// Kernels that use what nobody has written.
#include <gtest/gtest.h>

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

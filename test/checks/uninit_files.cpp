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

}  // namespace

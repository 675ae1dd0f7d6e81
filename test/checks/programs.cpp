// SPDX-License-Identifier: Apache-2.0
// Checks of what case files cannot say: images, shared virtual memory, programs of which one is checked, and what
// becomes of reports.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "common/cl.h"
#include "common/reports.h"
#include "common/spirv.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

using Parts = std::vector<std::string>;

// One report that holds each of the parts.
void expect_report(const Parts &parts) {
  const auto reports = new_reports();
  ASSERT_EQ(reports.size(), 1u);
  for (const std::string &part : parts) EXPECT_NE(reports[0].find(part), std::string::npos) << reports[0];
}

Buffer image_2d(size_t width, size_t height, cl_uint levels = 0) {
  const cl_image_format format{CL_R, CL_UNSIGNED_INT32};
  cl_image_desc layout{};
  layout.image_type = CL_MEM_OBJECT_IMAGE2D;
  layout.image_width = width;
  layout.image_height = height;
  layout.num_mip_levels = levels;
  cl_int code = CL_SUCCESS;
  Buffer made(clCreateImage(context(), CL_MEM_READ_WRITE, &format, &layout, nullptr, &code));
  ok(code);
  return made;
}

TEST(CheckedImages, name_texels_outside) {
  Program program = build(R"(
kernel void get(read_only image2d_t image, global uint *out) {
  int i = get_global_id(0);
  out[i] = read_imageui(image, (int2)(i, 1)).x;
}
kernel void put(write_only image2d_t image) {
  int i = get_global_id(0);
  write_imageui(image, (int2)(i, i - 1), (uint4)(i));
}
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void sampled(read_only image2d_t image, global uint *out) {
  int i = get_global_id(0);
  out[i] = read_imageui(image, edge, (int2)(i, 1)).x;
})");
  Buffer image = image_2d(8, 4);
  Buffer out = make_buffer(64);
  Kernel get = kernel(program, "get"), put = kernel(program, "put"), sampled = kernel(program, "sampled");
  set_args(get, image, out);
  run(get, {9}, {9});
  expect_report({"kernel 'get', line 4:12, work-group (0,0,0), work-item (8,0,0): out of bounds: reads texel (8,1,0), "
                 "outside of argument 0 'image'"});
  set_args(put, image);
  run(put, {4}, {4});
  expect_report(
      {"kernel 'put', line 8:3", "work-item (0,0,0): out of bounds: writes texel (0,-1,0), outside of argument 0"});
  set_args(sampled, image, out);
  run(sampled, {16}, {16});
  EXPECT_TRUE(new_reports().empty());
}

TEST(CheckedImages, name_texels_outside_of_their_level) {
  Program program = build(R"(
kernel void put(write_only image2d_t image, int level) {
  int i = get_global_id(0);
  write_imageui(image, (int2)(i, 1), level, (uint4)(i));
})",
                          "-cl-std=CL3.0");
  Buffer image = image_2d(8, 8, 3);
  Kernel put = kernel(program, "put");
  for (const int level : {0, 1, 2}) {
    set_args(put, image, level);
    run(put, {size_t(8) >> level}, {size_t(8) >> level});
  }
  EXPECT_TRUE(new_reports().empty());
  run(put, {4}, {4});
  expect_report({"line 4:3", "work-item (2,0,0): out of bounds: writes texel (2,1,0), outside of argument 0 'image'"});
}

TEST(CheckedImages, name_levels_that_are_none) {
  Program program = build(R"(
kernel void put(write_only image2d_t image, int level) { write_imageui(image, (int2)(0, 0), level, (uint4)(1)); })",
                          "-cl-std=CL3.0");
  Buffer image = image_2d(8, 8, 3);
  Kernel put = kernel(program, "put");
  set_args(put, image, 3);
  run(put, {1}, {1});
  expect_report({"line 2:58", "out of bounds: writes texel (0,0,0), outside of argument 0 'image'"});
}

TEST(CheckedPointers, are_asked_for_where_memory_holds_them) {
  Program program = build(R"(
typedef struct { global int *at; } Holder;
kernel void hold(global Holder *holder, global int *at) { holder->at = at; }
kernel void follow(global Holder *holder, global int *out) {
  int i = get_global_id(0);
  out[i] = holder->at[i];
  holder->at[i] = i;
})",
                          "-cl-std=CL2.0");
  Kernel hold = kernel(program, "hold"), follow = kernel(program, "follow");
  Buffer holder = make_buffer(8), out = make_buffer(64 * sizeof(int));
  auto *shared = static_cast<int *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, 16 * sizeof(int), 0));
  ASSERT_TRUE(shared);
  set_args(hold, holder);
  ok(clSetKernelArgSVMPointer(hold, 1, shared));
  run(hold, {1}, {1});
  set_args(follow, holder, out);
  const void *used[] = {shared};
  ok(clSetKernelExecInfo(follow, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof used, used));
  run(follow, {16}, {16});
  EXPECT_TRUE(new_reports().empty());
  // Past the allocation, and once it is free.
  run(follow, {17}, {17});
  auto reports = new_reports();
  ASSERT_EQ(reports.size(), 2u);
  EXPECT_NE(
      reports[0].find("line 6:12, work-group (0,0,0), work-item (16,0,0): out of bounds: reads 4 bytes at address"),
      std::string::npos)
      << reports[0];
  EXPECT_NE(reports[1].find("line 7:17"), std::string::npos) << reports[1];
  clSVMFree(context(), shared);
  Program again = build(R"(
typedef struct { global int *at; } Holder;
kernel void follow(global Holder *holder, global int *out) { out[get_global_id(0)] = holder->at[get_global_id(0)]; })",
                        "-cl-std=CL2.0");
  Kernel late = kernel(again, "follow");
  set_args(late, holder, out);
  run(late, {1}, {1});
  expect_report({"line 3:86", "out of bounds: reads 4 bytes at address"});
}

TEST(CheckedPointers, of_shared_memory_have_the_allocation_around_them) {
  Program program = build(R"(
kernel void test(global int *at, int first, int n) { for (int i = first; i < n; ++i) at[i] = i; })");
  Kernel test = kernel(program, "test");
  auto *shared = static_cast<int *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, 16 * sizeof(int), 0));
  ok(clSetKernelArgSVMPointer(test, 0, shared + 8));
  set_arg(test, 1, cl_int{-8});
  set_arg(test, 2, cl_int{8});
  run(test, {1}, {1});
  EXPECT_TRUE(new_reports().empty());
  set_arg(test, 2, cl_int{9});
  run(test, {1}, {1});
  expect_report({"out of bounds: writes 4 bytes at byte 64 of argument 0 'at' (64 bytes)"});
  clSVMFree(context(), shared);
}

// In a child, as the environment is read once.
int run_child(const std::string &name, const std::string &settings, std::string *output = nullptr) {
  const std::string command = "GTEST_TOTAL_SHARDS=1 GTEST_SHARD_INDEX=0 WHERRY_CHECK_LOG= " + settings + " '" +
                              std::filesystem::read_symlink("/proc/self/exe").string() +
                              "' --gtest_also_run_disabled_tests --gtest_filter=" + name + " 2>&1";
  std::FILE *pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  const int status = pipe ? pclose(pipe) : -1;
  if (output) *output = text;
  return status;
}

TEST(CheckChild, DISABLED_reads_outside) {
  Program checked = build("kernel void test(global int *out) { out[get_global_id(0)] = 1; }",
                          std::getenv("WHERRY_TEST_OPTIONS") ? std::getenv("WHERRY_TEST_OPTIONS") : "");
  Program other = build("kernel void other(global int *out) { out[get_global_id(0) % 8] = 1; }");
  Kernel test = kernel(checked, "test"), fine = kernel(other, "other");
  Buffer out = make_buffer(8 * sizeof(int));
  set_args(fine, out);
  run(fine, {9}, {9});
  set_args(test, out);
  run(test, {9}, {9});
}

TEST(CheckedPointers, to_buffers_with_an_address_may_come_from_memory) {
  Program program = build("kernel void follow(global ulong *at) { *(global int *)*at = 77; }");
  Kernel follow = kernel(program, "follow");
  const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  cl_int code = CL_SUCCESS;
  Buffer buffer(clCreateBufferWithProperties(context(), properties, CL_MEM_READ_WRITE, 64, nullptr, &code));
  ok(code);
  const auto address = info<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer.get(), CL_MEM_DEVICE_ADDRESS_EXT);
  Buffer inside = make_buffer(std::vector<cl_ulong>{address + 60}),
         behind = make_buffer(std::vector<cl_ulong>{address + 64});
  set_args(follow, inside);
  run(follow, {1}, {1});
  EXPECT_TRUE(new_reports().empty());
  set_args(follow, behind);
  run(follow, {1}, {1});
  expect_report({"line 1:59", "out of bounds: writes 4 bytes at address"});
  buffer.reset();
}

TEST(CheckedPointers, to_buffers_of_one_host_address_reach_the_largest) {
  Program program = build("kernel void follow(global ulong *at) { *(global int *)*at = 77; }");
  Kernel follow = kernel(program, "follow");
  alignas(64) static int host[16];
  const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  const auto made = [&](size_t bytes) {
    cl_int code = CL_SUCCESS;
    Buffer buffer(clCreateBufferWithProperties(context(), properties, CL_MEM_USE_HOST_PTR, bytes, host, &code));
    ok(code);
    return buffer;
  };
  Buffer small = made(32), large = made(64), last = make_buffer(std::vector<cl_ulong>{cl_ulong(host + 15)});
  set_args(follow, last);
  run(follow, {1}, {1});
  EXPECT_TRUE(new_reports().empty());
  small.reset();
  run(follow, {1}, {1});
  EXPECT_TRUE(new_reports().empty());
  large.reset();
  run(follow, {1}, {1});
  expect_report({"line 1:59", "out of bounds: writes 4 bytes at address"});
}

TEST(CheckedPointers, of_shared_memory_that_is_freed_lead_nowhere) {
  Program program = build(R"(
kernel void late(global int *at) { at[get_global_id(0)] = 1; }
kernel void early(global int *at) { at[get_global_id(0)] = 1; }
)");
  Kernel late = kernel(program, "late"), early = kernel(program, "early");
  auto *shared = static_cast<int *>(clSVMAlloc(context(), CL_MEM_READ_WRITE, 16 * sizeof(int), 0));
  // While the kernel waits.
  ok(clSetKernelArgSVMPointer(late, 0, shared));
  ok(clSetKernelArgSVMPointer(early, 0, shared));
  cl_int code = CL_SUCCESS;
  Event gate(clCreateUserEvent(context(), &code)), done;
  const cl_event waits[] = {gate};
  const size_t global = 16;
  ok(clEnqueueNDRangeKernel(queue(), late, 1, nullptr, &global, &global, 1, waits, done.out()));
  clSVMFree(context(), shared);
  ok(clSetUserEventStatus(gate, CL_COMPLETE));
  ok(clFinish(queue()));
  expect_report({"kernel 'late', line 2:57", "out of bounds: writes 4 bytes at byte", "of argument 0 'at'"});
  // Before the kernel is enqueued.
  run(early, {16}, {16});
  expect_report({"kernel 'early', line 3:58", "out of bounds: writes 4 bytes at byte", "of argument 0 'at'"});
}

TEST(CheckedModules, have_the_lines_and_names_of_spirv) {
  const std::string module = assembled(R"(
OpCapability Addresses
OpCapability Kernel
OpCapability Int64
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %test "test"
%file = OpString "store.cl"
OpName %out "out"
%void = OpTypeVoid
%int = OpTypeInt 32 0
%long = OpTypeInt 64 0
%seven = OpConstant %int 7
%eight = OpConstant %long 8
%pointer = OpTypePointer CrossWorkgroup %int
%type = OpTypeFunction %void %pointer
%test = OpFunction %void None %type
%out = OpFunctionParameter %pointer
%entry = OpLabel
OpLine %file 12 5
%at = OpInBoundsPtrAccessChain %pointer %out %eight
OpStore %at %seven Aligned 4
OpNoLine
OpReturn
OpFunctionEnd
)");
  cl_int code = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context(), module.data(), module.size(), &code));
  ok(code);
  ok(clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  Kernel test = kernel(program, "test");
  Buffer out = make_buffer(32);
  set_args(test, out);
  run(test, {1}, {1});
  expect_report(
      {"kernel 'test', ", "store.cl", "12:5", "out of bounds: writes 4 bytes at byte 32 of argument 0 'out'"});
}

TEST(CheckedSubGroups, reserve_a_pipe_s_packets_together) {
  Program program = build(R"(
__attribute__((intel_reqd_sub_group_size(8))) kernel void test(write_only pipe int to) {
  int lane = get_sub_group_local_id();
  if (lane < 3) {
    reserve_id_t id = sub_group_reserve_write_pipe(to, 3);
    if (is_valid_reserve_id(id)) {
      write_pipe(to, id, lane, &lane);
      sub_group_commit_write_pipe(to, id);
    }
  }
})",
                          "-cl-std=CL3.0");
  cl_int code = CL_SUCCESS;
  Buffer pipe(clCreatePipe(context(), CL_MEM_READ_WRITE, 4, 64, nullptr, &code));
  ok(code);
  Kernel test = kernel(program, "test");
  set_args(test, pipe);
  run(test, {8}, {8});
  const auto reports = new_reports();
  ASSERT_FALSE(reports.empty());
  for (const char *part :
       {"line 5:", "divergent call: 3 of 8 work-items come to this sub-group function", "work-item (3,0,0) does not"})
    EXPECT_NE(reports[0].find(part), std::string::npos) << reports[0];
}

TEST(CheckOptions, one_program_of_many_by_its_build_options) {
  std::string said;
  EXPECT_EQ(run_child("*reads_outside", "WHERRY_CHECK= WHERRY_TEST_OPTIONS=-cl-wherry-check=bounds", &said), 0);
  EXPECT_NE(
      said.find("wherry: kernel 'test', line 1:59, work-group (0,0,0), work-item (8,0,0): out of bounds: writes 4 "
                "bytes at byte 32 of argument 0 'out' (32 bytes)"),
      std::string::npos)
      << said;
}

TEST(CheckOptions, exit_status_and_trap) {
  std::string said;
  EXPECT_EQ(run_child("*reads_outside", "WHERRY_TEST_OPTIONS= WHERRY_CHECK=bounds WHERRY_CHECK_EXIT=7", &said), 7 << 8)
      << said;
  EXPECT_NE(said.find("[  PASSED  ]"), std::string::npos) << said;
  EXPECT_EQ(
      run_child("*reads_outside", "WHERRY_TEST_OPTIONS= WHERRY_CHECK=arith WHERRY_CHECK_EXIT=7 WHERRY_FAULTS=1", &said),
      0)
      << said;
  const int trapped =
      run_child("*reads_outside", "WHERRY_TEST_OPTIONS= WHERRY_CHECK=bounds WHERRY_CHECK_TRAP=1", &said);
  EXPECT_TRUE((WIFEXITED(trapped) && WEXITSTATUS(trapped) == 128 + SIGTRAP) ||
              (WIFSIGNALED(trapped) && WTERMSIG(trapped) == SIGTRAP))
      << trapped;
}

TEST(CheckOptions, lines_of_json) {
  const std::string path =
      std::filesystem::temp_directory_path() / ("wherry-check-" + std::to_string(getpid()) + ".jsonl");
  const std::string settings = "WHERRY_TEST_OPTIONS= WHERRY_CHECK=bounds,nothing WHERRY_CHECK_LOG=" + path;
  std::string said;
  run_child("*reads_outside", settings, &said);
  EXPECT_NE(said.find("WHERRY_CHECK: 'nothing' is no check"), std::string::npos) << said;
  std::ifstream file(path);
  std::string line, more;
  std::getline(file, line);
  EXPECT_EQ(line,
            "{\"kernel\":\"test\",\"file\":\"\",\"line\":1,\"column\":59,\"work_group\":[0,0,0],\"work_item\":[8,0,0],"
            "\"kind\":\"out of bounds\",\"text\":\"writes 4 bytes at byte 32 of argument 0 'out' (32 bytes)\"}");
  EXPECT_FALSE(std::getline(file, more)) << more;
  std::filesystem::remove(path);
}

TEST(CheckOptions, an_unknown_word_is_no_build_option) {
  cl_int code = CL_SUCCESS;
  const char *text = "kernel void test() {}";
  Program program(clCreateProgramWithSource(context(), 1, &text, nullptr, &code));
  ok(code);
  EXPECT_EQ(clBuildProgram(program, 0, nullptr, "-cl-wherry-check=bounds,nothing", nullptr, nullptr),
            CL_INVALID_BUILD_OPTIONS);
}

}  // namespace

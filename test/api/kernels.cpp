// SPDX-License-Identifier: Apache-2.0
// Kernel objects: argument info, work-group info, sizes left to the driver, clones.
#include <CL/cl_icd.h>
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

struct Argument {
  const char *name, *type;
  cl_kernel_arg_address_qualifier space;
  cl_kernel_arg_type_qualifier qualifiers;
};

TEST(Kernels, argument_info) {
  Program program = build(
      "typedef struct { int a; } Record;\n"
      "typedef float2 pair;\n"
      "kernel void test(global const int *restrict in, volatile global float4 *out, constant uchar *table,\n"
      "                 local unsigned long *tile, int count, const uint4 v, Record record, pair p, global void *any,\n"
      "                 global Record *records) {}",
      "-cl-kernel-arg-info");
  Kernel k = kernel(program, "test");
  const Argument expected[] = {
      {"in", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"out", "float4*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE},
      {"table", "uchar*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"tile", "ulong*", CL_KERNEL_ARG_ADDRESS_LOCAL, 0},
      {"count", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
      {"v", "uint4", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
      {"record", "Record", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
      {"p", "pair", CL_KERNEL_ARG_ADDRESS_PRIVATE, 0},
      {"any", "void*", CL_KERNEL_ARG_ADDRESS_GLOBAL, 0},
      {"records", "Record*", CL_KERNEL_ARG_ADDRESS_GLOBAL, 0},
  };
  EXPECT_EQ(std::size(expected), info<cl_uint>(clGetKernelInfo, k.get(), CL_KERNEL_NUM_ARGS));
  for (cl_uint index = 0; index < std::size(expected); ++index) {
    const Argument &want = expected[index];
    SCOPED_TRACE(want.name);
    auto query = [index](cl_kernel q, cl_uint name, size_t size, void *value, size_t *needed) {
      return clGetKernelArgInfo(q, index, name, size, value, needed);
    };
    EXPECT_EQ(want.name, info_text(query, k.get(), CL_KERNEL_ARG_NAME));
    EXPECT_EQ(want.type, info_text(query, k.get(), CL_KERNEL_ARG_TYPE_NAME));
    EXPECT_EQ(want.space, info<cl_kernel_arg_address_qualifier>(query, k.get(), CL_KERNEL_ARG_ADDRESS_QUALIFIER));
    EXPECT_EQ(want.qualifiers, info<cl_kernel_arg_type_qualifier>(query, k.get(), CL_KERNEL_ARG_TYPE_QUALIFIER));
    EXPECT_EQ(cl_kernel_arg_access_qualifier(CL_KERNEL_ARG_ACCESS_NONE),
              info<cl_kernel_arg_access_qualifier>(query, k.get(), CL_KERNEL_ARG_ACCESS_QUALIFIER));
  }
}

TEST(Kernels, work_group_info) {
  Program program = build(R"(
__attribute__((reqd_work_group_size(8, 4, 2))) kernel void fixed(global int *out, local int *tile) {
  local int memory[100];
  memory[get_local_id(0)] = tile[0] = 1;
  out[0] = memory[0];
}
kernel void plain() {})");
  Kernel fixed = kernel(program, "fixed"), plain = kernel(program, "plain");
  auto query = [](cl_kernel k, cl_uint name, size_t size, void *value, size_t *needed) {
    return clGetKernelWorkGroupInfo(k, device(), name, size, value, needed);
  };
  using Size3 = std::array<size_t, 3>;
  EXPECT_EQ((Size3{8, 4, 2}), info<Size3>(query, fixed.get(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
  EXPECT_EQ((Size3{0, 0, 0}), info<Size3>(query, plain.get(), CL_KERNEL_COMPILE_WORK_GROUP_SIZE));
  EXPECT_GE(info<size_t>(query, plain.get(), CL_KERNEL_WORK_GROUP_SIZE), 4096u);
  EXPECT_GE(info<size_t>(query, plain.get(), CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1u);
  cl_ulong before = info<cl_ulong>(query, fixed.get(), CL_KERNEL_LOCAL_MEM_SIZE);
  EXPECT_GE(before, 400u);
  set_arg(fixed, 1, LocalBytes{1000});
  EXPECT_GE(info<cl_ulong>(query, fixed.get(), CL_KERNEL_LOCAL_MEM_SIZE), before + 1000);
  EXPECT_EQ(0u, info<cl_ulong>(query, plain.get(), CL_KERNEL_LOCAL_MEM_SIZE));
  EXPECT_NE(std::string::npos,
            info_text(clGetKernelInfo, fixed.get(), CL_KERNEL_ATTRIBUTES).find("reqd_work_group_size"));
  EXPECT_EQ("", info_text(clGetKernelInfo, plain.get(), CL_KERNEL_ATTRIBUTES));
}

TEST(Kernels, local_size_left_to_the_driver) {
  Program program = build(R"(
kernel void test(global int *out) {
  size_t i = (get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) + get_global_id(0);
  out[i] = get_global_size(0) % get_local_size(0) || get_global_size(1) % get_local_size(1) ? -1 : (int)i;
})",
                          "-cl-std=CL1.2");
  Kernel k = kernel(program, "test");
  for (const Sizes &global : {Sizes{1}, {17}, {1000}, {4097}, {64, 64}, {7, 13}, {1, 1000}, {5, 6, 7}, {1, 1, 300}}) {
    size_t n = 1;
    for (size_t size : global) n *= size;
    SCOPED_TRACE(n);
    std::vector<int> expected(n);
    for (size_t i = 0; i < n; ++i) expected[i] = static_cast<int>(i);
    Buffer out = make_buffer(n * 4);
    set_args(k, out);
    run(k, global);
    EXPECT_EQ(expected, read<int>(out, n));
  }
}

// What a launch without a local size gets: a call of OpenCL 3.1, of an extension before, and in the loader's table the
// one behind OpenCL 3.0's.
TEST(Kernels, suggested_size_is_that_of_a_launch) {
  using Suggest = clGetKernelSuggestedLocalWorkSizeKHR_fn;
  const auto suggest = extension<Suggest>("clGetKernelSuggestedLocalWorkSize");
  ASSERT_NE(nullptr, extension<Suggest>("clGetKernelSuggestedLocalWorkSizeKHR"));
  const auto *table = *reinterpret_cast<const cl_icd_dispatch *const *>(platform());
  EXPECT_EQ(suggest, *reinterpret_cast<const Suggest *>(&table->clSetContextDestructorCallback + 1));
  const char *source =
      "kernel void test(global uint *out) { if (get_group_id(0) + get_group_id(1) + get_group_id(2) == 0)"
      "  for (uint d = 0; d < 3; ++d) out[d] = get_local_size(d); }"
      "__attribute__((reqd_work_group_size(4, 2, 1))) kernel void fixed(global uint *out) {"
      "  for (uint d = 0; d < 3; ++d) out[d] = get_local_size(d); }";
  Buffer out = make_buffer(12);
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
    Program program = build(source, options);
    Kernel k = kernel(program, "test"), fixed = kernel(program, "fixed");
    set_args(k, out);
    set_args(fixed, out);
    for (const Sizes &global : {Sizes{1}, {1000}, {4099}, {64, 64}, {7, 13}, {1, 1000}, {5, 6, 7}, {8, 4, 3}})
      for (cl_kernel launched : {k.get(), fixed.get()}) {
        if (launched == fixed && (global[0] % 4 || global.size() < 2 || global[1] % 2)) continue;
        std::vector<size_t> size(3, 1);
        ok(suggest(queue(), launched, static_cast<cl_uint>(global.size()), nullptr, global.data(), size.data()));
        run(launched, global);
        for (int d = 0; d < 3; ++d) EXPECT_EQ(read<cl_uint>(out, 3)[d], size[d]) << global[0] << " " << d;
      }
    size_t size[3], one = 1, none[] = {4, 0}, huge = SIZE_MAX;
    Kernel unset = kernel(program, "test");
    Queue other = make_queue(0, make_context());
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, suggest(nullptr, k, 1, nullptr, &one, size));
    EXPECT_EQ(CL_INVALID_KERNEL, suggest(queue(), nullptr, 1, nullptr, &one, size));
    EXPECT_EQ(CL_INVALID_CONTEXT, suggest(other, k, 1, nullptr, &one, size));
    EXPECT_EQ(CL_INVALID_KERNEL_ARGS, suggest(queue(), unset, 1, nullptr, &one, size));
    EXPECT_EQ(CL_INVALID_WORK_DIMENSION, suggest(queue(), k, 0, nullptr, &one, size));
    EXPECT_EQ(CL_INVALID_WORK_DIMENSION, suggest(queue(), k, 4, nullptr, &one, size));
    EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue(), k, 1, nullptr, nullptr, size));
    EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue(), k, 2, nullptr, none, size));
    EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, suggest(queue(), k, 1, &huge, &one, size));
    EXPECT_EQ(CL_INVALID_VALUE, suggest(queue(), k, 1, nullptr, &one, nullptr));
  }
}

// A launch without a local size may have smaller last work-groups where no work-item sees that. The program would see
// it.
TEST(Kernels, suggested_size_can_be_asked_for) {
  using Suggest = clGetKernelSuggestedLocalWorkSizeKHR_fn;
  const auto suggest = extension<Suggest>("clGetKernelSuggestedLocalWorkSize");
  Program program = build("kernel void test(global const float *in, global float *out, int w, int h) {"
                          "  int x = get_global_id(0), y = get_global_id(1); out[x * h + y] = in[y * w + x]; }",
                          "-cl-std=CL1.2");
  Kernel k = kernel(program, "test");
  for (const Sizes &global : {Sizes{1021, 257}, {37, 1030}, {4099, 1}, {1026, 2050}}) {
    Buffer in = make_buffer(std::vector<float>(global[0] * global[1])), out = make_buffer(4 * global[0] * global[1]);
    set_args(k, in, out, static_cast<cl_int>(global[0]), static_cast<cl_int>(global[1]));
    Sizes local(2);
    ok(suggest(queue(), k, 2, nullptr, global.data(), local.data()));
    run(k, global, local);
    run(k, global);
  }
}

// OpenCL 3.1: "arg_size may be zero, indicating that no local memory is required for the kernel argument."
TEST(Kernels, local_memory_of_no_bytes) {
  Program program = build("kernel void test(local int *none, local int *some, global int *out) {"
                          "  some[get_local_id(0)] = get_local_id(0); barrier(CLK_LOCAL_MEM_FENCE);"
                          "  out[get_global_id(0)] = some[3 - get_local_id(0)]; }");
  Kernel k = kernel(program, "test");
  auto local_bytes = [&] {
    cl_ulong bytes = 0;
    ok(clGetKernelWorkGroupInfo(k, device(), CL_KERNEL_LOCAL_MEM_SIZE, sizeof bytes, &bytes, nullptr));
    return bytes;
  };
  const cl_ulong without = local_bytes();
  Buffer out = make_buffer(32);
  set_args(k, LocalBytes{0}, LocalBytes{16}, out);
  EXPECT_EQ(without + 16, local_bytes());
  run(k, {8}, {4});
  EXPECT_EQ((std::vector<int>{3, 2, 1, 0, 3, 2, 1, 0}), read<int>(out, 8));
}

// "if the program was compiled for OpenCL 1.x, or with -cl-uniform-work-group-size, the sizes must divide"
TEST(Kernels, non_uniform_ranges_need_opencl_c_2_or_later) {
  const char *source = "kernel void test(global int *out) { out[get_global_id(0)] = 1; }";
  Buffer out = make_buffer(std::vector<int>(10));
  for (auto [options, expected] : {std::pair("-cl-std=CL1.2", CL_INVALID_WORK_GROUP_SIZE),
                                   {"-cl-std=CL3.0 -cl-uniform-work-group-size", CL_INVALID_WORK_GROUP_SIZE},
                                   {"-cl-std=CL3.0", CL_SUCCESS}}) {
    SCOPED_TRACE(options);
    Program program = build(source, options);
    Kernel k = kernel(program, "test");
    set_args(k, out);
    EXPECT_EQ(error_name(expected), error_name(try_launch(queue(), k, {10}, {4})));
  }
  ok(clFinish(queue()));
  EXPECT_EQ(std::vector<int>(10, 1), read<int>(out, 10));
}

TEST(Kernels, required_size_is_taken_for_null) {
  Program program =
      build("__attribute__((reqd_work_group_size(4, 2, 1))) kernel void test(global int *out) {"
            "  out[get_global_id(1) * 8 + get_global_id(0)] = get_local_size(0) * 10 + get_local_size(1); }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>(32));
  set_args(k, out);
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, try_launch(queue(), k, {8, 4}, {8, 1}));
  run(k, {8, 4}, {4, 2});
  EXPECT_EQ(std::vector<int>(32, 42), read<int>(out, 32));
  run(k, {8, 4});
  EXPECT_EQ(std::vector<int>(32, 42), read<int>(out, 32));
}

TEST(Kernels, clone_has_its_own_arguments) {
  Program program = build("kernel void test(global int *out, int value) { *out += value; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out, 1);
  cl_int error = CL_SUCCESS;
  Kernel clone(clCloneKernel(k, &error));
  ok(error);
  set_arg(k, 1, 10);
  run(clone, {1});
  EXPECT_EQ(1, read<int>(out, 1)[0]);
  set_arg(clone, 1, 100);
  run(k, {1});
  EXPECT_EQ(11, read<int>(out, 1)[0]);
  run(clone, {1});
  EXPECT_EQ(111, read<int>(out, 1)[0]);
}

TEST(Kernels, live_longer_than_their_program) {
  Kernel k;
  {
    Program program = build("kernel void test(global int *out) { *out = 12; }");
    k = kernel(program, "test");
  }
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out);
  run(k, {1});
  EXPECT_EQ(12, read<int>(out, 1)[0]);
}

TEST(Kernels, a_huge_range) {
  Program program = build("kernel void test(global int *out) { if (get_global_id(0) == 49999999) *out = 3; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out);
  run(k, {50000000});
  EXPECT_EQ(3, read<int>(out, 1)[0]);
}

// 2^32 and more work-items in one dimension: sizes are 64 bits wide.
TEST(Kernels, offsets_past_32_bits) {
  Program program = build("kernel void test(global ulong *out) { out[get_local_id(0)] = get_global_id(0); }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<cl_ulong>(4));
  set_args(k, out);
  run(k, {4}, {4}, {size_t(1) << 40});
  cl_ulong first = cl_ulong(1) << 40;
  EXPECT_EQ((std::vector<cl_ulong>{first, first + 1, first + 2, first + 3}), read<cl_ulong>(out, 4));
}

// "CL_DEVICE_MAX_PARAMETER_SIZE: Max size in bytes of all arguments that can be passed to a kernel."
TEST(Kernels, arguments_as_large_as_the_device_says) {
  const auto most = info<size_t>(clGetDeviceInfo, device(), CL_DEVICE_MAX_PARAMETER_SIZE);
  const std::string source =
      "typedef struct { int a[SIZE / 4 - 3]; } Many;\n"
      "kernel void test(global int *out, Many many, int last) { *out = many.a[SIZE / 4 - 4] + last; }";
  Program largest = build(source, ("-DSIZE=" + std::to_string(most)).c_str());
  Kernel k = kernel(largest, "test");
  Buffer out = make_buffer(std::vector<int>(1));
  std::vector<int> many(most / 4 - 3);
  many.back() = 40;
  set_arg(k, 0, out);
  ok(clSetKernelArg(k, 1, many.size() * 4, many.data()));
  set_arg(k, 2, 2);
  run(k, {1});
  EXPECT_EQ(42, read<int>(out, 1)[0]);
  try {
    build(source, ("-DSIZE=" + std::to_string(most + 4)).c_str());
    ADD_FAILURE() << "larger ones were taken";
  } catch (const std::exception &e) {
    EXPECT_NE(std::string(e.what()).find("arguments of kernel 'test' take"), std::string::npos) << e.what();
  }
}

}  // namespace

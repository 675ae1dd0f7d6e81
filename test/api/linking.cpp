// SPDX-License-Identifier: Apache-2.0
// clCompileProgram and clLinkProgram.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common/cl.h"
#include "common/hang.h"

using namespace wherry::test;

namespace {

Program compiled(const char *source, const char *options = "") {
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
  ok(error);
  cl_int code = clCompileProgram(program, 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
  if (code != CL_SUCCESS) throw std::runtime_error(error_name(code) + "\n" + build_log(program));
  return program;
}

struct Linked {
  cl_int code;
  Program program;
};

Linked try_link(const std::vector<cl_program> &parts, const char *options = "") {
  Linked linked{};
  linked.program = Program(clLinkProgram(context(), 0, nullptr, options, cl_uint(parts.size()), parts.data(), nullptr,
                                         nullptr, &linked.code));
  return linked;
}

Program link(const std::vector<cl_program> &parts, const char *options = "") {
  Linked linked = try_link(parts, options);
  if (linked.code != CL_SUCCESS)
    throw std::runtime_error(error_name(linked.code) + "\n" + (linked.program ? build_log(linked.program) : ""));
  return std::move(linked.program);
}

cl_program_binary_type type_of(cl_program program) {
  cl_program_binary_type type = 0;
  ok(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr));
  return type;
}

Program from_binary(const std::vector<unsigned char> &bytes, cl_int *code = nullptr) {
  cl_device_id on = device();
  size_t size = bytes.size();
  const unsigned char *data = bytes.data();
  cl_int status = CL_SUCCESS, error = CL_SUCCESS;
  Program program(clCreateProgramWithBinary(context(), 1, &on, &size, &data, &status, &error));
  EXPECT_EQ(status, error);
  if (code)
    *code = error;
  else
    ok(error);
  return program;
}

int result(cl_program program) {
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{-1});
  set_args(k, out);
  run(k, {1});
  return read<int>(out, 1)[0];
}

const char *const main_source = "int middle(int);\n"
                                "static int helper(int x) { return x + 1; }\n"
                                "kernel void test(global int *out) { *out = middle(helper(4)); }\n";
const char *const middle_source = "extern constant int table[3];\n"
                                  "int last(int);\n"
                                  "static int helper(int x) { return x * table[1]; }\n"
                                  "int middle(int x) { return last(helper(x)); }\n";
const char *const last_source = "constant int table[3] = {7, 10, 13};\n"
                                "int last(int x) { return max(x, 3) - table[0]; }\n";

TEST(Linking, three_objects_in_any_order) {
  Program a = compiled(main_source), b = compiled(middle_source), c = compiled(last_source);
  for (auto &parts :
       {std::vector{a.get(), b.get(), c.get()}, {c.get(), a.get(), b.get()}, {b.get(), c.get(), a.get()}}) {
    Program linked = link(parts);
    EXPECT_EQ(43, result(linked));
    EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE), type_of(linked));
    EXPECT_EQ("test", info_text(clGetProgramInfo, linked.get(), CL_PROGRAM_KERNEL_NAMES));
  }
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT), type_of(a));
}

TEST(Linking, a_library_may_lack_what_others_define) {
  Program a = compiled(main_source), b = compiled(middle_source), c = compiled(last_source);
  for (const char *options : {"-create-library", " -create-library  -enable-link-options -cl-fast-relaxed-math"}) {
    Program library = link({b.get()}, options);
    EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY), type_of(library));
    Program linked = link({a.get(), library.get(), c.get()}, "-cl-no-signed-zeros");
    EXPECT_EQ(43, result(linked));
    Program both = link({library.get(), c.get()}, options);
    Program again = link({a.get(), both.get()});
    EXPECT_EQ(43, result(again));
  }
}

TEST(Linking, objects_and_libraries_are_saved_and_reloaded) {
  Program a = compiled(main_source), b = compiled(middle_source), c = compiled(last_source);
  Program library = link({b.get(), c.get()}, "-create-library");
  Program object = from_binary(binary_of(a)), shelf = from_binary(binary_of(library));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT), type_of(object));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_LIBRARY), type_of(shelf));
  for (cl_program unlinked : {object.get(), shelf.get(), object.get()}) {
    EXPECT_EQ(CL_INVALID_BINARY, clBuildProgram(unlinked, 0, nullptr, "", nullptr, nullptr));
    cl_int error = CL_SUCCESS;
    EXPECT_EQ(nullptr, clCreateKernel(unlinked, "test", &error));
    EXPECT_EQ(CL_INVALID_PROGRAM_EXECUTABLE, error);
  }
  Program linked = link({object.get(), shelf.get()});
  EXPECT_EQ(43, result(linked));
  Program executable = from_binary(binary_of(linked));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_EXECUTABLE), type_of(executable));
  EXPECT_EQ(CL_INVALID_OPERATION, try_link({executable.get()}).code);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(executable, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(43, result(executable));
}

TEST(Linking, a_damaged_object_is_refused) {
  auto good = binary_of(compiled(main_source));
  Random random(seed());
  for (int round = 0; round < 50; ++round) {
    auto bad = good;
    if (round % 2)
      bad[random.below(bad.size())] ^= static_cast<unsigned char>(1 + random.below(255));
    else
      bad.resize(1 + random.below(bad.size() - 1));
    cl_int code = CL_SUCCESS;
    Program program = from_binary(bad, &code);
    EXPECT_EQ(CL_INVALID_BINARY, code) << "round " << round;
    EXPECT_FALSE(program);
  }
}

TEST(Linking, what_is_defined_twice_is_named) {
  Program a = compiled("int shared_one(int x) { return x; } constant int shared_two = 1;\n"
                       "kernel void test(global int *out) { *out = shared_one(shared_two); }");
  Program b = compiled("int shared_one(int x) { return x + 1; } constant int shared_two = 2;\n"
                       "kernel void test(global int *out) { *out = shared_one(shared_two); }");
  Linked linked = try_link({a.get(), b.get()});
  EXPECT_EQ(CL_LINK_PROGRAM_FAILURE, linked.code);
  ASSERT_TRUE(linked.program);
  std::string log = build_log(linked.program);
  for (const char *line :
       {"error: 'shared_one' is defined in more than one program",
        "error: 'shared_two' is defined in more than one program", "error: 'test' is defined in more than one program"})
    EXPECT_NE(std::string::npos, log.find(line)) << log;
  EXPECT_EQ(CL_BUILD_ERROR, info<cl_build_status>(
                                [](cl_program p, cl_uint name, size_t size, void *value, size_t *size_ret) {
                                  return clGetProgramBuildInfo(p, device(), name, size, value, size_ret);
                                },
                                linked.program.get(), CL_PROGRAM_BUILD_STATUS));
  EXPECT_EQ(CL_LINK_PROGRAM_FAILURE, try_link({a.get(), a.get()}).code);
}

TEST(Linking, what_nobody_defines_is_named) {
  Program a = compiled(main_source), b = compiled(middle_source);
  Linked linked = try_link({a.get(), b.get()});
  EXPECT_EQ(CL_LINK_PROGRAM_FAILURE, linked.code);
  ASSERT_TRUE(linked.program);
  std::string log = build_log(linked.program);
  EXPECT_NE(std::string::npos, log.find("undefined function 'last' called by function 'middle'")) << log;
  EXPECT_NE(std::string::npos, log.find("undefined variable 'table'")) << log;
}

TEST(Linking, functions_with_barriers_come_from_other_objects) {
  Program kernels = compiled("int sum_of_group(local int *scratch, int x);\n"
                             "kernel void sums(global int *data, local int *scratch) {\n"
                             "  for (int round = 0; round < 2; ++round)\n"
                             "    data[get_global_id(0)] = sum_of_group(scratch, data[get_global_id(0)]);\n"
                             "}");
  Program functions = compiled("int sum_of_group(local int *scratch, int x) {\n"
                               "  size_t id = get_local_id(0);\n"
                               "  scratch[id] = x;\n"
                               "  for (size_t step = get_local_size(0) / 2; step > 0; step /= 2) {\n"
                               "    barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "    if (id < step) scratch[id] += scratch[id + step];\n"
                               "  }\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  int sum = scratch[0];\n"
                               "  barrier(CLK_LOCAL_MEM_FENCE);\n"
                               "  return sum;\n"
                               "}");
  Program linked = link({kernels.get(), functions.get()});
  Kernel k = kernel(linked, "sums");
  std::vector<int> data(64);
  for (int i = 0; i < 64; ++i) data[size_t(i)] = i;
  Buffer buffer = make_buffer(data);
  set_args(k, buffer, LocalBytes{16 * sizeof(int)});
  run(k, {64}, {16});
  auto got = read<int>(buffer, 64);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(16 * (16 * 16 * (i / 16) + 120), got[size_t(i)]) << i;
}

// Four work-items leave the loop in each iteration, and meet only one another on the way out: a function of another
// object must not meet them behind the loop.
TEST(Linking, sub_groups_on_the_way_out_of_a_loop) {
  const char *const kernels = "uint lanes_here();\n"
                              "kernel void test(global uint *out) {\n"
                              "  uint id = get_global_id(0);\n"
                              "  for (uint i = 0;; ++i)\n"
                              "    if (i == id / 4) {\n"
                              "      out[id] = lanes_here();\n"
                              "      break;\n"
                              "    }\n"
                              "}";
  const char *const functions = "uint lanes_here() { return sub_group_ballot_bit_count(sub_group_ballot(1)); }";
  auto counts = [](cl_program program) {
    Kernel k = kernel(program, "test");
    Buffer out = make_buffer(std::vector<cl_uint>(32));
    set_args(k, out);
    run(k, {32}, {32});
    return read<cl_uint>(out, 32);
  };
  const char *const options = "-cl-std=CL3.0";
  Program parts[] = {compiled(kernels, options), compiled(functions, options)};
  const std::vector<cl_uint> expected(32, 4);
  EXPECT_EQ(expected, counts(build(std::string(functions) + kernels, options)));
  EXPECT_EQ(expected, counts(link({parts[0].get(), parts[1].get()})));
  EXPECT_EQ(expected, counts(link({parts[1].get(), parts[0].get()})));
}

TEST(Linking, inline_functions_and_kernels_called_across_objects) {
  const char *shared = "inline int twice(int x) { return 2 * x; }\nvoid kernel part(global int *out, int x);\n";
  std::string one = shared, two = shared;
  one += "kernel void test(global int *out) { part(out, twice(4)); }";
  two += "kernel void part(global int *out, int x) { *out = twice(x) + 1; }";
  Program a = compiled(one.c_str()), b = compiled(two.c_str());
  Program linked = link({a.get(), b.get()});
  EXPECT_EQ(17, result(linked));
  EXPECT_EQ(2u, info<size_t>(clGetProgramInfo, linked.get(), CL_PROGRAM_NUM_KERNELS));
}

TEST(Linking, compile_options_hold_after_the_link) {
  const char *source = "kernel void test(global int *out) { out[get_global_id(0)] = __OPENCL_C_VERSION__; }";
  for (auto [options, expected, uniform] : {std::tuple("", 120, true),
                                            {"-cl-std=CL3.0", 300, false},
                                            {"-cl-std=CL3.0 -cl-uniform-work-group-size", 300, true},
                                            {"-cl-std=CL3.0 -cl-opt-disable -g", 300, false}}) {
    SCOPED_TRACE(options);
    Program object = compiled(source, options);
    Program reloaded = from_binary(binary_of(object));
    for (cl_program part : {object.get(), reloaded.get()}) {
      Program linked = link({part});
      EXPECT_EQ(expected, result(linked));
      Kernel k = kernel(linked, "test");
      Buffer out = make_buffer(std::vector<int>(8));
      set_args(k, out);
      EXPECT_EQ(uniform ? CL_INVALID_WORK_GROUP_SIZE : CL_SUCCESS, try_launch(queue(), k, {7}, {4}));
      ok(clFinish(queue()));
    }
  }
}

TEST(Linking, options) {
  Program a = compiled("kernel void test(global int *out) { *out = 8; }");
  for (const char *options : {"-create-librar", "-create-library=1", "-enable-link-options", "-cl-std=CL3.0", "-D A",
                              "-w", "-cl-opt-disable", "-create-library -g", "library"}) {
    Linked linked = try_link({a.get()}, options);
    EXPECT_EQ(CL_INVALID_LINKER_OPTIONS, linked.code) << options;
    EXPECT_FALSE(linked.program) << options;
  }
  for (const char *options : {(const char *)nullptr, "", "  ", "-cl-denorms-are-zero", "-cl-no-signed-zeros",
                              "-cl-unsafe-math-optimizations", "-cl-finite-math-only -cl-fast-relaxed-math"}) {
    Linked linked = try_link({a.get()}, options);
    ASSERT_EQ(CL_SUCCESS, linked.code) << (options ? options : "null");
    EXPECT_EQ(8, result(linked.program));
  }
}

TEST(Linking, only_objects_and_libraries) {
  const char *source = "kernel void test(global int *out) { *out = 8; }";
  Program built = build(source), good = compiled(source);
  EXPECT_EQ(CL_INVALID_OPERATION, try_link({good.get(), built.get()}).code);
  Program linked = link({good.get()});
  EXPECT_EQ(CL_INVALID_OPERATION, try_link({linked.get()}).code);
  EXPECT_EQ(CL_INVALID_OPERATION, clBuildProgram(linked, 0, nullptr, "", nullptr, nullptr));
  // A compiled program can still be built, and compiled again.
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(good, 0, nullptr, "", nullptr, nullptr));
  EXPECT_EQ(8, result(good));
}

TEST(Linking, callback) {
  Program a = compiled("int f(void); kernel void test(global int *out) { *out = f(); }"),
          b = compiled("int f(void) { return 5; }");
  for (cl_uint count : {2u, 1u}) {
    std::atomic<int> calls = 0;
    cl_program parts[] = {a, b};
    cl_int code = CL_SUCCESS;
    Program linked(clLinkProgram(
        context(), 0, nullptr, "", count, parts,
        [](cl_program, void *data) { ++*static_cast<std::atomic<int> *>(data); }, &calls, &code));
    ASSERT_EQ(CL_SUCCESS, code);
    ASSERT_TRUE(eventually([&] { return calls != 0; }));
    ASSERT_EQ(1, calls);
    if (count == 2)
      EXPECT_EQ(5, result(linked));
    else
      EXPECT_NE(std::string::npos, build_log(linked).find("'f'")) << build_log(linked);
  }
}

}  // namespace

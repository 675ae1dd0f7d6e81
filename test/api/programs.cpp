// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common/child.h"
#include "common/cl.h"
#include "common/hang.h"

using namespace wherry::test;

namespace {

Program create(std::vector<const char *> strings, const size_t *lengths = nullptr) {
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context(), cl_uint(strings.size()), strings.data(), lengths, &error));
  ok(error);
  return program;
}

cl_int build_with(cl_program program, const char *options) {
  return clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
}

int result(cl_program program) {
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{-1});
  set_args(k, out);
  run(k, {1});
  return read<int>(out, 1)[0];
}

const char *const value_source = "kernel void test(global int *out) { *out = VALUE; }";

TEST(Programs, macros) {
  for (const char *options : {"-DVALUE=42", "-D VALUE=42", "  -D   VALUE=42  ", "-DVALUE=(6*7)", "-D VALUE=\"6 * 7\"",
                              "-D SIX=6 -DVALUE=SIX*7", "\t-DVALUE=42\n"}) {
    SCOPED_TRACE(options);
    Program program = create({value_source});
    ASSERT_EQ(CL_SUCCESS, build_with(program, options)) << build_log(program);
    EXPECT_EQ(42, result(program));
  }
}

TEST(Programs, options_that_the_specification_names) {
  for (const char *option : {"-cl-single-precision-constant",
                             "-cl-denorms-are-zero",
                             "-cl-fp32-correctly-rounded-divide-sqrt",
                             "-cl-opt-disable",
                             "-cl-strict-aliasing",
                             "-cl-mad-enable",
                             "-cl-no-signed-zeros",
                             "-cl-uniform-work-group-size",
                             "-cl-unsafe-math-optimizations",
                             "-cl-finite-math-only",
                             "-cl-fast-relaxed-math",
                             "-w",
                             "-Werror",
                             "-cl-kernel-arg-info",
                             "-g",
                             "-I /nowhere",
                             "-I.",
                             "-cl-std=CL1.0 -w",
                             "-cl-std=CL1.1",
                             "-cl-std=CL1.2",
                             "-cl-std=CL3.0",
                             "-cl-std=CL3.1",
                             "-cl-no-subgroup-ifp"}) {
    SCOPED_TRACE(option);
    Program program = create({value_source});
    EXPECT_EQ(CL_SUCCESS, build_with(program, (std::string("-DVALUE=5 ") + option).c_str())) << build_log(program);
    if (std::string(option) != "-cl-std=CL1.0 -w") EXPECT_EQ(5, result(program));
  }
}

TEST(Programs, null_options_and_rebuild) {
  Program program = create({"#ifndef VALUE\n#define VALUE 3\n#endif\n", value_source});
  ASSERT_EQ(CL_SUCCESS, build_with(program, nullptr));
  EXPECT_EQ(3, result(program));
  ASSERT_EQ(CL_SUCCESS, build_with(program, "-DVALUE=4"));
  EXPECT_EQ(4, result(program));
  ASSERT_EQ(CL_BUILD_PROGRAM_FAILURE, build_with(program, "-DVALUE=nowhere"));
  ASSERT_EQ(CL_SUCCESS, build_with(program, "-DVALUE=5"));
  EXPECT_EQ(5, result(program));
}

TEST(Programs, several_strings_and_lengths) {
  const char *strings[] = {"#define VALUE 1", "2\n", "kernel void test(global int *out) { *out = VALUE; }@@@@"};
  const size_t lengths[] = {0, 2, std::strlen(strings[2]) - 4};
  Program program = create({strings, strings + 3}, lengths);
  ASSERT_EQ(CL_SUCCESS, build_with(program, "")) << build_log(program);
  EXPECT_EQ(12, result(program));
  // Strings are one text: a token may be cut between them.
  Program cut = create({"kernel void te", "st(global int *out) { *out = 4", "4; }"});
  ASSERT_EQ(CL_SUCCESS, build_with(cut, "")) << build_log(cut);
  EXPECT_EQ(44, result(cut));
  EXPECT_EQ("kernel void test(global int *out) { *out = 44; }",
            info_text(clGetProgramInfo, cut.get(), CL_PROGRAM_SOURCE));
}

TEST(Programs, versions) {
  const char *source = "kernel void test(global int *out) { *out = __OPENCL_C_VERSION__; }";
  for (auto [options, expected] : {std::pair("", 120),
                                   {"-cl-std=CL1.1", 110},
                                   {"-cl-std=CL1.2", 120},
                                   {"-cl-std=CL3.0", 300},
                                   {"-cl-std=CL3.1", 310}}) {
    SCOPED_TRACE(options);
    Program program = build(source, options);
    EXPECT_EQ(expected, result(program));
  }
  Program version = build("kernel void test(global int *out) { *out = __OPENCL_VERSION__; }");
  EXPECT_EQ(310, result(version));
}

TEST(Programs, log_names_line_and_column_and_shows_a_caret) {
  Program program = create({"// first line\nkernel void test(global int *out) {\n  *out = missing + 1;\n}\n"});
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build_with(program, ""));
  std::string log = build_log(program);
  EXPECT_NE(std::string::npos, log.find(":3:10: error")) << log;
  EXPECT_NE(std::string::npos, log.find("missing")) << log;
  EXPECT_NE(std::string::npos, log.find("^")) << log;
  EXPECT_NE(std::string::npos, log.find("  *out = missing + 1;")) << log;
}

TEST(Programs, log_of_warnings_and_preprocessor_errors) {
  Program warned = create({"kernel void test(global int *out) {\n  int unused_pointer = out;\n *out = 1; }\n"});
  build_with(warned, "");
  EXPECT_EQ("", build_log(warned));
  build_with(warned, "-Wall");
  EXPECT_NE(std::string::npos, build_log(warned).find(":2:7:")) << build_log(warned);
  Program wrong = create({"#error the reason\n"});
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build_with(wrong, ""));
  EXPECT_NE(std::string::npos, build_log(wrong).find("the reason")) << build_log(wrong);
  Program strict = create({"kernel void test(global int *out) {\n#warning careful\n *out = 1; }\n"});
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build_with(strict, "-Werror"));
}

TEST(Programs, errors_that_once_were_warnings_are_warnings_unless_the_program_asks) {
  for (const char *source : {"kernel void test(global int *out, global float *in) { global int *p = in; *out = *p; }",
                             "kernel void test(global int *out) { int address = out; *out = address; }",
                             "static one() { return 1; } kernel void test(global int *out) { *out = one(); }"}) {
    Program program = create({source});
    EXPECT_EQ(CL_SUCCESS, build_with(program, "-Wall")) << build_log(program);
    EXPECT_NE(std::string::npos, build_log(program).find("warning")) << build_log(program);
    EXPECT_EQ(CL_SUCCESS, build_with(create({source}), "")) << source;
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build_with(create({source}), "-Werror")) << source;
  }
}

TEST(Programs, build_callback) {
  static std::atomic<int> calls;
  for (const char *source : {value_source, "broken"}) {
    calls = 0;
    Program program = create({source});
    cl_int code = clBuildProgram(
        program, 0, nullptr, "-DVALUE=9", [](cl_program, void *data) { ++*static_cast<std::atomic<int> *>(data); },
        &calls);
    EXPECT_TRUE(code == CL_SUCCESS || (source != value_source && code == CL_BUILD_PROGRAM_FAILURE)) << code;
    ASSERT_TRUE(eventually([&] { return calls != 0; }));
    EXPECT_EQ(1, calls);
    if (source == value_source) EXPECT_EQ(9, result(program));
  }
}

TEST(Programs, compile_with_headers_and_link) {
  Program header = create({"#define TWO 2\nint twice(int);\n"}), nested = create({"#include \"inner.h\"\n"});
  Program main_part =
      create({"#include \"dir/two.h\"\nkernel void test(global int *out) { *out = twice(21) + EXTRA; }"});
  Program library = create({"#include \"dir/two.h\"\nint twice(int x) { return TWO * x; }"});
  cl_program headers[] = {nested, header};
  const char *names[] = {"dir/two.h", "inner.h"};
  for (cl_program part : {main_part.get(), library.get()})
    ASSERT_EQ(CL_SUCCESS, clCompileProgram(part, 0, nullptr, "-DEXTRA=0", 2, headers, names, nullptr, nullptr))
        << build_log(part);
  cl_program_binary_type type = 0;
  ok(clGetProgramBuildInfo(library, device(), CL_PROGRAM_BINARY_TYPE, sizeof type, &type, nullptr));
  EXPECT_EQ(cl_program_binary_type(CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT), type);
  cl_program parts[] = {main_part, library};
  cl_int error = CL_SUCCESS;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &error));
  ASSERT_EQ("CL_SUCCESS (0)", error_name(error)) << (linked ? build_log(linked) : "");
  EXPECT_EQ(42, result(linked));
}

TEST(Programs, link_without_a_definition_fails) {
  Program part = create({"int nowhere(int); kernel void test(global int *out) { *out = nowhere(1); }"});
  ASSERT_EQ(CL_SUCCESS, clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  cl_program parts[] = {part};
  cl_int error = CL_SUCCESS;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 1, parts, nullptr, nullptr, &error));
  EXPECT_EQ("CL_LINK_PROGRAM_FAILURE (-17)", error_name(error));
}

TEST(Programs, binaries_come_back) {
  Program program = build("kernel void test(global int *out) { *out = 17; }");
  const std::vector<unsigned char> binary = binary_of(program);
  const size_t size = binary.size();
  ASSERT_GT(size, 0u);
  cl_device_id on = device();
  const unsigned char *bytes = binary.data();
  cl_int error = CL_SUCCESS, status = 77;
  Program again(clCreateProgramWithBinary(context(), 1, &on, &size, &bytes, &status, &error));
  ok(error);
  EXPECT_EQ(CL_SUCCESS, status);
  ASSERT_EQ(CL_SUCCESS, build_with(again, ""));
  EXPECT_EQ(17, result(again));
  // A damaged one is refused, at once or when built; it does not crash.
  Random random(seed());
  for (int round = 0; round < 20; ++round) {
    auto damaged = binary;
    damaged[random.below(size)] ^= static_cast<unsigned char>(1 + random.below(255));
    size_t length = round % 4 ? size : random.below(size - 1) + 1;
    bytes = damaged.data();
    Program bad(clCreateProgramWithBinary(context(), 1, &on, &length, &bytes, &status, &error));
    if (!bad) continue;
    EXPECT_NE(CL_SUCCESS, build_with(bad, "")) << "round " << round;
  }
}

// A good binary is not called damaged where descriptors lack.
TEST(Programs, without_descriptors) {
  const std::vector<unsigned char> binary = binary_of(build("kernel void test(global int *out) { *out = 17; }"));
  const unsigned char *bytes = binary.data();
  const size_t size = binary.size();
  cl_device_id on = device();
  const int free_one = dup(0);
  ASSERT_GE(free_one, 0);
  close(free_one);
  rlimit before;
  ASSERT_EQ(0, getrlimit(RLIMIT_NOFILE, &before));
  for (rlim_t more : {0, 1, 2}) {
    const rlimit few{static_cast<rlim_t>(free_one) + more, before.rlim_max};
    ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &few));
    cl_int error = CL_SUCCESS;
    Program none(clCreateProgramWithBinary(context(), 1, &on, &size, &bytes, nullptr, &error));
    ASSERT_EQ(0, setrlimit(RLIMIT_NOFILE, &before));
    if (!none) EXPECT_EQ("CL_OUT_OF_RESOURCES (-5)", error_name(error)) << more;
    if (more == 0) EXPECT_FALSE(none);
  }
}

// As daemons do, which close what they have not opened themselves.
TEST(Programs, after_all_descriptors_are_closed) {
  // In a child: modules of other tests keep their descriptors.
  EXPECT_EQ(12, in_child([] {
              Program first = build("kernel void test(global int *out) { *out = 1; }");
              for (int fd = 3; fd < 4096; ++fd) {
                char name[64] = {};
                if (readlink(("/proc/self/fd/" + std::to_string(fd)).c_str(), name, sizeof name - 1) > 0 &&
                    std::string_view(name).starts_with("/memfd:wherry-kernel"))
                  close(fd);
              }
              Program second = build("kernel void test(global int *out) { *out = 2; }");
              return 10 * result(first) + result(second);
            }));
}

TEST(Programs, kernels_in_program) {
  Program program = build("kernel void a() {} kernel void b(int x) {} kernel void c(global int *p) {} void d() {}");
  cl_uint count = 0;
  ok(clCreateKernelsInProgram(program, 0, nullptr, &count));
  ASSERT_EQ(3u, count);
  cl_kernel kernels[3] = {};
  ok(clCreateKernelsInProgram(program, 3, kernels, nullptr));
  std::string names;
  for (cl_kernel k : kernels) {
    names += info_text(clGetKernelInfo, k, CL_KERNEL_FUNCTION_NAME);
    ok(clReleaseKernel(k));
  }
  std::sort(names.begin(), names.end());
  EXPECT_EQ("abc", names);
}

TEST(Programs, an_empty_program_builds) {
  Program program = create({"\n"});
  ASSERT_EQ(CL_SUCCESS, build_with(program, "")) << build_log(program);
  EXPECT_EQ(0u, info<size_t>(clGetProgramInfo, program.get(), CL_PROGRAM_NUM_KERNELS));
}

TEST(Programs, what_the_language_forbids_fails_with_a_log) {
  for (const char *source :
       {"kernel int test() { return 1; }", "kernel void test(int *p) {}", "kernel void test() { int (*f)(int) = 0; }",
        "kernel void test(global event_t *e) {}", "kernel void test(bool b) {}", "kernel void test(size_t s) {}",
        "kernel void test() { undeclared(); }"}) {
    Program program = create({source});
    EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, build_with(program, "")) << source;
    EXPECT_NE(std::string::npos, build_log(program).find("error:")) << source << "\n" << build_log(program);
  }
}

}  // namespace

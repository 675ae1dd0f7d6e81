// SPDX-License-Identifier: Apache-2.0
// Program-scope variables: one instance for a program, which keeps its value as long as the program lives.
#include <gtest/gtest.h>

#include "common/cl.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
typedef struct { int a; float b; char text[4]; } Record;
global int counter = 100;
int table[5] = {2, 3, 5, 7, 11};
constant int fixed[2] = {40, 2};
global Record record = {7, 1.5f, "abc"};
global int *where = &table[2];
int *generic_where = &counter;
global Record *records[2] = {&record, 0};
global long sums[100];
global atomic_int visits = ATOMIC_VAR_INIT(5);

kernel void count(global int *out) {
  static global int calls = 1000;
  if (get_global_id(0) == 0) {
    out[0] = counter++;
    out[1] = calls++;
    out[2] = *where;
    where = where == &table[2] ? &table[4] : &table[0];
    out[3] = records[0]->a + (int)(records[0]->b * 2) + records[0]->text[1] + (records[1] == 0);
    out[4] = fixed[0] + fixed[1];
    out[5] = *generic_where;
  }
  atomic_fetch_add(&visits, 1);
}
kernel void add(int by) { sums[get_global_id(0)] += (long)get_global_id(0) * by; }
kernel void see(global long *out) {
  size_t i = get_global_id(0);
  out[i] = sums[i] + (i == 0 ? counter * 1000 + atomic_load(&visits) : 0);
}
)";

std::vector<int> count(cl_program program, size_t items = 64) {
  Kernel k = kernel(program, "count");
  Buffer out = make_buffer(6 * sizeof(int));
  set_args(k, out);
  run(k, {items}, {16});
  return read<int>(out, 6);
}
std::vector<int64_t> see(cl_program program) {
  Kernel k = kernel(program, "see");
  Buffer out = make_buffer(100 * sizeof(int64_t));
  set_args(k, out);
  run(k, {100}, {25});
  return read<int64_t>(out, 100);
}

class ProgramScope : public testing::TestWithParam<const char *> {
 protected:
  std::string options() const { return std::string("-cl-std=CL3.0 ") + GetParam(); }
};

TEST_P(ProgramScope, values_are_kept_from_kernel_to_kernel) {
  Program program = build(source, options().c_str());
  EXPECT_EQ((std::vector{100, 1000, 5, 7 + 3 + 'b' + 1, 42, 101}), count(program));
  EXPECT_EQ((std::vector{101, 1001, 11, 7 + 3 + 'b' + 1, 42, 102}), count(program));
  EXPECT_EQ((std::vector{102, 1002, 2, 7 + 3 + 'b' + 1, 42, 103}), count(program));
  Kernel add = kernel(program, "add");
  for (int by : {1, 10, 100}) {
    set_args(add, by);
    run(add, {100}, {10});
  }
  auto sums = see(program);
  EXPECT_EQ(103 * 1000 + 5 + 3 * 64, sums[0]);
  for (int64_t i = 1; i < 100; ++i) ASSERT_EQ(i * 111, sums[static_cast<size_t>(i)]);
}

INSTANTIATE_TEST_SUITE_P(, ProgramScope, testing::Values("", "-cl-opt-disable", "-cl-wherry-vector-width=4"));

TEST(ProgramScopeOf, each_program_has_its_own) {
  Program first = build(source, "-cl-std=CL3.0"), second = build(source, "-cl-std=CL3.0");
  count(first);
  count(first);
  EXPECT_EQ(100, count(second)[0]);
  EXPECT_EQ(102, count(first)[0]);
  EXPECT_EQ(101, count(second)[0]);
  // Built anew it begins anew; so does another made of its binary.
  ok(clBuildProgram(first, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  EXPECT_EQ(100, count(first)[0]);
  Program third = build_from_binary(second);
  EXPECT_EQ(100, count(third)[0]);
  EXPECT_EQ(102, count(second)[0]);
}

TEST(ProgramScopeOf, a_program_says_how_many_bytes) {
  auto bytes = [](const char *text) {
    Program program = build(text, "-cl-std=CL3.0");
    size_t total = 0;
    ok(clGetProgramBuildInfo(program, device(), CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof total, &total,
                             nullptr));
    return total;
  };
  EXPECT_EQ(0u, bytes("kernel void k(void) {}"));
  EXPECT_EQ(404u, bytes("int a[100]; kernel void k(global int *out) { static global int n; *out = a[n++]; }"));
  EXPECT_EQ(1u << 20, bytes("global char big[1 << 20]; kernel void k(global char *out) { big[3] = *out; }"));
}

TEST(ProgramScopeOf, what_is_too_big_is_refused) {
  const char *text = "global char big[1UL << 40]; kernel void k(global char *out) { big[*out] = 1; }";
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context(), 1, &text, nullptr, &error));
  ok(error);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr));
  EXPECT_NE(std::string::npos, build_log(program).find("program-scope variables")) << build_log(program);
}

// A variable of one program, declared in another.
TEST(ProgramScopeOf, programs_linked_together_share_variables) {
  auto compile = [](const char *text) {
    cl_int error = CL_SUCCESS;
    Program program(clCreateProgramWithSource(context(), 1, &text, nullptr, &error));
    ok(error);
    ok(clCompileProgram(program, 0, nullptr, "-cl-std=CL3.0", 0, nullptr, nullptr, nullptr, nullptr));
    return program;
  };
  Program one = compile("global int shared = 10; kernel void put(int x) { shared += x; }");
  Program two = compile("extern global int shared; kernel void get(global int *out) { *out = shared; }");
  cl_program both[] = {one, two};
  cl_int error = CL_SUCCESS;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 2, both, nullptr, nullptr, &error));
  ok(error);
  Kernel put = kernel(linked, "put"), get = kernel(linked, "get");
  set_args(put, 32);
  run(put, {1});
  Buffer out = make_buffer(sizeof(int));
  set_args(get, out);
  run(get, {1});
  EXPECT_EQ(42, read<int>(out, 1)[0]);
}

}  // namespace

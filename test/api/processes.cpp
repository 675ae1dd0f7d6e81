// What a process does beside the calls: exits in the middle, forks, loads libraries.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "common/cl.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
kernel void add(global int *out) { out[get_global_id(0)] += 1; }
kernel void spin(global int *out, ulong rounds) {
  uint x = get_global_id(0);
  for (ulong k = 0; k < rounds; ++k) x = x * 1664525 + (x >> 7);
  out[0] = x;
}
)";

bool add_works() {
  Program program = build(source);
  Kernel add = kernel(program, "add");
  Buffer buffer = make_buffer(std::vector<int>(1000, 4));
  set_args(add, buffer);
  run(add, {1000});
  return read<int>(buffer, 1000) == std::vector<int>(1000, 5);
}

// Runs `body` in a forked child; its exit code, or 1000 and the signal's number.
template <class Body> int in_child(Body body) {
  pid_t child = fork();
  if (child == 0) {
    int code = 99;
    try {
      code = body();
    } catch (const std::exception &e) {
      fprintf(stderr, "%s\n", e.what());
    }
    _exit(code);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

class Processes : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};
using ProcessesDeathTest = Processes;

TEST_F(ProcessesDeathTest, exit_in_the_middle_of_a_kernel) {
  EXPECT_EXIT(
      {
        Program program = build(source);
        Kernel spin = kernel(program, "spin");
        Buffer buffer = make_buffer(64);
        set_args(spin, buffer, cl_ulong(1) << 40);
        ok(try_launch(queue(), spin, {64}));
        ok(clFlush(queue()));
        usleep(20000);
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(ProcessesDeathTest, exit_with_everything_leaked_and_commands_waiting) {
  EXPECT_EXIT(
      {
        cl_int error = CL_SUCCESS;
        cl_event never = clCreateUserEvent(context(), &error);
        Program program = build(source);
        cl_kernel add = clCreateKernel(program, "add", &error);
        Buffer buffer = make_buffer(4000);
        set_args(add, buffer);
        size_t items = 1000;
        ok(clEnqueueNDRangeKernel(queue(), add, 1, nullptr, &items, nullptr, 1, &never, nullptr));
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(ProcessesDeathTest, exit_without_a_command) {
  EXPECT_EXIT(
      {
        platform();
        device();
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

TEST_F(Processes, fork_after_enumeration) {
  device();
  EXPECT_EQ(0, in_child([] { return add_works() ? 0 : 1; }));
  EXPECT_TRUE(add_works());
}

// The child starts afresh: new objects work there, and the parent does not notice.
TEST_F(Processes, fork_after_kernels_ran) {
  ASSERT_TRUE(add_works());
  EXPECT_EQ(0, in_child([] {
              Context c = make_context();
              Queue q = make_queue(0, c);
              Program program = build(source, "-DIN_CHILD", c);
              Kernel add = kernel(program, "add");
              std::vector<int> memory(500, 1);
              cl_int error = CL_SUCCESS;
              Buffer buffer(clCreateBuffer(c, CL_MEM_COPY_HOST_PTR, 2000, memory.data(), &error));
              ok(error);
              set_args(add, buffer);
              ok(try_launch(q, add, {500}));
              return read<int>(buffer, 500, q) == std::vector<int>(500, 2) ? 0 : 1;
            }));
  EXPECT_TRUE(add_works());
}

// The compiler is a process of its own: the program maps no LLVM, not even after a build.
TEST_F(Processes, no_llvm_in_the_program) {
  auto mapped = [] {
    std::ifstream maps("/proc/self/maps");
    std::string found;
    for (std::string line; std::getline(maps, line);)
      for (const char *name : {"libLLVM", "libclang", "liblld"})
        if (line.find(name) != std::string::npos) found += line + "\n";
    return found;
  };
  platform();
  device();
  EXPECT_EQ("", mapped()) << "after enumeration";
  EXPECT_TRUE(add_works());
  EXPECT_EQ("", mapped()) << "after a build";
  EXPECT_TRUE(add_works());
  EXPECT_EQ("", mapped()) << "after a build from the cache";
}

}  // namespace

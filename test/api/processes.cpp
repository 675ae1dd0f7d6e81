// SPDX-License-Identifier: Apache-2.0
// What a process does beside the calls: exits in the middle, forks, loads libraries.
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <fstream>
#include <set>

#include "common/child.h"
#include "common/cl.h"
#include "common/hang.h"
#include "common/sanitized.h"

using namespace wherry::test;

namespace {

const char *const source = R"(
kernel void add(global int *out) { out[get_global_id(0)] += 1; }
kernel void spin(global int *out, ulong rounds) {
  uint x = get_global_id(0);
  for (ulong k = 0; k < rounds; ++k) x = x * 1664525 + (x >> 7);
  atomic_xor(out, x);
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

// With more work than one thread takes up alone.
bool works_on_all_workers() {
  Program program = build(source);
  Kernel spin = kernel(program, "spin");
  Buffer buffer = make_buffer(std::vector<int>(16));
  Queue several = out_of_order_queue();
  set_args(spin, buffer, cl_ulong(20'000));
  for (int i = 0; i < 20; ++i) ok(try_launch(several, spin, {4096}, {8}));
  ok(clFinish(several));
  return add_works();
}

// The lines of the process's map that name one of these.
std::string mapped(std::initializer_list<const char *> names) {
  std::ifstream maps("/proc/self/maps");
  std::string found;
  for (std::string line; std::getline(maps, line);)
    for (const char *name : names)
      if (line.find(name) != std::string::npos) found += line + "\n";
  return found;
}

// Or as good as.
void spin_forever() {
  Program program = build(source);
  Kernel spin = kernel(program, "spin");
  Buffer buffer = make_buffer(std::vector<int>(16));
  set_args(spin, buffer, cl_ulong(1) << 40);
  ok(try_launch(queue(), spin, {64}));
  ok(clFlush(queue()));
}

class Processes : public testing::Test {
 protected:
  void SetUp() override { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};
using ProcessesDeathTest = Processes;

// Where the program's code runs on a worker.
TEST_F(ProcessesDeathTest, exit_on_a_worker) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the test's own objects are destroyed while its main thread uses them";
#endif
  using Exit = void (*)();
  for (const Exit how : {Exit([] { std::exit(7); }), Exit([] { std::quick_exit(7); })}) {
    const auto in_native_kernel = [how] {
      Queue others = out_of_order_queue();  // whose commands keep the other workers busy
      Program program = build(source);
      Kernel spin = kernel(program, "spin");
      Buffer buffer = make_buffer(std::vector<int>(16));
      set_args(spin, buffer, cl_ulong(1000));
      for (int i = 0; i < 100; ++i) ok(try_launch(others, spin, {64}));
      void *data = reinterpret_cast<void *>(how);
      ok(clEnqueueNativeKernel(
          queue(), [](void *how) { (*static_cast<Exit *>(how))(); }, &data, sizeof data, 0, nullptr, nullptr, 0,
          nullptr, nullptr));
      ok(clFlush(queue()));
      sleep(60);
    };
    const auto in_callback = [how] {
      Buffer buffer = make_buffer(std::vector<int>(1000, 4));
      const int value = 5;
      Event event;
      ok(clEnqueueFillBuffer(queue(), buffer, &value, sizeof value, 0, 4000, 0, nullptr, event.out()));
      ok(clSetEventCallback(
          event, CL_COMPLETE, [](cl_event, cl_int, void *how) { reinterpret_cast<Exit>(how)(); },
          reinterpret_cast<void *>(how)));
      ok(clFlush(queue()));
      sleep(60);
    };
    const auto in_destructor_callback = [how] {
      Buffer buffer = make_buffer(std::vector<int>(1000, 4));
      ok(clSetMemObjectDestructorCallback(
          buffer, [](cl_mem, void *how) { reinterpret_cast<Exit>(how)(); }, reinterpret_cast<void *>(how)));
      cl_int error = CL_SUCCESS;
      Event gate(clCreateUserEvent(context(), &error));
      const int value = 5;
      cl_event waits[] = {gate};
      ok(clEnqueueFillBuffer(queue(), buffer, &value, sizeof value, 0, 4000, 1, waits, nullptr));
      buffer.reset();
      ok(clSetUserEventStatus(gate, CL_COMPLETE));  // a worker runs the command and releases the buffer
      sleep(60);
    };
    for (int i = 0; i < 10; ++i) {
      EXPECT_EXIT(in_native_kernel(), testing::ExitedWithCode(7), "") << i;
      EXPECT_EXIT(in_callback(), testing::ExitedWithCode(7), "") << i;
      EXPECT_EXIT(in_destructor_callback(), testing::ExitedWithCode(7), "") << i;
    }
  }
}

TEST_F(ProcessesDeathTest, exit_in_the_middle_of_a_kernel) {
  EXPECT_EXIT(
      {
        spin_forever();
        usleep(20000);
        std::exit(7);
      },
      testing::ExitedWithCode(7), "");
}

// A loader may unload its drivers while threads of theirs are at work.
TEST_F(ProcessesDeathTest, unloaded_in_the_middle_of_a_kernel) {
  EXPECT_EXIT(
      {
        spin_forever();
        Dl_info driver;
        const void *function = (*reinterpret_cast<void ***>(platform()))[1];  // of the dispatch table
        if (!dladdr(function, &driver)) std::exit(1);
        for (int i = 0; i < 10; ++i)  // more than anybody opened it
          if (void *library = dlopen(driver.dli_fname, RTLD_NOW | RTLD_NOLOAD)) {
            dlclose(library);
            dlclose(library);
          }
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

// A command that runs until it is let go.
struct Held {
  explicit Held(cl_command_queue q) {
    (void)!pipe(ends);
    cl_event made = nullptr;
    ok(clEnqueueNativeKernel(
        q,
        [](void *end) {
          char byte;
          (void)!::read(*static_cast<int *>(end), &byte, 1);
        },
        ends, sizeof ends[0], 0, nullptr, nullptr, 0, nullptr, &made));
    event = Event(made);
    ok(clFlush(q));
    cl_int status = CL_QUEUED;
    while (status != CL_RUNNING) ok(clGetEventInfo(made, CL_EVENT_COMMAND_EXECUTION_STATUS, 4, &status, nullptr));
  }
  ~Held() { close(ends[0]), close(ends[1]); }
  void let_go() { (void)!write(ends[1], "", 1); }

  int ends[2];
  Event event;
};

bool fill_works(cl_command_queue q) {
  Buffer buffer = make_buffer(std::vector<int>(1000, 4));
  const int value = 5;
  ok(clEnqueueFillBuffer(q, buffer, &value, sizeof value, 0, 4000, 0, nullptr, nullptr));
  ok(clFinish(q));
  return read<int>(buffer, 1000, q) == std::vector<int>(1000, value);
}

// What runs, and what waits for that, is the parent's; the child's queue is empty, and the events fail.
TEST_F(Processes, fork_in_the_middle_of_commands) {
  for (const cl_command_queue_properties order : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    Queue q = make_queue(order);
    cl_int error = CL_SUCCESS;
    Event gate(clCreateUserEvent(context(), &error));
    Held held(q);
    Buffer buffer = make_buffer(std::vector<int>(1000, 4));
    const int value = 6;
    cl_event wait_for[] = {held.event, gate}, made = nullptr;
    ok(clEnqueueFillBuffer(q, buffer, &value, sizeof value, 0, 4000, 2, wait_for, &made));
    Event filled(made);
    ok(clEnqueueBarrierWithWaitList(q, 0, nullptr, &made));
    Event barrier(made);
    EXPECT_EQ(0, in_child([&] {
                end_if_hung();
                ok(clFinish(q));
                for (cl_event event : {held.event.get(), filled.get(), barrier.get()})
                  if (clWaitForEvents(1, &event) != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) return 1;
                ok(clSetUserEventStatus(gate, CL_COMPLETE));
                if (!fill_works(q)) return 2;
                // What depends on a command of the parent's fails.
                cl_int failed = clEnqueueFillBuffer(q, buffer, &value, sizeof value, 0, 4000, 2, wait_for, &made);
                if (failed == CL_SUCCESS) failed = clWaitForEvents(1, &made);
                if (failed != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) return 3;
                return fill_works(q) ? 0 : 4;
              }));
    held.let_go();
    ok(clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clFinish(q));
    EXPECT_EQ(read<int>(buffer, 1000), std::vector<int>(1000, value));
  }
}

// A command's end is seen before its worker is done with it.
TEST_F(Processes, fork_at_once_after_a_command) {
  Queue q = make_queue();
  Program program = build(source);
  Kernel add = kernel(program, "add");
  Buffer buffer = make_buffer(std::vector<int>(1000, 0));
  set_args(add, buffer);
  for (int i = 0; i < 200; ++i) {
    ok(try_launch(q, add, {1000}));
    ok(clFinish(q));
    ASSERT_EQ(0, in_child([&] {
                end_if_hung();
                return fill_works(q) ? 0 : 1;
              }))
        << i;
  }
}

// The CPUs that the threads of this process may run on, each thread's once.
std::set<std::string> masks_of_threads() {
  std::set<std::string> masks;
  for (const auto &task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream status(task.path() / "status");
    const std::string key = "Cpus_allowed_list:\t";
    for (std::string line; std::getline(status, line);)
      if (line.starts_with(key)) masks.insert(line.substr(key.size()));
  }
  return masks;
}

// What each rank runs: a program of its own, bound before it starts.
TEST_F(Processes, rank) {
  const char *cpu = std::getenv("WHERRY_TEST_RANK");
  if (!cpu) GTEST_SKIP() << "run by ranks_stay_on_their_cpus";
  EXPECT_EQ(1u, info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS));
  Program program = build(source);
  Kernel spin = kernel(program, "spin");
  Buffer buffer = make_buffer(std::vector<int>(16));
  set_args(spin, buffer, cl_ulong(100'000));
  Queue several = out_of_order_queue();
  for (int i = 0; i < 20; ++i) ok(try_launch(several, spin, {256}, {8}));
  for (int i = 0; i < 20; ++i) EXPECT_EQ(std::set<std::string>{cpu}, masks_of_threads());
  ok(clFinish(several));
  int ran_on = -1;
  void *place = &ran_on;
  ok(clEnqueueNativeKernel(
      queue(), [](void *to) { **static_cast<int **>(to) = sched_getcpu(); }, &place, sizeof place, 0, nullptr, nullptr,
      0, nullptr, nullptr));
  ok(clFinish(queue()));
  EXPECT_EQ(std::stoi(cpu), ran_on);
  EXPECT_EQ(std::set<std::string>{cpu}, masks_of_threads());
}

// As MPI's ranks, or processes under taskset: each has the CPU that it was given, and as many threads at work.
TEST_F(Processes, ranks_stay_on_their_cpus) {
  cpu_set_t all;
  ASSERT_EQ(0, sched_getaffinity(0, sizeof all, &all));
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE && cpus.size() < 2; ++cpu)
    if (CPU_ISSET(cpu, &all)) cpus.push_back(cpu);
  if (cpus.size() < 2) GTEST_SKIP() << "needs two CPUs";
  std::vector<pid_t> ranks;
  for (int cpu : cpus)
    ranks.push_back(start_child([cpu] {
      cpu_set_t mine;
      CPU_ZERO(&mine);
      CPU_SET(cpu, &mine);
      if (sched_setaffinity(0, sizeof mine, &mine) != 0) return 98;
      setenv("WHERRY_TEST_RANK", std::to_string(cpu).c_str(), 1);
      unsetenv("GTEST_TOTAL_SHARDS");
      unsetenv("GTEST_SHARD_INDEX");
      execl("/proc/self/exe", "api_tests", "--gtest_brief=1", "--gtest_filter=Processes.rank", nullptr);
      return 97;
    }));
  for (pid_t rank : ranks) EXPECT_EQ(0, end_of(rank));
}

// The compiler is a process of its own: the program maps no LLVM, not even after a build.
TEST_F(Processes, no_llvm_in_the_program) {
  const auto names = {"libLLVM", "libclang", "liblld"};
  platform();
  device();
  EXPECT_EQ("", mapped(names)) << "after enumeration";
  EXPECT_TRUE(add_works());
  EXPECT_EQ("", mapped(names)) << "after a build";
  EXPECT_TRUE(add_works());
  EXPECT_EQ("", mapped(names)) << "after a build from the cache";
}

// Run by the next two tests in a process of its own, whose workers have not been made yet.
TEST_F(Processes, with_another_tbb) {
  const char *tbb = std::getenv("WHERRY_TEST_TBB");
  if (!tbb) GTEST_SKIP() << "run by neighbours_keep_their_tbb";
  const bool first = std::getenv("WHERRY_TEST_TBB_FIRST");
  const auto is_theirs = [&](void *library) {
    const auto version = reinterpret_cast<int (*)()>(dlsym(library, "wherry_test_tbb_version"));
    return version && version() == 99;
  };
  void *theirs = first ? dlopen(tbb, RTLD_NOW | RTLD_GLOBAL) : nullptr;
  EXPECT_TRUE(works_on_all_workers());
  if (!first) theirs = dlopen("libtbb.so.12", RTLD_NOW | RTLD_GLOBAL);
  ASSERT_TRUE(theirs) << dlerror();
  EXPECT_TRUE(is_theirs(theirs));
  EXPECT_TRUE(works_on_all_workers());
}

// A library that brings its own oneTBB, newer than ours, gets it and nothing of ours, whichever comes first; and we get
// ours. Theirs ends the process where one of its functions is called.
TEST_F(Processes, neighbours_keep_their_tbb) {
  for (bool first : {true, false})
    EXPECT_EQ(0, end_of(start_child([first] {
                setenv("WHERRY_TEST_TBB", WHERRY_TEST_TBB, 1);
                setenv("LD_LIBRARY_PATH", std::filesystem::path(WHERRY_TEST_TBB).parent_path().c_str(), 1);
                if (first) setenv("WHERRY_TEST_TBB_FIRST", "1", 1);
                unsetenv("GTEST_TOTAL_SHARDS");
                unsetenv("GTEST_SHARD_INDEX");
                execl("/proc/self/exe", "api_tests", "--gtest_brief=1", "--gtest_filter=Processes.with_another_tbb",
                      nullptr);
                return 97;
              })))
        << first;
}

// Run by the next test in a process of its own.
TEST_F(Processes, that_only_looks) {
  if (!std::getenv("WHERRY_TEST_LOOKS")) GTEST_SKIP() << "run by a_program_that_only_looks_loads_little";
  info_text(clGetDeviceInfo, device(), CL_DEVICE_NAME);
  info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_COMPUTE_UNITS);
  EXPECT_EQ("", mapped({"libtbb", "libwherry-tbb", "libhwloc", "libudev"}));
  EXPECT_TRUE(works_on_all_workers());
  EXPECT_EQ("", mapped({"libtbb"}));
  EXPECT_NE("", mapped({"libwherry-tbb"}));
}

TEST_F(Processes, a_program_that_only_looks_loads_little) {
  EXPECT_EQ(0, end_of(start_child([] {
              setenv("WHERRY_TEST_LOOKS", "1", 1);
              unsetenv("GTEST_TOTAL_SHARDS");
              unsetenv("GTEST_SHARD_INDEX");
              execl("/proc/self/exe", "api_tests", "--gtest_brief=1", "--gtest_filter=Processes.that_only_looks",
                    nullptr);
              return 97;
            })));
}

// The lines that a program which only looks writes to stderr, with a variable set.
std::string errors_with(const char *variable) {
  int output[2];
  EXPECT_EQ(0, pipe(output));
  const pid_t child = start_child([&] {
    setenv("WHERRY_TEST_LOOKS", "1", 1);
    setenv(variable, "now", 1);
    unsetenv("GTEST_TOTAL_SHARDS");
    unsetenv("GTEST_SHARD_INDEX");
    dup2(output[1], STDERR_FILENO);
    close(output[0]);
    close(output[1]);
    execl("/proc/self/exe", "api_tests", "--gtest_brief=1", "--gtest_filter=Processes.that_only_looks", nullptr);
    return 97;
  });
  close(output[1]);
  std::string text;
  char part[4096];
  for (ssize_t size; (size = ::read(output[0], part, sizeof part)) > 0;) text.append(part, static_cast<size_t>(size));
  close(output[0]);
  EXPECT_EQ(0, end_of(child)) << text;
  return text;
}

TEST_F(Processes, a_misspelled_variable_is_named_once) {
  const std::string warning = "wherry: WHERRY_ASYNK is unknown and has no effect: is WHERRY_ASYNC meant?\n";
  const std::string text = errors_with("WHERRY_ASYNK");
  const size_t found = text.find(warning);
  ASSERT_NE(found, std::string::npos) << text;
  EXPECT_EQ(text.find(warning, found + 1), std::string::npos) << text;
  EXPECT_EQ(errors_with("WHERRY_RANDOM_KERNELS").find("is unknown"), std::string::npos);
}

}  // namespace

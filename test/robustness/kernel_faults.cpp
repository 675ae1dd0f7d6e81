// SPDX-License-Identifier: Apache-2.0
// A fault in a kernel is an error of its command, and of nothing else.
#include "kernel_faults.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <regex>

using namespace wherry::test;

namespace {

// `code` runs in work-item 37 of 64, with `bad`, an address that no memory has.
struct Kind {
  const char *name, *code, *report;
};
constexpr Kind kKinds[] = {
    {"write", "*(global int *)bad = 1;", "writes to 0x1000 (SIGSEGV)"},
    {"read", "out[i] = *(global volatile int *)bad;", "reads 0x1000 (SIGSEGV)"},
    {"wild", "*(global int *)(bad << 48) = 1;", "uses an address that is not aligned, or that no memory can have"},
    {"trap", "__builtin_trap();", "runs a trap (SIGILL)"},
    {"debugtrap", "__builtin_debugtrap();", "runs a trap (SIGTRAP)"},
    {"behind", "out[i + 100000000] = 1;", "writes to 0x"},
};

std::string source_of(const Kind &kind, bool barriers) {
  return std::string("kernel void test(global int *out, ulong bad, local int *l) {\n"
                     "  int i = get_global_id(0); l[get_local_id(0)] = i;\n") +
         (barriers ? "  barrier(CLK_LOCAL_MEM_FENCE);\n" : "") + "  if (i == 37) { " + kind.code + " }\n" +
         (barriers ? "  barrier(CLK_LOCAL_MEM_FENCE);\n" : "") + "  out[i] = i;\n}\n" +
         "kernel void good(global int *out, local int *l) {\n"
         "  int i = get_global_id(0), n = get_local_id(0), size = get_local_size(0);\n"
         "  l[n] = i; barrier(CLK_LOCAL_MEM_FENCE);\n"
         "  out[i] = l[size - 1 - n] + get_group_id(0);\n}";
}

// Of the kernel `good`, in work-groups of 16.
void expect_good(cl_mem out, cl_command_queue on) {
  const std::vector<int> got = read<int>(out, 64, on);
  for (int i = 0; i < 64; ++i) EXPECT_EQ(i / 16 * 16 + 15 - i % 16 + i / 16, got[i]) << i;
}

struct Case {
  Kind kind;
  const char *options;
  bool barriers, out_of_order, by_worker;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const Kind &kind : kKinds)
    for (const char *options : {"", "-cl-wherry-vector-width=1", "-cl-opt-disable"})
      for (int bits = 0; bits < 8; ++bits)
        all.push_back({kind, options, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
  return all;
}

class KernelFaults : public testing::TestWithParam<Case> {};

TEST_P(KernelFaults, fail_their_command) {
  SKIP_WITH_SANITIZERS();
  const auto &[kind, options, barriers, out_of_order, by_worker] = GetParam();
  ReportingContext reporting;
  Program program = build(source_of(kind, barriers), options, reporting);
  Kernel bad = kernel(program, "test"), good = kernel(program, "good");
  cl_int error;
  Buffer out(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 64 * sizeof(int), nullptr, &error));
  ok(error);
  Queue on = make_queue(out_of_order ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0, reporting);
  set_args(bad, out, cl_ulong{0x1000}, LocalBytes{64});
  set_args(good, out, LocalBytes{64});
  const size_t global = 64, local = 16;
  Event failed, dependent, later;
  ok(clEnqueueNDRangeKernel(on, bad, 1, nullptr, &global, &local, 0, nullptr, failed.out()));
  const cl_event before = failed;
  ok(clEnqueueNDRangeKernel(on, good, 1, nullptr, &global, &local, 1, &before, dependent.out()));
  if (by_worker) {
    EXPECT_EQ(CL_OUT_OF_RESOURCES, status_by_a_worker(on, failed));
  } else {
    const cl_event waited = dependent;
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &waited));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, status_of(failed));
  }
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, status_of(dependent));

  const auto texts = reporting.take();
  ASSERT_EQ(1u, texts.size());
  EXPECT_NE(std::string::npos, texts[0].find("kernel 'test'")) << texts[0];
  EXPECT_NE(std::string::npos, texts[0].find("work-group (2,0,0)")) << texts[0];
  EXPECT_NE(std::string::npos, texts[0].find(kind.report)) << texts[0];
  EXPECT_TRUE(texts[0].ends_with("; global ids (32,0,0) to (47,0,0)")) << texts[0];
  EXPECT_NE(std::string::npos, texts[0].find(barriers ? ", line 4:" : ", line 3:")) << texts[0];

  ok(clEnqueueNDRangeKernel(on, good, 1, nullptr, &global, &local, 0, nullptr, later.out()));
  EXPECT_EQ(CL_SUCCESS, clFinish(on));
  expect_good(out, on);
}

std::string name_of(const testing::TestParamInfo<Case> &tested) {
  const Case &c = tested.param;
  const std::string options = c.options;
  return std::string(c.kind.name) +
         (options.empty()                ? ""
          : options == "-cl-opt-disable" ? "_as_written"
                                         : "_scalar") +
         (c.barriers ? "_with_barriers" : "") + (c.out_of_order ? "_out_of_order" : "_in_order") +
         (c.by_worker ? "_by_a_worker" : "");
}
INSTANTIATE_TEST_SUITE_P(All, KernelFaults, testing::ValuesIn(cases()), name_of);

constexpr char kWrite[] = "kernel void test(global int *out, ulong at) { ((global int *)at)[get_global_id(0)] = 1; }";
constexpr cl_ulong kBad = 0x1000;

TEST(KernelFault, a_checked_kernel_names_the_work_item_of_a_trap) {
  SKIP_WITH_SANITIZERS();
  ReportingContext reporting;
  Program program = build(source_of(kKinds[3], /*barriers=*/true), "-cl-wherry-check=bounds", reporting);
  Kernel bad = kernel(program, "test");
  cl_int error;
  Buffer out(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 64 * sizeof(int), nullptr, &error));
  ok(error);
  Queue on = make_queue(0, reporting);
  set_args(bad, out, cl_ulong{0x1000}, LocalBytes{64});
  const size_t global = 64, local = 16;
  ok(clEnqueueNDRangeKernel(on, bad, 1, nullptr, &global, &local, 0, nullptr, nullptr));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
  auto texts = reporting.take();
  ASSERT_EQ(2u, texts.size());
  std::sort(texts.begin(), texts.end());
  EXPECT_NE(std::string::npos, texts[0].find("line 4:18, work-group (2,0,0), work-item (5,0,0): trap: runs a trap"))
      << texts[0];
  EXPECT_NE(std::string::npos, texts[1].find("runs a trap (SIGILL)")) << texts[1];
}

TEST(KernelFault, names_the_argument_that_is_near) {
  SKIP_WITH_SANITIZERS();
  ReportingContext reporting;
  Program program = build("kernel void test(global int *a, global int *b, int i) { b[i] = a[0]; }", "", reporting);
  Kernel k = kernel(program, "test");
  // Memory with nothing behind it, nor before it.
  auto *const mapped =
      static_cast<char *>(mmap(nullptr, 3 * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
  ASSERT_EQ(0, mprotect(mapped + 4096, 4096, PROT_READ | PROT_WRITE));
  cl_int error;
  Buffer a = make_buffer(64), b(clCreateBuffer(reporting, CL_MEM_USE_HOST_PTR, 4096, mapped + 4096, &error));
  ok(error);
  a = Buffer(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 64, nullptr, &error));
  ok(error);
  Queue on = make_queue(0, reporting);
  for (auto [index, where] : {std::pair(1024 + 5, ", 20 bytes behind the end of argument 1 'b' (4096 bytes)"),
                              {-2, ", 8 bytes before argument 1 'b' (4096 bytes)"}}) {
    set_args(k, a, b, index);
    ok(try_launch(on, k, {1}));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
    const auto texts = reporting.take();
    ASSERT_EQ(1u, texts.size());
    EXPECT_NE(std::string::npos, texts[0].find(where)) << texts[0];
  }
  munmap(mapped, 3 * 4096);
}

// SIGBUS: the file of the mapping has been shortened.
TEST(KernelFault, of_a_file_that_has_become_shorter) {
  SKIP_WITH_SANITIZERS();
  const int file = memfd_create("short", MFD_CLOEXEC);
  ASSERT_EQ(0, ftruncate(file, 8192));
  void *mapped = mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ASSERT_NE(MAP_FAILED, mapped);
  ReportingContext reporting;
  cl_int error;
  Buffer buffer(clCreateBuffer(reporting, CL_MEM_USE_HOST_PTR, 8192, mapped, &error));
  ok(error);
  Program program = build("kernel void test(global int *out) { out[get_global_id(0)] = 1; }", "", reporting);
  Kernel k = kernel(program, "test");
  Queue on = make_queue(0, reporting);
  set_args(k, buffer);
  ASSERT_EQ(0, ftruncate(file, 4096));
  ok(try_launch(on, k, {2048}, {64}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
  const auto texts = reporting.take();
  ASSERT_EQ(1u, texts.size());
  // Any work-group behind the file's end may be the first to fault, at its first work-item: 256 bytes each.
  std::smatch found;
  ASSERT_TRUE(std::regex_search(
      texts[0], found, std::regex("work-group \\(([0-9]+),.*\\(SIGBUS\\), ([0-9]+) bytes into argument 0 'out'")))
      << texts[0];
  const int work_group = std::stoi(found[1]);
  EXPECT_GE(work_group, 16);
  EXPECT_EQ(256 * work_group, std::stoi(found[2])) << texts[0];
  munmap(mapped, 8192);
  close(file);
}

TEST(KernelFault, of_a_recursion_without_an_end) {
  SKIP_WITH_SANITIZERS();
  ReportingContext reporting;
  Program program = build("int deep(int n, global int *out) { volatile int kept[100]; kept[n % 100] = n;\n"
                          "  int r = deep(n + 1, out) + kept[n % 99]; out[0] = r; return r; }\n"
                          "kernel void test(global int *out) { out[1] = deep(0, out); }",
                          "", reporting);
  Kernel k = kernel(program, "test");
  cl_int error;
  Buffer out(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 64, nullptr, &error));
  ok(error);
  Queue on = make_queue(0, reporting);
  set_args(k, out);
  for (int round = 0; round < 3; ++round) {
    ok(try_launch(on, k, {1}));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
    const auto texts = reporting.take();
    ASSERT_EQ(1u, texts.size());
    EXPECT_NE(std::string::npos, texts[0].find("overflows its stack (SIGSEGV)")) << texts[0];
  }
}

// Sub-groups are run as vectors; their traps do not end a block.
TEST(KernelFault, of_a_sub_group) {
  SKIP_WITH_SANITIZERS();
  Program program = build("kernel void test(global int *out) { int s = sub_group_reduce_add((int)get_global_id(0));\n"
                          "  if (s < 0 || get_group_id(0) == 1) __builtin_trap(); out[get_global_id(0)] = s; }",
                          "-cl-std=CL3.0");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(64 * sizeof(int));
  Queue on = make_queue();
  set_args(k, out);
  ok(try_launch(on, k, {64}, {16}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
}

// Such a program is compiled in parts, side by side.
TEST(KernelFault, of_one_of_many_kernels) {
  SKIP_WITH_SANITIZERS();
  ReportingContext reporting;
  std::string source = "float f(float x) { for (int i = 0; i < 3; ++i) x = sin(x) * exp(x) + log(fabs(x) + 1.f);"
                       " return x; }\n";
  for (int line = 2; line < 14; ++line)
    source += "kernel void k" + std::to_string(line) + "(global float *out, ulong bad) {\n#line " +
              std::to_string(100 * line) + "\n  *(global float *)bad = f(out[0]) + pow(out[1], " +
              std::to_string(line) + ".1f); }\n";
  Program program = build(source.c_str(), "", reporting);
  cl_int error;
  Buffer out(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 64 * sizeof(int), nullptr, &error));
  ok(error);
  Queue on = make_queue(0, reporting);
  for (int line : {2, 13}) {
    const std::string name = "k" + std::to_string(line);
    Kernel bad = kernel(program, name.c_str());
    set_args(bad, out, cl_ulong{0x1000});
    ok(try_launch(on, bad, {16}));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
    const auto texts = reporting.take();
    ASSERT_EQ(1u, texts.size());
    EXPECT_NE(std::string::npos, texts[0].find("kernel '" + name + "', line " + std::to_string(100 * line) + ":"))
        << texts[0];
  }
}

// Of sub-groups that wait for each other, each on a stack of its own: the next work-groups begin anew, on whichever
// thread they run.
TEST(KernelFault, of_a_sub_group_that_others_wait_for) {
  SKIP_WITH_SANITIZERS();
  Program program = build("kernel void test(global int *out, volatile global int *turn, int bad) {\n"
                          "  const int me = get_sub_group_id(), n = get_num_sub_groups(), g = get_group_id(0);\n"
                          "  while (atomic_add(&turn[g], 0) != n - 1 - me) {}\n"
                          "  if (me == bad) __builtin_trap();\n"
                          "  if (get_sub_group_local_id() == 0) { out[g] += me; atomic_inc(&turn[g]); } }",
                          "-cl-std=CL3.0");
  Kernel k = kernel(program, "test");
  Queue on = make_queue();
  for (int round = 0; round < 20; ++round)
    for (int bad : {3, 1, -1, 0, -1}) {
      const size_t groups = round % 2 ? 1 : 40;  // on one thread, or on all
      Buffer out = make_buffer(std::vector<int>(groups)), turn = make_buffer(std::vector<int>(groups));
      set_args(k, out, turn, bad);
      ok(try_launch(on, k, {64 * groups}, {64}));
      EXPECT_EQ(bad < 0 ? CL_SUCCESS : CL_OUT_OF_RESOURCES, clFinish(on));
      if (bad < 0) {
        const int sub_groups = read<int>(turn, 1)[0];
        EXPECT_EQ(std::vector<int>(groups, sub_groups * (sub_groups - 1) / 2), read<int>(out, groups));
      }
    }
}

TEST(KernelFault, of_a_sub_group_that_waits_and_overflows_its_stack) {
  SKIP_WITH_SANITIZERS();
  ReportingContext reporting;
  Program program = build("int deep(int n, global int *out) { volatile int kept[100]; kept[n % 100] = n;\n"
                          "  int r = deep(n + 1, out) + kept[n % 99]; out[0] = r; return r; }\n"
                          "kernel void test(global int *out, volatile global int *turn) {\n"
                          "  const int me = get_sub_group_id(), n = get_num_sub_groups();\n"
                          "  while (atomic_add(turn, 0) != n - 1 - me) {}\n"
                          "  if (me == 0) out[1] = deep(0, out);\n"
                          "  if (get_sub_group_local_id() == 0) atomic_inc(turn); }",
                          "-cl-std=CL3.0", reporting);
  Kernel k = kernel(program, "test");
  Queue on = make_queue(0, reporting);
  for (int round = 0; round < 3; ++round) {
    cl_int error;
    int zeros[16] = {};
    Buffer out(clCreateBuffer(reporting, CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &error)),
        turn(clCreateBuffer(reporting, CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros, &error));
    ok(error);
    set_args(k, out, turn);
    ok(try_launch(on, k, {64}, {64}));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
    const auto texts = reporting.take();
    ASSERT_EQ(1u, texts.size());
    EXPECT_NE(std::string::npos, texts[0].find("overflows its stack (SIGSEGV)")) << texts[0];
  }
}

// A thread inherits its maker's mask: workers begin in the first launch, that of this child of the test.
TEST(KernelFault, where_the_program_has_blocked_the_signals) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EXIT(
      {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, nullptr);
        Program program = build("kernel void test(global int *out) { if (get_group_id(0) == 99) __builtin_trap(); }");
        Kernel k = kernel(program, "test");
        Buffer out = make_buffer(64);
        Queue on = make_queue();
        set_args(k, out);
        cl_event event;
        if (clEnqueueNDRangeKernel(on, k, 1, nullptr, std::vector<size_t>{6400}.data(), std::vector<size_t>{64}.data(),
                                   0, nullptr, &event) != CL_SUCCESS ||
            clFlush(on) != CL_SUCCESS)
          std::_Exit(1);
        // A thread that waits would run the kernel itself.
        cl_int status = CL_QUEUED;
        while (status > CL_COMPLETE)
          clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
        std::_Exit(status == CL_OUT_OF_RESOURCES ? 0 : 2);
      },
      testing::ExitedWithCode(0), "");
}

// "Divide by zero with integer types does not cause an exception".
TEST(KernelFault, is_no_division_by_zero) {
  Program program =
      build("kernel void test(global int *out, int zero, int least) {\n"
            "  out[0] = out[0] / zero + out[0] % zero + least / (zero - 1) + least % (zero - 1); out[1] = 1; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{5, 0});
  set_args(k, out, 0, INT32_MIN);
  run(k, {1});
  EXPECT_EQ(1, read<int>(out, 2)[1]);
}

// A launch of nanoseconds runs in the enqueueing call.
TEST(KernelFault, in_the_enqueueing_call) {
  SKIP_WITH_SANITIZERS();
  ReportingContext reporting;
  Program program = build(kWrite, "", reporting);
  Kernel k = kernel(program, "test");
  cl_int error;
  Buffer out(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 64, nullptr, &error));
  ok(error);
  Queue on = make_queue(0, reporting);
  int memory[16] = {};
  set_args(k, out, reinterpret_cast<cl_ulong>(memory));
  bool at_once = false;
  for (int i = 0; i < 2000 && !at_once; ++i) {
    Event event;
    ok(try_launch(on, k, {16}, {16}, {}, event.out()));
    at_once = status_of(event) == CL_COMPLETE;
    ok(clFinish(on));
  }
  EXPECT_TRUE(at_once);
  EXPECT_EQ(1, memory[15]);
  for (int i = 0; i < 100; ++i) {
    set_arg(k, 1, kBad);
    Event event;
    ok(try_launch(on, k, {16}, {16}, {}, event.out()));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, status_of(event));
    set_arg(k, 1, reinterpret_cast<cl_ulong>(memory));
    memory[3] = 0;
    ok(try_launch(on, k, {16}, {16}));
    EXPECT_EQ(CL_SUCCESS, clFinish(on));
    EXPECT_EQ(1, memory[3]);
  }
  EXPECT_EQ(100u, reporting.take().size());
}

// The work-groups that have not begun do not run: there are more of them than could.
TEST(KernelFault, ends_a_long_launch) {
  SKIP_WITH_SANITIZERS();
  Program program = build("kernel void test(global int *p, ulong at) {\n"
                          "  if (get_global_id(0) == 100) *(global int *)at = 1; p[get_global_id(0) % 16] = 1; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(64);
  Queue on = make_queue();
  set_args(k, out, kBad);
  ok(try_launch(on, k, {size_t{1} << 50}, {64}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
}

size_t number_of(const char *name) {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (size_t number; word == name && status >> number) return number;
  return 0;
}

TEST(KernelFault, leaves_nothing_behind) {
  SKIP_WITH_SANITIZERS();
  Program program = build("kernel void test(global int *out, ulong at, local int *l) {\n"
                          "  l[get_local_id(0)] = get_global_id(0);\n"
                          "  event_t e = async_work_group_copy(l, out, 1024, 0); wait_group_events(1, &e);\n"
                          "  ((global int *)at)[get_global_id(0)] = l[3]; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(4096);
  Queue on = make_queue();
  set_args(k, out, kBad, LocalBytes{4096});
  auto launch = [&](int times) {
    for (int i = 0; i < times; ++i) {
      ok(try_launch(on, k, {256}, {16}));
      EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
    }
  };
  launch(200);
  const size_t threads = number_of("Threads:");
  // KiB of 1,000 launches; a work-group's memory of each launch would be 4 MiB. A worker that runs for the first time
  // touches memory that stays: some round must come without.
  size_t grown = SIZE_MAX;
  for (int round = 0; round < 3 && grown > 1024; ++round) {
    const size_t before = number_of("VmRSS:");
    launch(1000);
    const size_t after = number_of("VmRSS:");
    grown = after > before ? after - before : 0;
  }
  EXPECT_LE(grown, 1024u);
  EXPECT_EQ(threads, number_of("Threads:"));
}

TEST(KernelFault, on_many_threads_at_once) {
  SKIP_WITH_SANITIZERS();
  Program program = build(kWrite);
  std::vector<std::thread> threads;
  std::atomic<int> failed = 0, good = 0;
  std::vector<std::vector<int>> memories(4, std::vector<int>(256));
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      Kernel k = kernel(program, "test");
      Buffer out = make_buffer(64);
      Queue on = make_queue();
      for (int i = 0; i < 100; ++i) {
        set_args(k, out, i % 2 ? reinterpret_cast<cl_ulong>(memories[t].data()) : kBad);
        ok(try_launch(on, k, {256}, {16}));
        (clFinish(on) == CL_SUCCESS ? good : failed) += 1;
      }
    });
  for (std::thread &thread : threads) thread.join();
  EXPECT_EQ(200, failed);
  EXPECT_EQ(200, good);
}

TEST(KernelFault, of_printf_with_a_bad_text) {
  SKIP_WITH_SANITIZERS();
  Program program =
      build("kernel void test(global int *out, ulong at) {\n"
            "  printf(\"before \"); printf(\"%s\", (constant char *)at); printf(\"behind \"); out[0] = 1; }");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>{0});
  Queue on = make_queue();
  CapturedOutput captured;
  set_args(k, out, kBad);
  for (int i = 0; i < 3; ++i) {
    ok(try_launch(on, k, {1}));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
  }
  const char *text = "text ";
  set_arg(k, 1, reinterpret_cast<cl_ulong>(text));
  ok(try_launch(on, k, {1}));
  EXPECT_EQ(CL_SUCCESS, clFinish(on));
  EXPECT_EQ("before before before before text behind ", captured.text());
}

TEST(KernelFault, of_a_pipe_with_a_bad_packet) {
  SKIP_WITH_SANITIZERS();
  Program program = build("kernel void put(write_only pipe int p, ulong at) { write_pipe(p, (global int *)at); }\n"
                          "kernel void get(read_only pipe int p, ulong at) { read_pipe(p, (global int *)at); }",
                          "-cl-std=CL3.0");
  Kernel put = kernel(program, "put"), get = kernel(program, "get");
  cl_int error;
  Buffer pipe(clCreatePipe(context(), 0, sizeof(int), 4, nullptr, &error));
  ok(error);
  Queue on = make_queue();
  int in = 0, out = 0;
  const auto run_one = [&](cl_kernel k, cl_ulong at) {
    set_arg(k, 0, pipe);
    set_arg(k, 1, at);
    ok(try_launch(on, k, {1}));
    return clFinish(on);
  };
  for (int i = 0; i < 10; ++i) {
    in = 100 + i;
    EXPECT_EQ(CL_OUT_OF_RESOURCES, run_one(put, kBad));
    EXPECT_EQ(CL_SUCCESS, run_one(put, reinterpret_cast<cl_ulong>(&in)));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, run_one(get, kBad));
    EXPECT_EQ(CL_SUCCESS, run_one(get, reinterpret_cast<cl_ulong>(&out)));
    EXPECT_EQ(100 + i, out);
  }
}

TEST(KernelFault, of_a_constructor_fails_the_build) {
  SKIP_WITH_SANITIZERS();
  const char *source =
      "struct S { int i; S() { __builtin_trap(); } }; S s; kernel void test(global int *p) { *p = s.i; }";
  cl_int error;
  Program program(clCreateProgramWithSource(context(), 1, &source, nullptr, &error));
  ok(error);
  EXPECT_EQ(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, nullptr, "-cl-std=CLC++2021", nullptr, nullptr));
  EXPECT_NE(std::string::npos, build_log(program).find("runs a trap")) << build_log(program);
}

// The program hears of the fault; its release, and the program itself, go on.
TEST(KernelFault, of_a_destructor_is_reported) {
  SKIP_WITH_SANITIZERS();
  ReportingContext in;
  Program program = build("struct S { int i; ~S() { __builtin_trap(); } }; S s; kernel void test(global int *p) {}",
                          "-cl-std=CLC++2021", in);
  program.reset();
  const auto reports = in.take();
  ASSERT_EQ(1u, reports.size());
  EXPECT_NE(std::string::npos, reports[0].find("a destructor of a program-scope object")) << reports[0];
  EXPECT_NE(std::string::npos, reports[0].find("runs a trap")) << reports[0];
}

// Kernels that a kernel has enqueued.
constexpr char kFamily[] = R"(
kernel void test(queue_t q, global int *out, ulong at, int parent) {
  ndrange_t one = ndrange_1D(1);
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_KERNEL, one, ^{ out[0] = 1; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_WAIT_WORK_GROUP, one, ^{ out[1] = 1; });
  clk_event_t bad;
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 0, 0, &bad, ^{ if (!parent) *(global int *)at = 1; });
  enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, one, 1, &bad, 0, ^{ out[2] = 1; });
  release_event(bad);
  if (parent) *(global int *)at = 1;
})";

TEST(KernelFault, of_a_kernel_with_children) {
  SKIP_WITH_SANITIZERS();
  Program program = build(kFamily, "-cl-std=CL2.0");
  Kernel k = kernel(program, "test");
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  Queue below(clCreateCommandQueueWithProperties(context(), device(), properties, &error));
  ok(error);
  Queue on = make_queue();
  for (int parent : {1, 0, 1, 0}) {
    Buffer out = make_buffer(std::vector<int>(4));
    const cl_command_queue handle = below;
    set_args(k, handle, out, kBad, parent);
    ok(try_launch(on, k, {1}));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
    const std::vector<int> got = read<int>(out, 4);
    // Those that wait for the parent, or for its work-group, run only if that has ended well.
    EXPECT_EQ((std::vector<int>{!parent, !parent, parent, 0}), got) << parent;
  }
}

// Async copies of a bad source, in all their modes, by the work-group's thread and by helpers.
constexpr char kCopies[] = R"(
kernel void contiguous(ulong from, global int *out, local int *l, int n) {
  event_t e = async_work_group_copy(l, (global int *)from, n, 0);
  out[get_global_id(0)] = get_global_id(0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] += l[get_local_id(0)];
}
kernel void strided(ulong from, global int *out, local int *l, int n) {
  event_t e = async_work_group_strided_copy(l, (global int *)from, n, 3, 0);
  out[get_global_id(0)] = get_global_id(0);
  wait_group_events(1, &e);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] += l[get_local_id(0)];
}
kernel void out_of_local(ulong to, global int *out, local int *l, int n) {
  l[get_local_id(0)] = get_global_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  event_t e = async_work_group_copy((global int *)to, l, n, 0);
  out[get_global_id(0)] = get_global_id(0);
  wait_group_events(1, &e);
}
kernel void two(ulong from, global int *out, local int *l, int n) {
  event_t e[2] = {0, 0};
  e[0] = async_work_group_copy(l, out, 64, 0);
  e[1] = async_work_group_copy(l + 64, (global int *)from, n - 64, 0);
  wait_group_events(2, e);
}
kernel void never_waits(ulong from, global int *out, local int *l, int n) {
  async_work_group_copy(l, (global int *)from, n, 0);
  out[get_global_id(0)] = 1;
}
kernel void wrong_events(ulong from, global int *out, local int *l, int n) {
  event_t e = async_work_group_copy(l, out, 16, 0);
  wait_group_events(n > 100 ? 3 : 1, (event_t *)from);
  out[get_global_id(0)] = 1;
})";

// Of a process whose environment says how copies are made.
int copy_with_bad_pointers() {
  ReportingContext reporting;
  Program program = build(kCopies, "-cl-std=CL3.0", reporting);
  Queue on = make_queue(0, reporting);
  std::vector<int> memory(3 * 8192, 1);
  cl_int error;
  Buffer out(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 256 * sizeof(int), nullptr, &error));
  ok(error);
  int wrong = 0;
  for (const char *name : {"contiguous", "strided", "out_of_local", "two", "never_waits", "wrong_events"}) {
    Kernel k = kernel(program, name);
    for (int n : {80, 1000, 8192})
      for (int round = 0; round < 20; ++round) {
        set_args(k, kBad, out, LocalBytes{8192 * sizeof(int)}, n);
        ok(try_launch(on, k, {256}, {64}));
        if (const cl_int got = clFinish(on); got != CL_OUT_OF_RESOURCES) {
          fprintf(stderr, "%s of %d: %d\n", name, n, got);
          ++wrong;
        }
        const auto texts = reporting.take();
        if (texts.size() != 1 || texts[0].find("line ") == std::string::npos) ++wrong;
        if (round == 0 && wrong) fprintf(stderr, "%s: %s\n", name, texts.empty() ? "no report" : texts[0].c_str());
        // The same workers' event tables serve launches without a fault.
        Kernel good = kernel(program, "contiguous");
        set_args(good, reinterpret_cast<cl_ulong>(memory.data()), out, LocalBytes{8192 * sizeof(int)}, n);
        ok(try_launch(on, good, {256}, {64}));
        if (clFinish(on) != CL_SUCCESS) ++wrong;
        const std::vector<int> got = read<int>(out, 256, on);
        for (int i = 0; i < 256; ++i) wrong += got[i] != i + 1;
        if (wrong > 3) return 1;
      }
  }
  return wrong != 0;
}

class CopyFaults : public testing::TestWithParam<std::pair<const char *, const char *>> {};

TEST_P(CopyFaults, fail_their_launch) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(0, in_child([] {
              setenv(GetParam().first, GetParam().second, 1);
              return copy_with_bad_pointers();
            }));
}
INSTANTIATE_TEST_SUITE_P(All, CopyFaults,
                         testing::Values(std::pair("WHERRY_ASYNC", "auto"), std::pair("WHERRY_ASYNC", "now"),
                                         std::pair("WHERRY_ASYNC", "wait"), std::pair("WHERRY_ASYNC", "prefetch"),
                                         std::pair("WHERRY_ASYNC", "ahead"), std::pair("WHERRY_ASYNC", "chunks"),
                                         std::pair("WHERRY_ELIDE", "0"), std::pair("WHERRY_ASYNC_SCHEDULE", "seed:1"),
                                         std::pair("WHERRY_ASYNC_SCHEDULE", "seed:2")),
                         [](auto &tested) {
                           std::string name = tested.param.first + std::string("_") + tested.param.second;
                           for (char &c : name)
                             if (!isalnum(c)) c = '_';
                           return name;
                         });

// The checked mode performs no copy outside of the arguments: the kernel's own accesses fault.
TEST(KernelFault, in_the_checked_mode) {
  SKIP_WITH_SANITIZERS();
  Program program = build("kernel void test(global int *out, ulong at, local int *l) {\n"
                          "  event_t e = async_work_group_copy(l, out, 16, 0);\n"
                          "  if (get_global_id(0) == 9) *(global int *)at = 1;\n"
                          "  wait_group_events(1, &e); out[get_global_id(0)] = l[1]; }",
                          "-cl-wherry-check=async");
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(std::vector<int>(64, 7));
  Queue on = make_queue();
  int memory = 0;
  for (int i = 0; i < 6; ++i) {
    set_args(k, out, i % 2 ? reinterpret_cast<cl_ulong>(&memory) : kBad, LocalBytes{256});
    ok(try_launch(on, k, {16}, {16}));
    EXPECT_EQ(i % 2 ? CL_SUCCESS : CL_OUT_OF_RESOURCES, clFinish(on));
  }
  EXPECT_EQ(1, memory);
}

// What the mode has found is told with the launch that fails.
TEST(KernelFault, of_children_in_the_checked_mode) {
  SKIP_WITH_SANITIZERS();
  ReportingContext reporting;
  Program program = build("kernel void test(queue_t q, global int *out, ulong at, local int *l) {\n"
                          "  async_work_group_copy(l, out, 16, 0);\n"
                          "  if (get_global_id(0) == 9)\n"
                          "    enqueue_kernel(q, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(1), ^{\n"
                          "      *(global int *)at = 1; }); }",
                          "-cl-std=CL2.0 -cl-wherry-check=async", reporting);
  Kernel k = kernel(program, "test");
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  cl_int error;
  Queue below(clCreateCommandQueueWithProperties(reporting, device(), properties, &error));
  ok(error);
  Buffer out(clCreateBuffer(reporting, CL_MEM_READ_WRITE, 64, nullptr, &error));
  ok(error);
  Queue on = make_queue(0, reporting);
  const cl_command_queue handle = below;
  set_args(k, handle, out, kBad, LocalBytes{256});
  ok(try_launch(on, k, {16}, {16}));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
  std::string all;
  for (const std::string &text : reporting.take()) all += text + "\n";
  EXPECT_NE(std::string::npos, all.find("copy without a wait")) << all;
  EXPECT_NE(std::string::npos, all.find("line 5:25")) << all;
}

// Copies of other queues go on, and helpers live, while faults happen.
TEST(KernelFault, beside_copies_of_other_queues) {
  SKIP_WITH_SANITIZERS();
  Program program = build(kCopies, "-cl-std=CL3.0");
  std::atomic<bool> stop = false;
  std::atomic<int> wrong = 0;
  std::thread other([&] {
    Kernel k = kernel(program, "contiguous");
    Queue on = make_queue();
    std::vector<int> memory(8192, 1);
    Buffer out = make_buffer(256 * sizeof(int));
    while (!stop) {
      set_args(k, reinterpret_cast<cl_ulong>(memory.data()), out, LocalBytes{8192 * sizeof(int)}, 8192);
      ok(try_launch(on, k, {256}, {64}));
      if (clFinish(on) != CL_SUCCESS) ++wrong;
      const std::vector<int> got = read<int>(out, 256, on);
      for (int i = 0; i < 256; ++i) wrong += got[i] != i + 1;
    }
  });
  Queue on = make_queue();
  Buffer out = make_buffer(256 * sizeof(int));
  Kernel k = kernel(program, "two");
  for (int i = 0; i < 300; ++i) {
    set_args(k, kBad, out, LocalBytes{8192 * sizeof(int)}, 8192);
    ok(try_launch(on, k, {256}, {64}));
    EXPECT_EQ(CL_OUT_OF_RESOURCES, clFinish(on));
  }
  stop = true;
  other.join();
  EXPECT_EQ(0, wrong);
}

// Launches that last long enough are built once more.
TEST(KernelFault, in_a_variant) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(0, in_child([] {
              setenv("WHERRY_SPECIALISE", "now", 1);
              Program program = build(kWrite);
              Kernel k = kernel(program, "test");
              Buffer out = make_buffer(64);
              Queue on = make_queue();
              set_args(k, out, kBad);
              for (int i = 0; i < 5; ++i) {
                ok(try_launch(on, k, {64}, {16}));
                if (clFinish(on) != CL_OUT_OF_RESOURCES) return 1;
              }
              return 0;
            }));
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// Signals that are not the driver's: the program's handlers, and faults of the program's own code.
#include <sys/ptrace.h>
#include <sys/user.h>

#include <csignal>
#include <thread>

#include "kernel_faults.h"

using namespace wherry::test;

namespace {

constexpr cl_ulong kBad = 0x1000;
constexpr char kWrite[] = "kernel void test(global int *out, ulong at) { *(global int *)at = 1; }";

cl_int run_bad_kernel() {
  Program program = build(kWrite);
  Kernel k = kernel(program, "test");
  Buffer out = make_buffer(64);
  Queue on = make_queue();
  set_args(k, out, kBad);
  ok(try_launch(on, k, {1}));
  return clFinish(on);
}

[[noreturn]] void end_with_42(int, siginfo_t *info, void *) {
  _exit(reinterpret_cast<cl_ulong>(info->si_addr) == kBad ? 42 : 43);
}

void install(int signal, int flags = 0) {
  struct sigaction action{};
  action.sa_sigaction = end_with_42;
  action.sa_flags = SA_SIGINFO | flags;
  sigaction(signal, &action, nullptr);
}

// How a process ends that runs this test alone, and so has no handlers of the driver yet.
int end_alone(const char *test) {
  return in_child([test] {
    unsetenv("GTEST_TOTAL_SHARDS");
    unsetenv("GTEST_SHARD_INDEX");
    const std::string filter = "--gtest_filter=FaultSignals.DISABLED_" + std::string(test);
    execl("/proc/self/exe", "kernel_fault_tests", "--gtest_also_run_disabled_tests", filter.c_str(), nullptr);
    return 98;
  });
}

TEST(FaultSignals, DISABLED_handle_first) {
  install(SIGSEGV);
  _exit(run_bad_kernel() != CL_SUCCESS);
}

TEST(FaultSignals, go_to_the_programs_handler) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(42, end_alone("handle_first"));
}

TEST(FaultSignals, go_to_a_handler_that_is_installed_later) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(42, in_child([] {
              if (run_bad_kernel() != CL_OUT_OF_RESOURCES) return 1;
              install(SIGSEGV);
              return static_cast<int>(run_bad_kernel());
            }));
}

// Other signals are still the driver's.
TEST(FaultSignals, are_told_apart) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(0, in_child([] {
              install(SIGFPE);
              install(SIGUSR1);
              return run_bad_kernel() == CL_OUT_OF_RESOURCES ? 0 : 1;
            }));
}

TEST(FaultSignals, DISABLED_switch_off) {
  setenv("WHERRY_FAULTS", "0", 1);
  _exit(run_bad_kernel() != CL_SUCCESS);
}

TEST(FaultSignals, are_the_programs_without_ours) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(1000 + SIGSEGV, end_alone("switch_off"));
}

[[gnu::noinline]] void fault() { *reinterpret_cast<volatile int *>(0x2000) = 1; }

TEST(FaultSignals, of_the_programs_code_end_the_program) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(1000 + SIGSEGV, in_child([] {
              run_bad_kernel();
              fault();
              return 0;
            }));
  EXPECT_EQ(1000 + SIGSEGV, in_child([] {
              run_bad_kernel();
              std::thread(fault).join();
              return 0;
            }));
  EXPECT_EQ(1000 + SIGILL, in_child([]() -> int {
              run_bad_kernel();
              __builtin_trap();
            }));
  EXPECT_EQ(1000 + SIGTRAP, in_child([] {
              run_bad_kernel();
              __builtin_debugtrap();
              return 0;
            }));
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP})
    EXPECT_EQ(1000 + signal, in_child([signal] {
                run_bad_kernel();
                kill(getpid(), signal);
                return 0;
              }));
}

TEST(FaultSignals, of_native_kernels_and_callbacks_end_the_program) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(1000 + SIGSEGV, in_child([] {
              run_bad_kernel();
              Queue on = make_queue();
              const auto native = [](void *) { fault(); };
              ok(clEnqueueNativeKernel(on, native, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr));
              return static_cast<int>(clFinish(on));
            }));
  EXPECT_EQ(1000 + SIGSEGV, in_child([] {
              run_bad_kernel();
              Queue on = make_queue();
              Event event;
              ok(clEnqueueMarkerWithWaitList(on, 0, nullptr, event.out()));
              ok(clSetEventCallback(event, CL_COMPLETE, [](cl_event, cl_int, void *) { fault(); }, nullptr));
              clFinish(on);
              sleep(10);
              return 0;
            }));
}

// What a debugger sees, and so a core: the signal that ends the program comes with the fault's own data and registers.
TEST(FaultSignals, keep_the_address_and_the_registers) {
  SKIP_WITH_SANITIZERS();
  const pid_t child = start_child([] {
    run_bad_kernel();
    if (ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) != 0) return 77;
    fault();
    return 0;
  });
  siginfo_t info[2]{};
  user_regs_struct registers[2]{};
  int status = 0, stops = 0;
  while (waitpid(child, &status, 0) == child && WIFSTOPPED(status)) {
    if (WSTOPSIG(status) == SIGSEGV && stops < 2) {
      ptrace(PTRACE_GETSIGINFO, child, nullptr, &info[stops]);
      ptrace(PTRACE_GETREGS, child, nullptr, &registers[stops]);
      ++stops;
    }
    ptrace(PTRACE_CONT, child, nullptr, WSTOPSIG(status));
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 77) GTEST_SKIP() << "the system permits no ptrace";
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(SIGSEGV, WTERMSIG(status));
  ASSERT_EQ(2, stops);  // before our handler, and without it
  for (int i : {0, 1}) {
    EXPECT_EQ(reinterpret_cast<void *>(0x2000), info[i].si_addr);
    EXPECT_EQ(SEGV_MAPERR, info[i].si_code);
    EXPECT_EQ(registers[0].rip, registers[i].rip);
    EXPECT_EQ(registers[0].rsp, registers[i].rsp);
  }
}

// The child has none of the parent's threads; its faults are caught as the parent's are.
TEST(FaultSignals, in_a_forked_child) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(0, in_child([] {
              if (run_bad_kernel() != CL_OUT_OF_RESOURCES) return 1;
              const int below = in_child([] {
                std::thread([] { (void)make_queue(); }).join();
                return run_bad_kernel() == CL_OUT_OF_RESOURCES ? 0 : 2;
              });
              return below != 0 ? below : run_bad_kernel() == CL_OUT_OF_RESOURCES ? 0 : 3;
            }));
}

// The program's own signal stack is used, and kept.
TEST(FaultSignals, keep_the_programs_signal_stack) {
  SKIP_WITH_SANITIZERS();
  EXPECT_EQ(0, in_child([] {
              static char memory[64 << 10];
              const stack_t ours{.ss_sp = memory, .ss_flags = 0, .ss_size = sizeof memory};
              sigaltstack(&ours, nullptr);
              if (run_bad_kernel() != CL_OUT_OF_RESOURCES) return 1;
              stack_t now{};
              sigaltstack(nullptr, &now);
              return now.ss_sp == memory ? 0 : 2;
            }));
}

}  // namespace

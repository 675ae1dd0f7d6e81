// SPDX-License-Identifier: Apache-2.0
// Faults that no kernel of OpenCL C has, and those of helpers.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <csignal>
#include <cstdint>

#include "exec_kernels.h"

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

extern "C" const std::byte __start_wherry_test_kernels[], __stop_wherry_test_kernels[];

namespace wherry::test {

namespace {

#define KERNEL [[gnu::section("wherry_test_kernels"), gnu::noinline]]

KERNEL void divide(const std::byte *, abi::GroupContext *group) {
  if (group->group_id[0] != 3) return;
  asm volatile("xorl %%eax, %%eax\n cltd\n movl %%eax, %%ecx\n idivl %%ecx" : : : "eax", "ecx", "edx", "cc");
}

KERNEL void jump(const std::byte *, abi::GroupContext *group) {
  if (group->group_id[0] != 0) return;
  void (*volatile nowhere)() = nullptr;
  nowhere();
  asm volatile("");  // no tail call, which would leave no return address
}

KERNEL void turn_direction(const std::byte *, abi::GroupContext *) { asm volatile("std\n ud2" : : : "cc"); }

abi::KernelInfo faulting(abi::KernelEntry entry) {
  abi::KernelInfo info = kernel(entry);
  info.flags = 0;
  info.code = __start_wherry_test_kernels;
  info.code_end = __stop_wherry_test_kernels;
  return info;
}

class ExecFaults : public testing::Test {
 protected:
  void SetUp() override {
    if (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer)) GTEST_SKIP() << "with a sanitizer";
  }
  exec::RunResult run(const abi::KernelInfo &info, exec::LaunchSize size) {
    const uint64_t args = 0;
    return exec::Executor::instance().run(range(info, args, {1, {8, 1, 1}, {1, 1, 1}}), size);
  }
};

TEST_F(ExecFaults, are_found_on_one_thread_and_on_several) {
  const abi::KernelInfo info = faulting(divide);
  for (auto size : {exec::LaunchSize::shared, exec::LaunchSize::single_thread, exec::LaunchSize::immediate}) {
    const exec::RunResult result = run(info, size);
    ASSERT_TRUE(result.fault);
    EXPECT_EQ(SIGFPE, result.fault->fault.signal);
    EXPECT_EQ(3u, result.fault->group_id[0]);
    EXPECT_EQ("kernel 'kernel', line 1:2, work-group (3,0,0): divides by 0, or the quotient does not fit (SIGFPE)",
              result.fault->text("line 1:2"));
  }
}

TEST_F(ExecFaults, of_jumps) {
  const abi::KernelInfo info = faulting(jump);
  const exec::RunResult result = run(info, exec::LaunchSize::shared);
  ASSERT_TRUE(result.fault);
  EXPECT_EQ("kernel 'kernel', work-group (0,0,0): jumps to 0x0 (SIGSEGV)", result.fault->text(""));
}

// The direction flag is clear again: string instructions would go the wrong way.
TEST_F(ExecFaults, restore_the_flags) {
  const abi::KernelInfo info = faulting(turn_direction);
  const exec::RunResult result = run(info, exec::LaunchSize::immediate);
  uint64_t flags;
  asm volatile("pushfq\n popq %0\n cld" : "=r"(flags));
  EXPECT_TRUE(result.fault);
  EXPECT_EQ(0u, flags & 0x400);
}

constexpr uint64_t kTile = 1 << 20;  // bytes: worth many chunks

// A copy of a source that ends half-way, which helpers perform if there are any.
KERNEL void copy_half(const std::byte *args, abi::GroupContext *group) {
  const void *source;
  __builtin_memcpy(&source, args, sizeof source);
  const abi::HostCalls &host = *group->launch->host;
  const uint64_t event = host.async_copy(group, &kSite, group->local_memory, source, kTile, 1, 1, 1, 0);
  host.wait_events(group, &kSite, 1, &event);
}

TEST_F(ExecFaults, of_helpers_are_the_groups) {
  abi::KernelInfo info = faulting(copy_half);
  info.flags = abi::kUsesAsyncCopies;
  info.local_bytes = kTile;
  void *mapped = mmap(nullptr, 2 * kTile, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(MAP_FAILED, mapped);
  ASSERT_EQ(0, mprotect(static_cast<std::byte *>(mapped) + kTile, kTile, PROT_NONE));
  const auto *good = static_cast<const std::byte *>(mapped), *bad = good + kTile / 2;
  for (int i = 0; i < 200; ++i) {
    const std::byte *const source = i % 2 ? good : bad;
    const exec::RunResult result =
        exec::Executor::instance().run(range(info, source, {1, {4, 1, 1}, {1, 1, 1}}), exec::LaunchSize::shared);
    ASSERT_EQ(i % 2 == 0, result.fault != nullptr) << i;
    if (!result.fault) continue;
    EXPECT_EQ(SIGSEGV, result.fault->fault.signal);
    EXPECT_EQ(&kSite, result.fault->site);
  }
  munmap(mapped, 2 * kTile);
}

}  // namespace

}  // namespace wherry::test

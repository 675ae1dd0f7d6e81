// SPDX-License-Identifier: Apache-2.0
// How many threads, and how much memory, the system allows.
#include "exec/cpu_count.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mman.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "exec/memory_limit.h"

namespace {

using namespace wherry::exec;

class Cgroups : public testing::Test {
 protected:
  Cgroups() {
    std::string name = (std::filesystem::temp_directory_path() / "wherry-cgroups-XXXXXX").string();
    root_ = mkdtemp(name.data());
  }
  ~Cgroups() override { std::filesystem::remove_all(root_); }
  void write(const std::string &path, const std::string &text) {
    const std::filesystem::path file = root_ + path;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file) << text << '\n';
  }
  std::string root_;
};

constexpr char kMountV2[] = "30 23 0:26 / /sys/fs/cgroup rw,nosuid shared:4 - cgroup2 cgroup2 rw,nsdelegate";

TEST_F(Cgroups, NoneWithoutFiles) { EXPECT_EQ(cgroup_cpus(root_), 0u); }

TEST_F(Cgroups, TheLeastOnTheWayUpRoundedUp) {
  write("/proc/self/mountinfo", kMountV2);
  write("/proc/self/cgroup", "0::/a/b/c");
  write("/sys/fs/cgroup/a/b/c/cpu.max", "max 100000");
  EXPECT_EQ(cgroup_cpus(root_), 0u);
  write("/sys/fs/cgroup/a/b/cpu.max", "450000 100000");
  EXPECT_EQ(cgroup_cpus(root_), 5u);
  write("/sys/fs/cgroup/a/cpu.max", "50000 100000");
  EXPECT_EQ(cgroup_cpus(root_), 1u);
  write("/sys/fs/cgroup/a/cpu.max", "nonsense");
  EXPECT_EQ(cgroup_cpus(root_), 5u);
}

TEST_F(Cgroups, ContainerThatSeesAPart) {
  write("/proc/self/mountinfo", "30 23 0:26 /docker/x /sys/fs/cgroup ro - cgroup2 cgroup rw");
  write("/proc/self/cgroup", "0::/docker/x/inner");
  write("/sys/fs/cgroup/cpu.max", "300000 100000");
  write("/sys/fs/cgroup/inner/cpu.max", "150000 100000");
  EXPECT_EQ(cgroup_cpus(root_), 2u);
  write("/proc/self/cgroup", "0::/../../elsewhere");
  EXPECT_EQ(cgroup_cpus(root_), 3u);
}

TEST_F(Cgroups, Version1) {
  write("/proc/self/mountinfo", "33 25 0:29 / /sys/fs/cgroup/cpu,cpuacct rw - cgroup cgroup rw,cpu,cpuacct\n"
                                "34 25 0:30 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset");
  write("/proc/self/cgroup", "4:cpu,cpuacct:/g\n3:cpuset:/other\n0::/");
  write("/sys/fs/cgroup/cpu,cpuacct/g/cpu.cfs_quota_us", "-1");
  write("/sys/fs/cgroup/cpu,cpuacct/g/cpu.cfs_period_us", "100000");
  EXPECT_EQ(cgroup_cpus(root_), 0u);
  write("/sys/fs/cgroup/cpu,cpuacct/g/cpu.cfs_quota_us", "250000");
  EXPECT_EQ(cgroup_cpus(root_), 3u);
}

constexpr uint64_t kMega = 1 << 20;

std::string text(uint64_t number) { return std::to_string(number); }

TEST_F(Cgroups, MemoryIsTheLeastOnTheWayUp) {
  const uint64_t machine = memory_limit(root_);
  EXPECT_LT(100 * kMega, machine);
  write("/proc/self/mountinfo", kMountV2);
  write("/proc/self/cgroup", "0::/a/b");
  write("/sys/fs/cgroup/a/b/memory.max", "max");
  EXPECT_EQ(memory_limit(root_), machine);
  write("/sys/fs/cgroup/a/memory.max", text(60 * kMega));
  EXPECT_EQ(memory_limit(root_), 60 * kMega);
  write("/sys/fs/cgroup/a/b/memory.max", text(80 * kMega));
  EXPECT_EQ(memory_limit(root_), 60 * kMega);
}

TEST_F(Cgroups, MemoryOfVersion1) {
  const uint64_t machine = memory_limit(root_);
  write("/proc/self/mountinfo", "33 25 0:29 / /sys/fs/cgroup/memory rw - cgroup cgroup rw,memory");
  write("/proc/self/cgroup", "4:memory:/g/h\n0::/");
  write("/sys/fs/cgroup/memory/g/h/memory.limit_in_bytes", "9223372036854771712");
  EXPECT_EQ(memory_limit(root_), machine);
  write("/sys/fs/cgroup/memory/g/memory.limit_in_bytes", text(64 * kMega));
  EXPECT_EQ(memory_limit(root_), 64 * kMega);
  write("/sys/fs/cgroup/memory/g/memory.usage_in_bytes", text(30 * kMega));
  write("/sys/fs/cgroup/memory/g/memory.stat", "cache 1\ninactive_file 99999999\ntotal_inactive_file " +
                                                   text(4 * kMega) + "\ntotal_active_file " + text(6 * kMega));
  // 64 - 30 + 4 + 6 are left, less the 16th of 64.
  MemoryBudget budget(root_);
  EXPECT_FALSE(budget.reserve(40 * kMega + 1));
  EXPECT_TRUE(budget.reserve(40 * kMega));
  EXPECT_FALSE(budget.reserve(1));
  budget.cancel(40 * kMega);
  EXPECT_TRUE(budget.reserve(40 * kMega));
}

TEST_F(Cgroups, MemoryThatTheKernelTakesBack) {
  write("/proc/self/mountinfo", kMountV2);
  write("/proc/self/cgroup", "0::/a");
  write("/sys/fs/cgroup/a/memory.max", text(160 * kMega));
  write("/sys/fs/cgroup/a/memory.current", text(160 * kMega));
  write("/sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file " + text(20 * kMega) + "\nactive_file " +
                                            text(10 * kMega) + "\nslab_reclaimable " + text(40 * kMega));
  MemoryBudget budget(root_);
  EXPECT_FALSE(budget.reserve(60 * kMega + 1));
  EXPECT_TRUE(budget.reserve(60 * kMega));
}

TEST_F(Cgroups, MemoryWithoutLimitsIsNotRefused) {
  MemoryBudget budget(root_);
  EXPECT_TRUE(budget.reserve(size_t{1} << 60));
}

TEST_F(Cgroups, MemoryIsTakenToLast) {
  write("/proc/self/mountinfo", kMountV2);
  write("/proc/self/cgroup", "0::/a");
  write("/sys/fs/cgroup/a/memory.max", text(160 * kMega));
  MemoryBudget budget(root_, std::chrono::hours(1));  // 150 MiB
  EXPECT_TRUE(budget.reserve(70 * kMega));
  write("/sys/fs/cgroup/a/memory.current", text(160 * kMega));
  EXPECT_TRUE(budget.reserve(9 * kMega)) << "an 8th of what was left";
  EXPECT_FALSE(budget.reserve(2 * kMega));
}

// What is not touched yet is not in use, but will be.
TEST_F(Cgroups, MemoryThatIsReserved) {
  write("/proc/self/mountinfo", kMountV2);
  write("/proc/self/cgroup", "0::/a");
  write("/sys/fs/cgroup/a/memory.max", text(160 * kMega));
  write("/sys/fs/cgroup/a/memory.current", text(50 * kMega));
  write("/sys/fs/cgroup/a/memory.stat", "anon 0");
  MemoryBudget budget(root_);  // 100 MiB
  const size_t size = 64 * kMega;
  auto *block =
      static_cast<std::byte *>(mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(MAP_FAILED, static_cast<void *>(block));
  madvise(block, size, MADV_NOHUGEPAGE);
  ASSERT_TRUE(budget.reserve(size));
  budget.add(block, size);
  EXPECT_FALSE(budget.reserve(37 * kMega));
  EXPECT_TRUE(budget.reserve(36 * kMega));
  budget.cancel(36 * kMega);
  // Touched memory is not counted twice.
  std::fill_n(block, size / 2, std::byte{1});
  write("/sys/fs/cgroup/a/memory.current", text(50 * kMega + size / 2));
  EXPECT_FALSE(budget.reserve(37 * kMega));
  EXPECT_TRUE(budget.reserve(35 * kMega));
  budget.cancel(35 * kMega);
  budget.remove(block);
  munmap(block, size);
  write("/sys/fs/cgroup/a/memory.current", text(50 * kMega));
  EXPECT_TRUE(budget.reserve(100 * kMega));
}

TEST_F(Cgroups, SmallMemoryIsLookedAtTogether) {
  write("/proc/self/mountinfo", kMountV2);
  write("/proc/self/cgroup", "0::/a");
  write("/sys/fs/cgroup/a/memory.max", text(160 * kMega));
  write("/sys/fs/cgroup/a/memory.current", text(160 * kMega));
  MemoryBudget budget(root_);
  unsigned granted = 0;
  while (granted < 1000 && budget.reserve_small(10000)) ++granted;
  EXPECT_EQ(granted, kMega / 10000);
  EXPECT_FALSE(budget.reserve_small(10000));
  write("/sys/fs/cgroup/a/memory.current", "0");
  EXPECT_TRUE(budget.reserve_small(10000));
}

TEST(WorkerCount, SettingOrSystem) {
  testing::internal::CaptureStderr();
  const unsigned system = worker_count(nullptr);
  EXPECT_GE(system, 1u);
  EXPECT_LE(system, affinity_cpus());
  EXPECT_EQ(worker_count(""), system);
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  EXPECT_EQ(worker_count("1"), 1u);
  EXPECT_EQ(worker_count("1024"), 1024u);
  testing::internal::CaptureStderr();
  for (const char *bad : {"0", "-1", "1025", "4x", " 4", "99999999999999999999", "all"})
    EXPECT_EQ(worker_count(bad), system) << bad;
  static bool again = false;  // under --gtest_repeat
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            std::exchange(again, true) ? ""
                                       : "wherry: WHERRY_NUM_THREADS is not a number from 1 to 1024: passed over\n");
}

TEST(WorkerCount, AffinityMask) {
  cpu_set_t before, one;
  ASSERT_EQ(sched_getaffinity(0, sizeof before, &before), 0);
  EXPECT_EQ(affinity_cpus(), static_cast<unsigned>(CPU_COUNT(&before)));
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
  EXPECT_EQ(affinity_cpus(), 1u);
  EXPECT_EQ(worker_count(nullptr), 1u);
  sched_setaffinity(0, sizeof before, &before);
}

}  // namespace

#include "exec/cpu_count.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

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

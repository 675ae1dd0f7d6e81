// SPDX-License-Identifier: Apache-2.0
// Which CPUs share what, on a machine made up; threads that are kept on some CPUs.
#include "exec/affinity.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <numeric>

#include "common/set_user_id.h"

namespace {

using namespace wherry::exec;

// hwloc reads the machine once: each case in a process of its own.
template <class Body> void in_a_process(const char *machine, Body body) {
  const pid_t child = fork();
  ASSERT_NE(-1, child);
  if (child == 0) {
    setenv("HWLOC_SYNTHETIC", machine, 1);
    body();
    _exit(testing::Test::HasFailure() ? 1 : 0);
  }
  int status = 0;
  ASSERT_EQ(child, waitpid(child, &status, 0));
  EXPECT_EQ(0, status);
}

Cpus range(unsigned begin, unsigned end) {
  Cpus cpus(end - begin);
  std::iota(cpus.begin(), cpus.end(), begin);
  return cpus;
}

TEST(Affinity, PartsShareACacheOrANode) {
  in_a_process("pack:2 [numa] l3:2 l2:2 pu:2", [] {
    const Cpus all = range(0, 16);
    using Parts = std::vector<Cpus>;
    EXPECT_EQ(split(all, Domain::numa), (Parts{range(0, 8), range(8, 16)}));
    EXPECT_EQ(split(all, Domain::l4), Parts{});
    EXPECT_EQ(split(all, Domain::l3), (Parts{range(0, 4), range(4, 8), range(8, 12), range(12, 16)}));
    EXPECT_EQ(split(all, Domain::l2).size(), 8u);
    EXPECT_EQ(split(all, Domain::l2)[3], range(6, 8));
    EXPECT_EQ(split(all, Domain::l1), Parts{});
    // Only what the process may use counts.
    EXPECT_EQ(split({1, 2, 3, 9}, Domain::numa), (Parts{{1, 2, 3}, {9}}));
    EXPECT_EQ(split({1, 2, 3, 9}, Domain::l2), (Parts{{1}, {2, 3}, {9}}));
  });
}

// Run by the next test.
TEST(Affinity, DISABLED_of_a_set_user_id_program) {
  wherry::test::end_set_user_id_test(split(range(0, 16), Domain::l3).empty());
}

// The user who starts a set-user-id program chooses its environment variables. One of them names the folder from which
// hwloc loads plugins.
TEST(Affinity, ASetUserIdProgramLoadsNoHwloc) {
  if (geteuid() != 0) GTEST_SKIP() << "only root makes a program of another user's";
  std::string folder = std::filesystem::temp_directory_path() / "wherry-test-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const int end = wherry::test::run_set_user_id_test(folder, "of_a_set_user_id_program",
                                                     {{"HWLOC_SYNTHETIC", "pack:2 [numa] l3:2 l2:2 pu:2"}});
  std::filesystem::remove_all(folder);
  if (end == wherry::test::kNotSetUserId) GTEST_SKIP() << "the file system runs no set-user-id programs";
  EXPECT_EQ(0, end);
}

TEST(Affinity, PinnedAndLetGo) {
  const Cpus before = affinity();
  if (before.size() < 2) GTEST_SKIP() << "needs two CPUs";
  const Cpus last{before.back()}, nowhere{100000};
  {
    const Pinned pinned(&last);
    EXPECT_EQ(affinity(), last);
    {
      const Pinned again(&last), none(nullptr), refused(&nowhere);
      EXPECT_EQ(affinity(), last);
      const Pinned wider(&before);
      EXPECT_EQ(affinity(), before);
    }
    EXPECT_EQ(affinity(), last);
  }
  EXPECT_EQ(affinity(), before);
}

}  // namespace

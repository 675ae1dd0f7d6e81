// SPDX-License-Identifier: Apache-2.0
#include "platform/process/environment.h"

#include <gtest/gtest.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace wherry::process {
namespace {

TEST(Environment, UnsetIsEmpty) {
  unsetenv("WHERRY_ASYNC");
  EXPECT_STREQ(environment(Variable::async), "");
  setenv("WHERRY_ASYNC", "", 1);
  EXPECT_STREQ(environment(Variable::async), "");
  setenv("WHERRY_ASYNC", "now", 1);
  EXPECT_STREQ(environment(Variable::async), "now");
  setenv("HOME", "/home/somebody", 1);
  EXPECT_STREQ(environment(Variable::home), "/home/somebody");
}

TEST(Environment, MisspelledVariablesAreNamed) {
  setenv("WHERRY_NUM_THREAD", "1", 1);
  setenv("WHERRY_CHEKC", "async", 1);
  setenv("WHERRYASYNC", "now", 1);
  setenv("WHERRY_TRACEE", "", 1);           // empty: as if unset
  setenv("WHERRY_ASYNC", "now", 1);         // known
  setenv("WHERRY_SOMETHING_ELSE", "1", 1);  // another program's
  setenv("NUM_THREADS", "1", 1);
  std::vector<std::string> warnings = misspelled_variables();
  std::sort(warnings.begin(), warnings.end());
  const std::vector<std::string> expected = {
      "WHERRYASYNC is unknown and has no effect: is WHERRY_ASYNC meant?",
      "WHERRY_CHEKC is unknown and has no effect: is WHERRY_CHECK meant?",
      "WHERRY_NUM_THREAD is unknown and has no effect: is WHERRY_NUM_THREADS meant?",
  };
  EXPECT_EQ(warnings, expected);
}

// Run by the next test as another user than the one who started it.
TEST(Environment, AsAnotherUser) {
  if (!getauxval(AT_SECURE)) GTEST_SKIP() << "run by ASetUserIdProgramObeysNone";
  ASSERT_NE(::getenv("WHERRY_ASYNC"), nullptr);
  EXPECT_STREQ(environment(Variable::async), "");
  EXPECT_STREQ(environment(Variable::home), "");
  EXPECT_EQ(misspelled_variables(), std::vector<std::string>{});
}

TEST(Environment, ASetUserIdProgramObeysNone) {
  if (getuid() != 0) GTEST_SKIP() << "only root gives a program to another user";
  constexpr uid_t kNobody = 65534;
  std::string folder = std::filesystem::temp_directory_path() / "wherry-environment-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const std::string program = folder + "/program";
  std::filesystem::copy_file("/proc/self/exe", program);
  ASSERT_EQ(chown(program.c_str(), kNobody, kNobody), 0);
  ASSERT_EQ(chmod(program.c_str(), 04755), 0);
  int output[2];
  ASSERT_EQ(pipe(output), 0);
  const pid_t child = fork();
  if (child == 0) {
    setenv("WHERRY_ASYNC", "now", 1);
    setenv("WHERRY_CHEKC", "async", 1);
    setenv("HOME", "/home/somebody", 1);
    unsetenv("GTEST_TOTAL_SHARDS");
    unsetenv("GTEST_SHARD_INDEX");
    dup2(output[1], STDOUT_FILENO);
    execl(program.c_str(), "unit_platform", "--gtest_filter=Environment.AsAnotherUser", nullptr);
    _exit(97);
  }
  close(output[1]);
  std::string text;
  char part[4096];
  for (ssize_t size; (size = read(output[0], part, sizeof part)) > 0;) text.append(part, static_cast<size_t>(size));
  close(output[0]);
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  std::filesystem::remove_all(folder);
  if (text.find("SKIPPED") != std::string::npos) GTEST_SKIP() << folder << " does not allow set-user-id programs";
  // Not its exit code: the leak sanitizer fails at the end, as it may not trace a set-user-id program.
  EXPECT_NE(text.find("[  PASSED  ] 1 test."), std::string::npos) << text;
}

}  // namespace
}  // namespace wherry::process

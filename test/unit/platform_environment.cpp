// SPDX-License-Identifier: Apache-2.0
#include "platform/process/environment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "common/set_user_id.h"

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

// Run by the next test.
TEST(Environment, DISABLED_of_a_set_user_id_program) {
  test::end_set_user_id_test(::getenv("WHERRY_ASYNC") && !*environment(Variable::async) &&
                             !*environment(Variable::home) && misspelled_variables().empty());
}

TEST(Environment, ASetUserIdProgramObeysNone) {
  if (geteuid() != 0) GTEST_SKIP() << "only root makes a program of another user's";
  std::string folder = std::filesystem::temp_directory_path() / "wherry-test-XXXXXX";
  ASSERT_NE(mkdtemp(folder.data()), nullptr);
  const int end =
      test::run_set_user_id_test(folder, "of_a_set_user_id_program",
                                 {{"WHERRY_ASYNC", "now"}, {"WHERRY_CHEKC", "async"}, {"HOME", "/home/somebody"}});
  std::filesystem::remove_all(folder);
  if (end == test::kNotSetUserId) GTEST_SKIP() << "the file system runs no set-user-id programs";
  EXPECT_EQ(0, end);
}

}  // namespace
}  // namespace wherry::process

// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "platform/process/environment.h"

namespace wherry::process {
namespace {

TEST(Environment, UnsetIsEmpty) {
  unsetenv("WHERRY_ASYNC");
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

}  // namespace
}  // namespace wherry::process

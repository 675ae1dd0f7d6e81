// SPDX-License-Identifier: Apache-2.0
// A test of this executable in a process of its own, as the environment is read once.
#pragma once
#include <cstdio>
#include <filesystem>
#include <string>

namespace wherry::test {

// Returns the child's status. `settings`: "A=b C=d". `output`: what it has printed.
inline int run_child(const std::string &name, const std::string &settings, std::string *output = nullptr) {
  const std::string command = "GTEST_TOTAL_SHARDS=1 GTEST_SHARD_INDEX=0 WHERRY_CHECK_LOG= " + settings + " '" +
                              std::filesystem::read_symlink("/proc/self/exe").string() +
                              "' --gtest_also_run_disabled_tests --gtest_filter=" + name + " 2>&1";
  std::FILE *pipe = popen(command.c_str(), "r");
  std::string text;
  for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) text += static_cast<char>(c);
  const int status = pipe ? pclose(pipe) : -1;
  if (output) *output = text;
  return status;
}

}  // namespace wherry::test

// SPDX-License-Identifier: Apache-2.0
#include "common/reports.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

namespace wherry::test {
namespace {

const char *log_path() {
  const char *mode = std::getenv("WHERRY_CHECK"), *path = std::getenv("WHERRY_CHECK_LOG");
  return mode && *mode && path && *path ? path : nullptr;
}

// Earlier processes may have written to the same file.
std::streamoff &seen() {
  static std::streamoff end = [] {
    std::ifstream file(log_path(), std::ios::ate);
    return file ? static_cast<std::streamoff>(file.tellg()) : 0;
  }();
  return end;
}

class Watcher : public testing::EmptyTestEventListener {
  void OnTestStart(const testing::TestInfo &) override { seen(); }
  void OnTestEnd(const testing::TestInfo &) override {
    for (auto &line : new_reports()) ADD_FAILURE() << "the checked mode says: " << line;
  }
};

}  // namespace

bool checked() { return log_path(); }

std::vector<std::string> new_reports() {
  std::vector<std::string> lines;
  if (!checked()) return lines;
  std::ifstream file(log_path());
  file.seekg(seen());
  const std::string prefix = "wherry: ";
  for (std::string line; std::getline(file, line);) {
    seen() += static_cast<std::streamoff>(line.size()) + 1;
    lines.push_back(line.starts_with(prefix) ? line.substr(prefix.size()) : line);
  }
  return lines;
}

void watch_reports() {
  if (checked()) testing::UnitTest::GetInstance()->listeners().Append(new Watcher);
}

}  // namespace wherry::test

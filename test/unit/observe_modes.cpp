// SPDX-License-Identifier: Apache-2.0
// The environment's modes, and the reports of the checked one.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "observe/modes.h"
#include "observe/reports.h"

namespace {

using namespace wherry::observe;

TEST(Modes, AreWhatTheVariablesSay) {
  EXPECT_FALSE(parse_modes(nullptr, nullptr).check_async);
  EXPECT_FALSE(parse_modes("", "").schedule_async);
  EXPECT_TRUE(parse_modes("async", nullptr).check_async);
  const Modes modes = parse_modes(nullptr, "seed:18446744073709551615");
  EXPECT_TRUE(modes.schedule_async);
  EXPECT_EQ(modes.seed, ~uint64_t{0});
  EXPECT_TRUE(parse_modes(nullptr, "seed:0").schedule_async);
}

TEST(Modes, WhatIsUnknownIsSaidAndIgnored) {
  testing::internal::CaptureStderr();
  EXPECT_FALSE(parse_modes("races", nullptr).check_async);
  for (const char *wrong : {"seed:", "seed:x", "seed:1x", "seed:-1", "seed:18446744073709551616", "7", "now"})
    EXPECT_FALSE(parse_modes(nullptr, wrong).schedule_async) << wrong;
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("WHERRY_CHECK is not async"), std::string::npos) << said;
  EXPECT_NE(said.find("WHERRY_ASYNC_SCHEDULE is not seed:N"), std::string::npos) << said;
  // Never both.
  const Modes modes = parse_modes("async", "seed:1");
  EXPECT_TRUE(modes.check_async);
  EXPECT_FALSE(modes.schedule_async);
}

TEST(Reports, ComeOnceForEachPlaceAndAreBounded) {
  const std::string path = std::filesystem::temp_directory_path() / ("wherry-reports-" + std::to_string(getpid()));
  setenv("WHERRY_CHECK_LOG", path.c_str(), 1);
  Reports reports;
  EXPECT_TRUE(reports.first(1));
  EXPECT_FALSE(reports.first(1));
  reports.add("one");
  EXPECT_EQ(reports.take(), std::vector<std::string>{"one"});
  EXPECT_TRUE(reports.take().empty());
  size_t more = 0;
  for (uint64_t place = 2; place < 10000; ++place) more += reports.first(place);
  EXPECT_EQ(more, Reports::kMax - 1);
  EXPECT_FALSE(reports.first(20000));
  Reports others;
  EXPECT_TRUE(others.first(1));
  std::ifstream file(path);
  std::string first, second, third;
  std::getline(file, first), std::getline(file, second);
  EXPECT_EQ(first, "wherry: one");
  EXPECT_EQ(second, "wherry: further reports of this program are dropped");
  EXPECT_FALSE(std::getline(file, third));
  std::filesystem::remove(path);
}

}  // namespace

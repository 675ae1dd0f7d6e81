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
#include "platform/process/checks.h"

namespace {

using namespace wherry::observe;
using namespace wherry::process;

Report report_of(const char *text) {
  Report report;
  report.kernel = "k";
  report.place = {"", 3, 7};
  report.kind = "kind";
  report.text = text;
  return report;
}

TEST(Modes, AreWhatTheVariablesSay) {
  EXPECT_EQ(parse_modes(nullptr, nullptr).checks, 0u);
  EXPECT_FALSE(parse_modes("", "").schedule_async);
  EXPECT_EQ(parse_modes("async", nullptr).checks, kCheckAsync);
  EXPECT_EQ(parse_modes("race,,bounds", nullptr).checks, kCheckRace | kCheckBounds);
  EXPECT_EQ(parse_modes("all", nullptr).checks,
            kCheckAsync | kCheckBounds | kCheckRace | kCheckUninit | kCheckBarrier | kCheckArith);
  EXPECT_EQ(parse_modes("nan,all", nullptr).checks, kCheckNan | kAllChecks);
  const Modes modes = parse_modes(nullptr, "seed:18446744073709551615");
  EXPECT_TRUE(modes.schedule_async);
  EXPECT_EQ(modes.seed, ~uint64_t{0});
  EXPECT_TRUE(parse_modes(nullptr, "seed:0").schedule_async);
}

TEST(Modes, WhatIsUnknownIsSaidAndIgnored) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(parse_modes("races,arith", nullptr).checks, kCheckArith);
  for (const char *wrong : {"seed:", "seed:x", "seed:1x", "seed:-1", "seed:18446744073709551616", "7", "now"})
    EXPECT_FALSE(parse_modes(nullptr, wrong).schedule_async) << wrong;
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("WHERRY_CHECK: 'races' is no check"), std::string::npos) << said;
  EXPECT_NE(said.find("WHERRY_ASYNC_SCHEDULE is not seed:N"), std::string::npos) << said;
  // Never both.
  const Modes modes = parse_modes("async", "seed:1");
  EXPECT_EQ(modes.checks, kCheckAsync);
  EXPECT_FALSE(modes.schedule_async);
}

TEST(Reports, ComeOnceForEachPlaceAndAreBounded) {
  const std::string path = std::filesystem::temp_directory_path() / ("wherry-reports-" + std::to_string(getpid()));
  setenv("WHERRY_CHECK_LOG", path.c_str(), 1);
  Reports reports;
  EXPECT_TRUE(reports.first(1));
  EXPECT_FALSE(reports.first(1));
  reports.add(report_of("one"));
  EXPECT_EQ(reports.take(), std::vector<std::string>{"kernel 'k', line 3:7, work-group (0,0,0): kind: one"});
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
  EXPECT_EQ(first, "wherry: kernel 'k', line 3:7, work-group (0,0,0): kind: one");
  EXPECT_EQ(second, "wherry: further reports of this program are dropped");
  EXPECT_FALSE(std::getline(file, third));
  std::filesystem::remove(path);
}

TEST(Reports, NameWorkItemsAndBothPlacesAndAreJson) {
  Report report = report_of("writes \"x\"");
  report.group = {1, 2, 3};
  report.item = {4, 0, 0};
  report.other = Report::Place{"f.h", 5, 6};
  EXPECT_EQ(report.line(), "kernel 'k', line 3:7, work-group (1,2,3), work-item (4,0,0): kind: writes \"x\"");
  EXPECT_EQ(report.json(),
            "{\"kernel\":\"k\",\"file\":\"\",\"line\":3,\"column\":7,\"work_group\":[1,2,3],\"work_item\":[4,0,0],"
            "\"kind\":\"kind\",\"text\":\"writes \\\"x\\\"\",\"other\":{\"file\":\"f.h\",\"line\":5,\"column\":6}}");
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
#include "observe/reports.h"

#include <gtest/gtest.h>

#include "common/json.h"

using namespace wherry::observe;

namespace {

Report race_of_commands() {
  Report made;
  made.kind = "race of commands";
  made.text = "writes \"all\"";
  made.command = Report::Command{"clEnqueueWriteBuffer", "", {}, 2};
  made.other_command = Report::Command{"clEnqueueNDRangeKernel", "k", {"", 3, 7}, 1};
  made.bytes = {4, 63};
  return made;
}

TEST(Reports, of_commands_as_lines) {
  Report report = race_of_commands();
  EXPECT_EQ("clEnqueueWriteBuffer in queue 2: race of commands: writes \"all\"", report.line());
  std::swap(report.command, report.other_command);
  EXPECT_EQ("kernel 'k' in queue 1, line 3:7: race of commands: writes \"all\"", report.line());
  report.command->place.line = 0;
  EXPECT_EQ("kernel 'k' in queue 1: race of commands: writes \"all\"", report.line());
}

TEST(Reports, of_commands_as_json) {
  const auto json = wherry::test::parse_json(race_of_commands().json());
  EXPECT_EQ("clEnqueueWriteBuffer", json["command"].text);
  EXPECT_EQ(2, json["queue"].number);
  EXPECT_EQ(nullptr, json.find("kernel"));
  EXPECT_EQ("race of commands", json["kind"].text);
  EXPECT_EQ("writes \"all\"", json["text"].text);
  ASSERT_EQ(2u, json["bytes"].items.size());
  EXPECT_EQ(4, json["bytes"].items[0].number);
  EXPECT_EQ(63, json["bytes"].items[1].number);
  const auto &other = json["other"];
  EXPECT_EQ("clEnqueueNDRangeKernel", other["command"].text);
  EXPECT_EQ("k", other["kernel"].text);
  EXPECT_EQ(1, other["queue"].number);
  EXPECT_EQ("", other["file"].text);
  EXPECT_EQ(3, other["line"].number);
  EXPECT_EQ(7, other["column"].number);
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// The timeline of a whole program, end to end.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "common/json.h"

using wherry::test::Json;
using wherry::test::parse_json;

namespace {

constexpr double kGroups = 6, kRounds = 5, kTile = 70000;  // of trace_program

std::string text(const std::string &path) {
  std::ifstream file(path);
  std::stringstream all;
  all << file.rdbuf();
  return all.str();
}

double begin(const Json &event) { return event["ts"].number; }
double end(const Json &event) {
  const Json *duration = event.find("dur");
  return event["ts"].number + (duration ? duration->number : 0);
}
// Bytes that the kernel's loops copied before it.
double ahead(const Json &chunk) {
  const Json *bytes = chunk["args"].find("ahead");
  return bytes ? bytes->number : 0;
}
// Times are in microseconds with three digits after the point.
constexpr double kEpsilon = 1e-4;

struct Timeline {
  std::vector<Json> events;
  std::string messages;

  explicit Timeline(const char *ending) {
    char folder[] = "/tmp/wherry-trace-XXXXXX";
    if (!mkdtemp(folder)) throw std::runtime_error("mkdtemp");
    const std::string path = std::string(folder) + "/t.json", errors = std::string(folder) + "/stderr";
    const int status = std::system(("env -u WHERRY_CHECK -u WHERRY_ASYNC_SCHEDULE WHERRY_ELIDE=0 WHERRY_TRACE=" + path +
                                    " " WHERRY_TRACE_PROGRAM " " + ending + " 2>" + errors)
                                       .c_str());
    messages = text(errors);
    EXPECT_EQ(0, status) << messages;
    events = parse_json(text(path)).items;
    for (const Json &event : events) {
      if (const Json *category = event.find("cat"); !category || !category->text.starts_with("c")) continue;
      if (event.find("id") && event["name"].text == "copy")
        by_copy_[{event["ph"].text, event["id"].number}].push_back(event);
      else if (event["name"].text == "chunk")
        by_copy_[{"X", event["args"]["copy"].number}].push_back(event);
    }
    std::filesystem::remove_all(folder);
  }

  std::vector<Json> of(std::string_view phase, std::string_view category, std::string_view name = {}) const {
    std::vector<Json> found;
    for (const Json &event : events)
      if (event["ph"].text == phase && event.find("cat") && event["cat"].text == category &&
          (name.empty() || event["name"].text == name))
        found.push_back(event);
    std::sort(found.begin(), found.end(), [](const Json &a, const Json &b) { return begin(a) < begin(b); });
    return found;
  }

  // Copies of a kernel, in the order of their calls, performed at once or issued.
  std::vector<Json> copies(std::string_view kernel) const {
    auto found = of("X", "copy");
    std::erase_if(found, [&](const Json &copy) { return copy["args"]["kernel"].text != kernel; });
    return found;
  }
  std::vector<Json> waits(std::string_view kernel) const {
    auto found = of("X", "wait", "wait");
    std::erase_if(found, [&](const Json &wait) { return wait["args"]["kernel"].text != kernel; });
    return found;
  }
  std::vector<Json> chunks(const Json &copy) const { return of_copy("X", copy["args"]["copy"].number); }
  // Its chunks ("X"), or events of its arc ("b", "e") and arrow ("s", "f").
  std::vector<Json> of_copy(std::string_view phase, double copy) const {
    const auto found = by_copy_.find({std::string(phase), copy});
    return found == by_copy_.end() ? std::vector<Json>() : found->second;
  }
  double completion(const Json &copy) const {
    double last = end(copy);
    if (copy["args"]["chunks"].number == 0) return last;
    last = 0;
    for (const Json &chunk : chunks(copy)) last = std::max(last, end(chunk));
    return last;
  }

 private:
  std::map<std::pair<std::string, double>, std::vector<Json>> by_copy_;
};

const Timeline &timeline() {
  static const Timeline made("return");
  return made;
}

int line_of(const Json &event) { return std::atoi(event["args"]["at"].text.c_str()); }

TEST(AsyncTrace, CommandsInTheirOrder) {
  const auto queued = timeline().of("b", "command");
  std::map<std::string, int> kernels;
  for (const Json &command : queued) {
    ++kernels[command["name"].text];
    const auto same = [&](const Json &event) { return event["id"].number == command["id"].number; };
    double last = begin(command);
    for (auto [phase, name] : {std::pair{"n", "submitted"}, {"n", "started"}, {"e", ""}}) {
      const auto step = timeline().of(phase, "command", name);
      ASSERT_EQ(std::count_if(step.begin(), step.end(), same), 1);
      const Json &event = *std::find_if(step.begin(), step.end(), same);
      EXPECT_GE(begin(event), last) << phase << name;
      last = begin(event);
    }
    EXPECT_EQ(command["args"]["queue"].number, 1);
    EXPECT_EQ(command["args"].find("error"), nullptr);
    if (command["name"].text == "tiny") {
      EXPECT_EQ(command["args"]["what"].text, "ND-range");
      ASSERT_EQ(command["args"]["global"].items.size(), 2u);
      EXPECT_EQ(command["args"]["global"].items[1].number, 200);
      EXPECT_EQ(command["args"]["local"].items[0].number, 8);
    }
  }
  EXPECT_EQ(kernels["through"], 1);
  EXPECT_EQ(kernels["pipeline"], 1);
  EXPECT_EQ(kernels["tiny"], 3);
  EXPECT_EQ(kernels["read buffer"], 1);
}

TEST(AsyncTrace, EveryGroupLiesInItsCommandOnce) {
  for (const Json &command : timeline().of("X", "command")) {
    std::vector<std::pair<double, double>> groups;
    for (const Json &slice : timeline().of("X", "groups")) {
      if (slice["args"]["command"].number != command["args"]["command"].number) continue;
      EXPECT_EQ(slice["name"].text, command["name"].text);
      EXPECT_GE(begin(slice), begin(command));
      EXPECT_LE(end(slice), end(command) + kEpsilon);
      groups.emplace_back(slice["args"]["first"].number, slice["args"]["groups"].number);
    }
    std::sort(groups.begin(), groups.end());
    double next = 0;
    for (const auto &[first, count] : groups) {
      EXPECT_EQ(first, next);
      next = first + count;
    }
    const std::string &name = command["name"].text;
    EXPECT_EQ(next, name == "tiny" ? 5000 : name == "read buffer" ? 0 : kGroups);
  }
}

TEST(AsyncTrace, ShortGroupsStandTogether) {
  double slices = 0;
  for (const Json &slice : timeline().of("X", "groups")) slices += slice["name"].text == "tiny";
  EXPECT_GT(slices, 0);
  EXPECT_LT(slices, 1500);
}

TEST(AsyncTrace, ACopysChunksMakeUpItsBytes) {
  for (const char *kernel : {"through", "pipeline"}) {
    const auto copies = timeline().copies(kernel);
    EXPECT_EQ(copies.size(), kGroups * kRounds * 2);
    for (const Json &copy : copies) {
      EXPECT_EQ(copy["args"]["bytes"].number, kTile);
      const double count = copy["args"]["chunks"].number;
      EXPECT_EQ(copy["name"].text, count ? "issue" : "copy");
      const auto chunks = timeline().chunks(copy);
      ASSERT_EQ(chunks.size(), count);
      double bytes = 0;
      for (const Json &chunk : chunks) {
        bytes += chunk["args"]["bytes"].number + ahead(chunk);
        EXPECT_GE(begin(chunk), begin(copy));
      }
      EXPECT_EQ(bytes, count ? kTile : 0);
      // From issue to completion, as an arc and as an arrow.
      for (const char *phase : {"b", "e", "s", "f"}) {
        const auto events = timeline().of_copy(phase, copy["args"]["copy"].number);
        ASSERT_EQ(events.size(), count ? 1u : 0u) << phase;
        if (events.empty() || *phase == 'f') continue;
        // It ends with the chunk that was counted last; another may have looked at the clock later.
        const auto ends_here = [&](const Json &chunk) { return std::abs(end(chunk) - begin(events[0])) <= kEpsilon; };
        if (*phase == 'e')
          EXPECT_TRUE(std::any_of(chunks.begin(), chunks.end(), ends_here));
        else
          EXPECT_NEAR(begin(events[0]), begin(copy), kEpsilon);
      }
    }
  }
}

// On each thread a call, its wait, the next call... A copy made at its call leaves nothing to wait for.
TEST(AsyncTrace, ACopyIsCompleteBeforeItsWaitEnds) {
  std::map<double, std::vector<Json>> by_thread;
  for (const Json &event : timeline().copies("through")) by_thread[event["tid"].number].push_back(event);
  for (const Json &event : timeline().waits("through")) by_thread[event["tid"].number].push_back(event);
  double copies = 0;
  for (auto &[thread, events] : by_thread) {
    std::sort(events.begin(), events.end(), [](const Json &a, const Json &b) { return begin(a) < begin(b); });
    bool in = true;
    for (auto event = events.begin(); event != events.end(); ++event, ++copies, in = !in) {
      const Json &copy = *event;
      ASSERT_EQ(copy["cat"].text, "copy");
      EXPECT_EQ(line_of(copy), in ? 4 : 6);
      if (copy["args"]["chunks"].number == 0) continue;
      ASSERT_NE(++event, events.end());
      const Json &wait = *event;
      ASSERT_EQ(wait["cat"].text, "wait");
      EXPECT_EQ(line_of(wait), in ? 5 : 7);
      EXPECT_LE(end(copy), begin(wait) + kEpsilon);
      EXPECT_LE(timeline().completion(copy), end(wait) + kEpsilon);
      EXPECT_EQ(wait["args"]["events"].number, 1);
      EXPECT_LE(wait["args"]["stalled"].number, wait["dur"].number + kEpsilon);
    }
  }
  EXPECT_EQ(copies, kGroups * kRounds * 2);
}

TEST(AsyncTrace, ThePipelinesLines) {
  std::map<int, int> copies, waits;
  for (const Json &copy : timeline().copies("pipeline")) ++copies[line_of(copy)];
  for (const Json &wait : timeline().waits("pipeline")) ++waits[line_of(wait)];
  const int groups = kGroups, rounds = kRounds;
  EXPECT_EQ(copies, (std::map<int, int>{{13, groups}, {17, groups * (rounds - 1)}, {21, groups * rounds}}));
  // How many depends on what is made at its call; see trace_program.
  const std::map<int, int> all{{16, groups * (rounds - 1)}, {18, groups * rounds}, {23, groups}};
  const char *mode = std::getenv("WHERRY_ASYNC");
  if (mode && (mode == std::string("wait") || mode == std::string("chunks"))) {
    EXPECT_EQ(waits, all);
  } else if (mode && mode == std::string("now")) {
    EXPECT_TRUE(waits.empty());
  }
  for (const auto &[line, count] : waits) {
    ASSERT_TRUE(all.contains(line)) << line;
    EXPECT_LE(count, all.at(line));
  }
}

// Each copy is complete before its group ends.
TEST(AsyncTrace, CopiesEndWithTheirGroup) {
  const auto groups = timeline().of("X", "groups", "pipeline");
  for (const Json &copy : timeline().copies("pipeline")) {
    const auto group = std::find_if(groups.begin(), groups.end(), [&](const Json &g) {
      return g["tid"].number == copy["tid"].number && begin(g) <= begin(copy) && end(copy) <= end(g) + kEpsilon;
    });
    ASSERT_NE(group, groups.end());
    EXPECT_LE(timeline().completion(copy), end(*group) + kEpsilon);
  }
}

TEST(AsyncTrace, SlicesOfAThreadNest) {
  std::map<double, std::vector<Json>> by_thread;
  for (const Json &event : timeline().events)
    if (event["ph"].text == "X") {
      EXPECT_GE(event["dur"].number, 0);
      EXPECT_GE(begin(event), 0);
      by_thread[event["tid"].number].push_back(event);
    }
  EXPECT_FALSE(by_thread.empty());
  for (auto &[thread, slices] : by_thread) {
    std::sort(slices.begin(), slices.end(), [](const Json &a, const Json &b) {
      return begin(a) != begin(b) ? begin(a) < begin(b) : end(a) > end(b);
    });
    std::vector<double> ends;
    for (const Json &slice : slices) {
      while (!ends.empty() && ends.back() <= begin(slice) + kEpsilon) ends.pop_back();
      if (!ends.empty()) {
        EXPECT_LE(end(slice), ends.back() + kEpsilon) << slice["name"].text << " at " << begin(slice);
      }
      ends.push_back(end(slice));
    }
  }
}

TEST(AsyncTrace, TheSummaryAgreesWithTheEvents) {
  std::map<std::string, Json> by_kernel;
  for (const Json &summary : timeline().of("i", "summary", "summary"))
    by_kernel[summary["args"]["kernel"].text] = summary["args"];
  ASSERT_EQ(by_kernel.size(), 3u);
  EXPECT_EQ(by_kernel["tiny"]["launches"].number, 3);
  EXPECT_EQ(by_kernel["tiny"]["groups"].number, 15000);
  EXPECT_EQ(by_kernel["tiny"]["copies"].number, 0);
  for (const char *kernel : {"through", "pipeline"}) {
    const Json &summary = by_kernel[kernel];
    EXPECT_EQ(summary["launches"].number, 1);
    EXPECT_EQ(summary["groups"].number, kGroups);
    EXPECT_EQ(summary["copies"].number, kGroups * kRounds * 2);
    EXPECT_EQ(summary["bytes"].number, kGroups * kRounds * 2 * kTile);
    double copying = 0, own = 0, stalled = 0, by_loops = 0;
    for (const Json &copy : timeline().copies(kernel)) {
      if (copy["args"]["chunks"].number == 0) {
        copying += copy["dur"].number;
        own += copy["dur"].number;
      }
      for (const Json &chunk : timeline().chunks(copy)) {
        copying += chunk["dur"].number;
        by_loops += ahead(chunk);
        if (chunk["tid"].number == copy["tid"].number) own += chunk["dur"].number;
      }
    }
    for (const Json &wait : timeline().waits(kernel)) stalled += wait["args"]["stalled"].number;
    own += stalled;
    const double rounding = 0.2 + copying * 1e-4;
    EXPECT_NEAR(summary["copying"].number, copying, rounding);
    EXPECT_NEAR(summary["stalled"].number, stalled, rounding);
    EXPECT_NEAR(summary["own"].number, own, rounding);
    EXPECT_EQ(summary["ahead"].number, by_loops);
    const double bytes = summary["bytes"].number, rest = bytes - by_loops;
    EXPECT_NEAR(summary["overlap"].number, std::max(0.0, 1 - own / copying * rest / bytes), 0.01);
    EXPECT_NEAR(summary["GB/s"].number, rest / copying / 1e3, 0.01 + copying * 1e-4);
    if (const char *mode = std::getenv("WHERRY_ASYNC"); mode && mode == std::string("ahead"))
      EXPECT_GT(by_loops, kernel == std::string("pipeline") ? bytes / 4 : -1);
    EXPECT_NE(timeline().messages.find(kernel), std::string::npos) << timeline().messages;
  }
}

TEST(AsyncTrace, ProgramsThatLeaveInTheMiddle) {
  for (const char *ending : {"exit", "_exit"}) {
    const Timeline made(ending);
    EXPECT_EQ(made.copies("pipeline").size(), kGroups * kRounds * 2) << ending;
    EXPECT_EQ(made.of("i", "summary", "summary").size(), 3u) << ending;
    EXPECT_EQ(made.messages.empty(), ending[0] == '_') << made.messages;
  }
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// The recorder of the timeline. Each trace is a forked child's, as a process has one.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <thread>

#include "common/hang.h"
#include "common/json.h"
#include "observe/trace.h"
#include "observe/trace_file.h"
#include "observe/trace_record.h"

namespace {

namespace trace = wherry::observe::trace;
using trace::Record;
using trace::Totals;
using wherry::test::Json;
using wherry::test::parse_json;

constexpr uint64_t kMillion = 1'000'000;
const int kKeys[2] = {};  // for addresses of places

// The flusher has the lowest priority: beside a busy machine its rounds come late.
template <class Condition> void wait_until(Condition holds) { EXPECT_TRUE(wherry::test::eventually(holds)); }

class Trace : public testing::Test {
 protected:
  void SetUp() override {
    char name[] = "/tmp/wherry-trace-XXXXXX";
    ASSERT_TRUE(mkdtemp(name));
    folder_ = name;
    path_ = folder_ + "/t.json";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  // The status of a child that traces to `path`, runs `body`, and ends by _exit(0) where it gets there.
  template <class Body> int run(Body body, uint64_t limit = kMillion, const std::string &path = {}) {
    const pid_t child = fork();
    if (child == 0) {
      dup2(open((folder_ + "/stderr").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666), STDERR_FILENO);
      trace::start(path.empty() ? path_.c_str() : path.c_str(), limit);
      body();
      trace::finish();
      _exit(0);
    }
    child_ = child;
    int status = -1;
    waitpid(child, &status, 0);
    EXPECT_EQ(messages().find("Sanitizer"), std::string::npos) << messages();
    return status;
  }

  static std::string text(const std::string &path) {
    std::ifstream file(path);
    EXPECT_TRUE(file) << path;
    std::stringstream all;
    all << file.rdbuf();
    return all.str();
  }
  std::string messages() const { return text(folder_ + "/stderr"); }
  // Waits until the timeline holds `count` copies, or until writing has failed.
  void wait_for_copies(size_t count) const {
    wait_until([&] {
      try {
        return named(events(), "copy").size() >= count;
      } catch (const std::runtime_error &) {
        return false;  // cut: it is written in this moment
      }
    });
  }
  void wait_for_failure() const {
    wait_until([&] { return messages().find("cannot write") != std::string::npos; });
  }
  std::vector<Json> events() const { return events(path_); }
  static std::vector<Json> events(const std::string &path) { return parse_json(text(path)).items; }

  static std::vector<Json> named(const std::vector<Json> &events, std::string_view name) {
    std::vector<Json> found;
    for (const Json &event : events)
      if (event["name"].text == name) found.push_back(event);
    return found;
  }

  std::string folder_, path_;
  pid_t child_ = 0;
};

// Copies of 1, 2, 3... bytes, performed at once.
void record_copies(uint64_t count) {
  for (uint64_t i = 1; i <= count; ++i) {
    const uint64_t begin = trace::now();
    trace::copied(&kKeys[0], "kernel", "", 1, 2, begin, trace::now(), i);
  }
}

void record_copies_on(unsigned threads, uint64_t each) {
  std::vector<std::thread> running;
  for (unsigned i = 0; i < threads; ++i) running.emplace_back([each] { record_copies(each); });
  for (auto &thread : running) thread.join();
}

TEST_F(Trace, RecordsOfSeveralThreadsAreAllThereAndInOrder) {
  constexpr unsigned kThreads = 4;
  constexpr uint64_t kEach = 5000;
  ASSERT_EQ(0, run([] { record_copies_on(kThreads, kEach); }));
  std::map<double, std::vector<Json>> by_thread;
  std::map<double, int> ids;
  for (const Json &copy : named(events(), "copy")) {
    by_thread[copy["tid"].number].push_back(copy);
    ++ids[copy["args"]["copy"].number];
  }
  EXPECT_EQ(by_thread.size(), kThreads);
  EXPECT_EQ(ids.size(), kThreads * kEach);
  for (const auto &[thread, copies] : by_thread) {
    ASSERT_EQ(copies.size(), kEach);
    for (size_t i = 0; i < kEach; ++i) {
      EXPECT_EQ(copies[i]["args"]["bytes"].number, static_cast<double>(i + 1));
      EXPECT_EQ(copies[i]["args"]["kernel"].text, "kernel");
      EXPECT_EQ(copies[i]["args"]["at"].text, "1:2");
      if (i) {
        EXPECT_GE(copies[i]["ts"].number + 0.0005, copies[i - 1]["ts"].number + copies[i - 1]["dur"].number);
      }
    }
  }
  const auto summary = named(events(), "summary");
  ASSERT_EQ(summary.size(), 1u);
  EXPECT_EQ(summary[0]["args"]["copies"].number, kThreads * kEach);
  EXPECT_EQ(summary[0]["args"]["bytes"].number, kThreads * (kEach * (kEach + 1) / 2));
}

void record_every_kind() {
  const uint32_t kernel = trace::name("kernel"), site = trace::site(&kKeys[1], "kernel", "tile.h", 7, 3);
  auto command = trace::new_command("ND-range", 3);
  command->kernel = kernel;
  command->work_dim = 2;
  command->global[0] = 64;
  command->global[1] = 8;
  command->submitted = trace::now();
  const uint64_t t = command->started = trace::now();
  const uint64_t id = trace::new_copy();
  trace::issued(id, site, t + 100, t + 200, 3000, 2);
  trace::chunk(id, site, t + 300, t + 400, 1000, 0, true, false);
  std::thread([&] {
    trace::this_is_a_worker();
    trace::chunk(id, site, t + 300, t + 700, 2000, 0, false, true);
  }).join();
  trace::in_place(site, 77);
  trace::wait(site, t + 250, t + 800, 300, 2);
  trace::groups(command->id, kernel, t, t + 900, 5, 4);
  command->ended = t + 1000;
  trace::command(std::move(command));
  auto failed = trace::new_command("read buffer", 1);
  failed->submitted = failed->started = failed->ended = trace::now();
  failed->status = -5;
  trace::command(std::move(failed));
}

TEST_F(Trace, EveryKindOfRecord) {
  ASSERT_EQ(0, run(record_every_kind));
  std::map<std::string, std::vector<Json>> found;  // by phase and name
  for (const Json &event : events()) found[event["ph"].text + " " + event["name"].text].push_back(event);
  const auto one = [&](const char *what) -> const Json & {
    EXPECT_EQ(found[what].size(), 1u) << what;
    if (found[what].empty()) found[what].emplace_back();
    return found[what][0];
  };
  const auto time = [](const Json &event) { return event["ts"].number; };
  const auto end = [](const Json &event) { return event["ts"].number + event["dur"].number; };

  const Json &queued = one("b kernel");
  EXPECT_EQ(queued["args"]["queue"].number, 3);
  EXPECT_EQ(queued["args"]["what"].text, "ND-range");
  ASSERT_EQ(queued["args"]["global"].items.size(), 2u);
  EXPECT_EQ(queued["args"]["global"].items[1].number, 8);
  EXPECT_EQ(one("b read buffer")["args"]["error"].number, -5);
  ASSERT_EQ(found["X kernel"].size(), 2u);
  const bool first = found["X kernel"][0]["cat"].text == "command";
  const Json &ran = found["X kernel"][!first], &groups = found["X kernel"][first];
  EXPECT_EQ(ran["args"]["command"].number, queued["id"].number);
  EXPECT_EQ(groups["args"]["command"].number, queued["id"].number);
  EXPECT_EQ(groups["args"]["first"].number, 5);
  EXPECT_EQ(groups["args"]["groups"].number, 4);
  EXPECT_LE(time(queued), time(ran));
  EXPECT_NEAR(time(one("e kernel")), end(ran), 0.0001);
  EXPECT_GE(time(groups), time(ran));
  EXPECT_LE(end(groups), end(ran) + 0.0001);

  const Json &issue = one("X issue");
  const double copy = issue["args"]["copy"].number;
  EXPECT_EQ(issue["args"]["at"].text, "tile.h:7:3");
  EXPECT_EQ(issue["args"]["bytes"].number, 3000);
  EXPECT_EQ(issue["args"]["chunks"].number, 2);
  for (const char *what : {"b copy", "e copy", "s copy", "f copy"}) EXPECT_EQ(one(what)["id"].number, copy) << what;
  ASSERT_EQ(found["X chunk"].size(), 2u);
  const bool helper = found["X chunk"][1]["args"]["bytes"].number == 2000;
  const Json &last = found["X chunk"][helper];
  EXPECT_NE(last["tid"].number, issue["tid"].number);
  EXPECT_EQ(time(one("b copy")), time(issue));
  EXPECT_NEAR(time(one("e copy")), end(last), 0.0001);
  const Json &wait = one("X wait"), &stalled = one("X stalled");
  EXPECT_EQ(wait["args"]["events"].number, 2);
  EXPECT_NEAR(wait["args"]["stalled"].number, stalled["dur"].number, 0.0001);
  EXPECT_NEAR(end(wait), end(stalled), 0.0001);
  EXPECT_GT(time(stalled), time(wait));
  EXPECT_EQ(one("i in place")["args"]["bytes"].number, 77);
  std::map<std::string, int> threads;
  for (const Json &name : found["M thread_name"]) ++threads[name["args"]["name"].text];
  EXPECT_EQ(threads["worker"], 1);
  EXPECT_EQ(threads["main thread"], 1);

  const Json &summary = one("i summary")["args"];
  EXPECT_EQ(summary["launches"].number, 1);
  EXPECT_EQ(summary["groups"].number, 4);
  EXPECT_EQ(summary["copies"].number, 1);
  EXPECT_EQ(summary["bytes"].number, 3000);
  EXPECT_EQ(summary["in_place"].number, 1);
  EXPECT_NEAR(summary["overlap"].number, 1 - 400. / 500, 0.001);
  EXPECT_NE(messages().find("kernel                           1         4         1         1"), std::string::npos)
      << messages();
}

TEST(TraceTotals, Overlap) {
  Totals totals;
  EXPECT_EQ(totals.hidden(), 0);
  totals.add({10, 110, 1, 4096, 0, 0, Record::Kind::copy});
  EXPECT_EQ(totals.hidden(), 0) << "a copy at once hides nothing";
  totals.add({0, 5, 2, 4096, 0, 2, Record::Kind::copy});
  totals.add({0, 300, 2, 4096, 0, 0, Record::Kind::chunk, false, true});
  EXPECT_EQ(totals.hidden(), 0.75);
  totals.add({0, 1000, 0, 100, 0, 1, Record::Kind::wait});
  EXPECT_EQ(totals.hidden(), 0.5);
  totals.add({0, 100, 2, 4096, 0, 0, Record::Kind::chunk, true, false});
  EXPECT_EQ(totals.copying, 500u);
  EXPECT_EQ(totals.own, 300u);
  totals.add({0, 1000, 0, 900, 0, 1, Record::Kind::wait});
  EXPECT_EQ(totals.hidden(), 0) << "never below";
  EXPECT_EQ(totals.copies, 2u);
  EXPECT_EQ(totals.bytes, 8192u);
  EXPECT_EQ(totals.stalled, 1000u);
}

TEST_F(Trace, WhatIsPastTheLimitIsDroppedButCounted) {
  for (uint64_t limit : {0, 1, 3000}) {
    ASSERT_EQ(0, run([] { record_copies_on(4, 4000); }, limit));
    const auto all = events();
    EXPECT_EQ(named(all, "copy").size(), limit);
    const auto counts = named(all, "records"), summary = named(all, "summary");
    ASSERT_EQ(counts.size(), 1u);
    EXPECT_EQ(counts[0]["args"]["recorded"].number, static_cast<double>(limit));
    EXPECT_EQ(counts[0]["args"]["dropped"].number, static_cast<double>(16000 - limit));
    ASSERT_EQ(summary.size(), 1u);
    EXPECT_EQ(summary[0]["args"]["copies"].number, 16000);
    EXPECT_EQ(summary[0]["args"]["bytes"].number, 4 * (4000. * 4001 / 2));
    std::filesystem::remove(path_);
  }
}

TEST_F(Trace, CommandsPastTheLimitAreCounted) {
  ASSERT_EQ(0, run(
                   [] {
                     for (int i = 0; i < 50; ++i) {
                       auto command = trace::new_command("ND-range", 1);
                       command->kernel = trace::name("k");
                       trace::command(std::move(command));
                     }
                   },
                   20));
  EXPECT_EQ(named(events(), "records").at(0)["args"]["dropped"].number, 30);
  EXPECT_EQ(named(events(), "summary").at(0)["args"]["launches"].number, 50);
}

TEST_F(Trace, ThreadsThatEndLeaveTheLimitToOthers) {
  ASSERT_EQ(0, run(
                   [] {
                     for (int i = 0; i < 400; ++i) record_copies_on(1, 1);
                   },
                   1400));
  EXPECT_EQ(named(events(), "copy").size(), 400u);
  EXPECT_EQ(named(events(), "records").at(0)["args"]["dropped"].number, 0);
}

TEST_F(Trace, NamesOutliveTheModuleTheyCameFrom) {
  ASSERT_EQ(0, run([] {
              char kernel[] = "first", file[] = "a.h";
              const uint64_t t = trace::now();
              trace::copied(&kKeys[0], kernel, file, 1, 1, t, t, 1);
              trace::groups(1, trace::name(kernel), t, t, 0, 1);
              std::strcpy(kernel, "other");
              std::strcpy(file, "b.h");
              trace::forget_sites();
              trace::copied(&kKeys[0], kernel, file, 1, 1, t, t, 1);
              trace::copied(&kKeys[1], kernel, file, 1, 1, t, t, 1);
            }));
  const auto copies = named(events(), "copy");
  ASSERT_EQ(copies.size(), 3u);
  EXPECT_EQ(copies[0]["args"]["kernel"].text, "first");
  EXPECT_EQ(copies[0]["args"]["at"].text, "a.h:1:1");
  for (int i : {1, 2}) {
    EXPECT_EQ(copies[i]["args"]["kernel"].text, "other");
    EXPECT_EQ(copies[i]["args"]["at"].text, "b.h:1:1");
  }
  EXPECT_EQ(named(events(), "first").size(), 1u);
  EXPECT_EQ(named(events(), "summary").size(), 2u);
}

TEST_F(Trace, AnyTextBecomesValidJson) {
  const std::string hostile = "a\"b\\c\n\x01 \xc3\xa4 \xff\xc3 \xed\xa0\x80 \xf4\x90\x80\x80 \xe2\x82\xac";
  EXPECT_EQ(trace::escaped(hostile),
            "a\\\"b\\\\c\\u000a\\u0001 \xc3\xa4 \\ufffd\\ufffd \\ufffd\\ufffd\\ufffd \\ufffd\\ufffd\\ufffd\\ufffd "
            "\xe2\x82\xac");
  ASSERT_EQ(0, run([&] {
              const uint64_t t = trace::now();
              trace::copied(&kKeys[0], hostile.c_str(), hostile.c_str(), 1, 1, t, t, 1);
              trace::groups(1, trace::name(hostile.c_str()), t, t, 0, 1);
            }));
  EXPECT_EQ(named(events(), "copy").size(), 1u);
}

TEST_F(Trace, ManyNamesAreBounded) {
  ASSERT_EQ(0, run([] {
              const uint64_t t = trace::now();
              for (int i = 0; i < 20000; ++i)
                trace::copied(&kKeys[0], ("k" + std::to_string(i)).c_str(), "", 1, 1, t, t, 1), trace::forget_sites();
            }));
  double copies = 0;
  for (const Json &summary : named(events(), "summary")) copies += summary["args"]["copies"].number;
  EXPECT_EQ(copies, 20000);
}

TEST_F(Trace, TheFileIsWholeWhenTheProgramIsKilledOrExitsAtOnce) {
  for (bool kill : {true, false}) {
    const int status = run([this, kill] {
      record_copies(3000);
      wait_for_copies(3000);
      record_copies(10);  // these may be lost
      if (kill) raise(SIGKILL);
      _exit(7);
    });
    EXPECT_TRUE(kill ? WIFSIGNALED(status) : WEXITSTATUS(status) == 7);
    EXPECT_GE(named(events(), "copy").size(), 3000u);
    EXPECT_EQ(named(events(), "summary").size(), 1u);
    std::filesystem::remove(path_);
  }
}

TEST_F(Trace, TheFileIsWholeFromTheFirstRecordOn) {
  ASSERT_EQ(0, run([] {
              record_copies(1);
              _exit(0);
            }));
  EXPECT_FALSE(events().empty());
}

TEST_F(Trace, TheFileIsWholeAtAnyMoment) {
  int enough[2];  // the program ends once it was looked at often enough
  ASSERT_EQ(pipe(enough), 0);
  std::atomic<bool> ended{false};
  std::thread program([&] {
    EXPECT_EQ(0, run([&] {
                for (int i = 0; i < 12; ++i) {
                  record_copies(200);
                  usleep(50'000);
                }
                char byte;
                if (read(enough[0], &byte, 1) != 1) abort();
              }));
    ended = true;
  });
  size_t looks = 0, seen = 0;
  bool told = false;
  for (; !ended; usleep(2000)) {
    if (!told && looks > 5 && seen > 0) told = write(enough[1], "", 1) == 1;
    // One that is written in this moment may be cut; the next look shows it whole.
    std::ifstream file(path_);
    std::stringstream now;
    now << file.rdbuf();
    try {
      const size_t copies = named(parse_json(now.str()).items, "copy").size();
      EXPECT_GE(copies, seen);
      seen = copies;
      ++looks;
    } catch (const std::runtime_error &) {
    }
  }
  program.join();
  for (int fd : enough) close(fd);
  EXPECT_GT(looks, 5u);
  EXPECT_GT(seen, 0u);
  EXPECT_EQ(named(events(), "copy").size(), 2400u);
}

TEST_F(Trace, ExitWhileThreadsRecord) {
  const int status = run(
      [] {
        for (int i = 0; i < 3; ++i)
          std::thread([] {
            for (;;) record_copies(100);
          }).detach();
        usleep(30'000);
        std::exit(5);  // finish() is called by a destructor
      },
      20000);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 5);
  EXPECT_GT(named(events(), "copy").size(), 1000u);
  EXPECT_NE(messages().find("records"), std::string::npos);
}

TEST_F(Trace, AForkedChildWritesToAFileOfItsOwn) {
  ASSERT_EQ(0, run([] {
              record_copies(10);
              int status = -1;
              const pid_t child = fork();
              if (child == 0) {
                record_copies(20);
                trace::finish();
                _exit(0);
              }
              waitpid(child, &status, 0);
              const pid_t silent = fork();  // records nothing: no file
              if (silent == 0) exit(0);
              waitpid(silent, nullptr, 0);
              record_copies(10);
              if (status != 0) abort();
            }));
  EXPECT_EQ(named(events(), "copy").size(), 20u);
  std::vector<std::string> others;
  for (const auto &entry : std::filesystem::directory_iterator(folder_))
    if (entry.path() != path_ && entry.path().filename() != "stderr") others.push_back(entry.path());
  ASSERT_EQ(others.size(), 1u);
  const auto copies = named(events(others[0]), "copy");
  ASSERT_EQ(copies.size(), 20u);
  EXPECT_EQ(others[0], folder_ + "/t." + std::to_string(static_cast<int>(copies[0]["pid"].number)) + ".json");
}

TEST_F(Trace, AChildThatOutlivesItsParentLeavesItsFileAlone) {
  int done[2];
  ASSERT_EQ(0, pipe(done));
  ASSERT_EQ(0, run([&] {
              record_copies(3);
              const pid_t parent = getpid();
              if (fork() != 0) return;
              while (getppid() == parent) usleep(1000);
              record_copies(4);
              trace::finish();
              const char byte = 0;
              _exit(write(done[1], &byte, 1) == 1 ? 0 : 1);
            }));
  close(done[1]);
  char byte;
  EXPECT_EQ(1, read(done[0], &byte, 1));
  close(done[0]);
  EXPECT_EQ(named(events(), "copy").size(), 3u);
}

TEST_F(Trace, ForksWhileThreadsRecord) {
  ASSERT_EQ(0, run(
                   [] {
                     std::atomic<bool> stop{false};
                     std::vector<std::thread> threads;
                     for (int i = 0; i < 2; ++i)
                       threads.emplace_back([&] {
                         while (!stop) record_copies(10);
                       });
                     int failed = 0;
                     for (int i = 0; i < 8; ++i) {
                       const pid_t child = fork();
                       if (child == 0) {
                         wherry::test::end_if_hung();
                         record_copies(5);
                         trace::finish();
                         _exit(0);
                       }
                       int status = -1;
                       waitpid(child, &status, 0);
                       failed += status != 0;
                     }
                     stop = true;
                     for (auto &thread : threads) thread.join();
                     if (failed) abort();
                   },
                   10000));
  EXPECT_FALSE(events().empty());
}

TEST_F(Trace, TheProcessNumberInTheName) {
  ASSERT_EQ(0, run([] { record_copies(3); }, kMillion, folder_ + "/a%p.b%p"));
  const std::string number = std::to_string(child_);
  EXPECT_EQ(named(events(folder_ + "/a" + number + ".b" + number), "copy").size(), 3u);
}

// Not a child that knows of its parent, but another program.
TEST_F(Trace, AFileThatAnotherProcessWritesIsLeftAlone) {
  int start[2], done[2];
  ASSERT_EQ(pipe(start) | pipe(done), 0);
  const pid_t other = fork();
  if (other == 0) {
    char byte = 0;
    close(start[1]);
    if (read(start[0], &byte, 1) != 1) _exit(1);
    trace::start(path_.c_str(), kMillion);
    record_copies(7);
    trace::finish();
    _exit(write(done[1], &byte, 1) == 1 ? 0 : 1);
  }
  ASSERT_EQ(0, run([&] {
              char byte = 0;
              record_copies(3);
              wait_for_copies(3);
              if (write(start[1], &byte, 1) != 1 || read(done[0], &byte, 1) != 1) abort();
              record_copies(2);
            }));
  int status = -1;
  waitpid(other, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(named(events(), "copy").size(), 5u);
  EXPECT_EQ(named(events(folder_ + "/t." + std::to_string(other) + ".json"), "copy").size(), 7u);
  for (int fd : {start[0], start[1], done[0], done[1]}) close(fd);
}

TEST_F(Trace, AFileThatCannotBeWrittenWarnsOnceAndTheProgramGoesOn) {
  for (const char *path : {"/nonexistent/folder/t.json", "/dev/full", "/tmp"}) {
    ASSERT_EQ(0, run(
                     [this] {
                       record_copies_on(2, 3000);
                       wait_for_failure();
                       record_copies(3000);
                     },
                     kMillion, path));
    const std::string said = messages();
    const size_t first = said.find("cannot write " + std::string(path));
    EXPECT_NE(first, std::string::npos) << said;
    EXPECT_EQ(said.find("cannot write", first + 1), std::string::npos) << said;
    EXPECT_NE(said.find("9000"), std::string::npos) << said;
  }
}

TEST_F(Trace, AFullDiskLeavesAWholeFile) {
  ASSERT_EQ(0, run([this] {
              signal(SIGXFSZ, SIG_IGN);
              const rlimit size{100'000, 100'000};
              setrlimit(RLIMIT_FSIZE, &size);
              record_copies(100);
              wait_for_copies(100);
              record_copies(3000);
              wait_for_failure();
              record_copies(3000);
            }));
  EXPECT_EQ(named(events(), "copy").size(), 100u);
  EXPECT_NE(messages().find("cannot write"), std::string::npos);
  EXPECT_NE(messages().find("100 records, 6000 dropped"), std::string::npos) << messages();
}

}  // namespace

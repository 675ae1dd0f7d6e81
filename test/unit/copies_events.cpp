// SPDX-License-Identifier: Apache-2.0
// The event table, with helpers of every temper.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <condition_variable>
#include <cstring>
#include <deque>
#include <fstream>
#include <mutex>
#include <random>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "common/sanitized.h"
#include "copies/event_table.h"
#include "observe/trace.h"

namespace {

using namespace wherry::copies;
using wherry::test::repetitions;

constexpr wherry::abi::Site kSite{"kernel", "", 1, 1, 1};

struct Call {
  void (*task)(void *, uint64_t);
  void *data;
  uint64_t extra;
};

// Keeps the calls until told to make them.
class LateHelpers final : public Helpers {
 public:
  LateHelpers() : Helpers(1) {}
  unsigned awake() const noexcept override { return idle(); }
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool) noexcept override {
    calls.push_back({task, data, extra});
    return true;
  }
  void make_calls() {
    for (const Call &call : calls) call.task(call.data, call.extra);
    calls.clear();
  }
  void set_idle(int idle) { idle_ = idle; }
  std::vector<Call> calls;
};

class Threads final : public Helpers {
 public:
  explicit Threads(unsigned n) : Helpers(n) {
    for (unsigned i = 0; i < n; ++i) threads_.emplace_back([this] { loop(); });
  }
  ~Threads() {
    {
      const std::lock_guard lock(mutex_);
      end_ = true;
    }
    filled_.notify_all();
    for (auto &thread : threads_) thread.join();
  }
  unsigned awake() const noexcept override { return idle(); }
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool) noexcept override {
    {
      const std::lock_guard lock(mutex_);
      calls_.push_back({task, data, extra});
    }
    filled_.notify_one();
    return true;
  }

 private:
  void loop() {
    for (;;) {
      std::unique_lock lock(mutex_);
      filled_.wait(lock, [this] { return end_ || !calls_.empty(); });
      if (calls_.empty()) return;
      const Call call = calls_.front();
      calls_.pop_front();
      lock.unlock();
      call.task(call.data, call.extra);
    }
  }
  std::mutex mutex_;
  std::condition_variable filled_;
  std::deque<Call> calls_;
  bool end_ = false;
  std::vector<std::thread> threads_;
};

class RefusingHelpers final : public Helpers {
 public:
  RefusingHelpers() : Helpers(3) {}
  unsigned awake() const noexcept override { return 3; }
  bool help(void (*)(void *, uint64_t), void *, uint64_t, bool) noexcept override { return false; }
};

constexpr Mode kModes[] = {Mode::automatic, Mode::now, Mode::wait, Mode::prefetch, Mode::ahead, Mode::chunks};

std::vector<uint32_t> numbers(size_t n, uint32_t first = 1) {
  std::vector<uint32_t> v(n);
  for (size_t i = 0; i < n; ++i) v[i] = first + static_cast<uint32_t>(i);
  return v;
}

uint64_t start(EventTable &table, std::vector<uint32_t> &dst, const std::vector<uint32_t> &src, uint64_t event = 0) {
  return table.copy(kSite, dst.data(), src.data(), src.size(), 4, 1, 1, event);
}

TEST(Events, EveryModeMovesTheDataByTheWait) {
  for (Mode mode : kModes)
    for (size_t n : {0, 1, 3, 1000, 100003}) {
      LateHelpers helpers;
      EventTable table(helpers, mode);
      const auto src = numbers(n);
      std::vector<uint32_t> dst(n);
      const uint64_t event = start(table, dst, src);
      EXPECT_NE(event, 0u);
      EXPECT_EQ(table.held(), 1u);
      table.wait(kSite, 1, &event);
      EXPECT_EQ(dst, src);
      EXPECT_EQ(table.held(), 0u);
      helpers.make_calls();  // late: nothing must happen
      EXPECT_EQ(dst, src);
      const CopyCounts counts = table.take_counts();
      EXPECT_EQ(counts.copies, 1u);
      EXPECT_EQ(counts.bytes, n * 4);
      EXPECT_EQ(counts.offloaded_chunks, 0u);
      EXPECT_EQ(table.take_counts().copies, 0u);
    }
}

TEST(Events, LateHelpersLeaveTheNextCopyAlone) {
  LateHelpers helpers;
  EventTable table(helpers, Mode::chunks);
  const auto src = numbers(1000);
  std::vector<uint32_t> first(1000), second(1000);
  uint64_t event = start(table, first, src);
  table.wait(kSite, 1, &event);
  const auto late = helpers.calls;
  helpers.calls.clear();
  event = start(table, second, src);  // in the same descriptor
  ASSERT_EQ(late.at(0).data, helpers.calls.at(0).data);
  for (const Call &call : late) call.task(call.data, call.extra);
  EXPECT_EQ(second, std::vector<uint32_t>(1000));
  helpers.make_calls();
  EXPECT_EQ(second, src);
  table.wait(kSite, 1, &event);
  const CopyCounts counts = table.take_counts();
  EXPECT_EQ(counts.chunks, 8u);
  EXPECT_EQ(counts.offloaded_chunks, 4u);
}

TEST(Events, JoinedCopiesShareTheirEvent) {
  for (Mode mode : kModes) {
    LateHelpers helpers;
    EventTable table(helpers, mode);
    const auto src = numbers(5000);
    std::vector<std::vector<uint32_t>> dst(40, std::vector<uint32_t>(5000));
    uint64_t event = 0;
    for (auto &d : dst) {
      const uint64_t returned = start(table, d, src, event);
      if (event) EXPECT_EQ(returned, event);
      event = returned;
    }
    EXPECT_EQ(table.held(), 1u);
    table.wait(kSite, 1, &event);
    for (auto &d : dst) EXPECT_EQ(d, src);
    EXPECT_EQ(table.held(), 0u);
    EXPECT_EQ(table.take_counts().copies, 40u);
  }
}

TEST(Events, WaitOfSomeLeavesTheOthers) {
  LateHelpers helpers;
  EventTable table(helpers, Mode::wait);
  const auto src = numbers(10);
  std::vector<uint32_t> a(10), b(10), c(10);
  uint64_t events[] = {start(table, a, src), start(table, b, src), start(table, c, src)};
  const uint64_t some[] = {events[2], events[0], events[2]};  // one twice
  table.wait(kSite, 3, some);
  EXPECT_EQ(a, src);
  EXPECT_EQ(b, std::vector<uint32_t>(10));
  EXPECT_EQ(c, src);
  EXPECT_EQ(table.held(), 1u);
  table.wait(kSite, 3, events);  // two of them stale
  EXPECT_EQ(b, src);
  EXPECT_EQ(table.held(), 0u);
}

TEST(Events, UnknownEventsArePassedOver) {
  LateHelpers helpers;
  EventTable table(helpers, Mode::wait), other(helpers, Mode::wait);
  const auto src = numbers(10);
  std::vector<uint32_t> dst(10), theirs(10);
  const uint64_t foreign = start(other, theirs, src);
  uint64_t event = start(table, dst, src);
  EXPECT_NE(foreign, event);
  const uint64_t garbage[] = {0, foreign, ~uint64_t{0}, 1, event ^ 0x8000, event ^ (uint64_t{1} << 32), 0xffff};
  table.wait(kSite, 7, garbage);
  table.wait(kSite, 0, &event);
  table.wait(kSite, -1, &event);
  table.wait(kSite, INT32_MIN, nullptr);
  EXPECT_EQ(table.held(), 1u);
  EXPECT_EQ(dst, std::vector<uint32_t>(10));
  // Joined, they count as 0.
  std::vector<std::vector<uint32_t>> more(7, std::vector<uint32_t>(10));
  std::set<uint64_t> events{event};
  for (int i = 0; i < 7; ++i) EXPECT_TRUE(events.insert(start(table, more[i], src, garbage[i])).second);
  EXPECT_EQ(table.held(), 8u);
  for (uint64_t e : events) table.wait(kSite, 1, &e);
  for (auto &d : more) EXPECT_EQ(d, src);
  // A stale one, too.
  const uint64_t again = start(table, dst, src, event);
  EXPECT_NE(again, event);
  table.end_group();
  other.end_group();
}

TEST(Events, ForgottenCopiesAreDrained) {
  for (Mode mode : kModes) {
    LateHelpers helpers;
    EventTable table(helpers, mode);
    const auto src = numbers(30000);
    std::vector<std::vector<uint32_t>> dst(100, std::vector<uint32_t>(30000));
    std::vector<uint64_t> events;
    for (auto &d : dst) events.push_back(start(table, d, src));
    EXPECT_EQ(std::set(events.begin(), events.end()).size(), 100u);
    for (int i = 3; i < 90; i += 2) table.wait(kSite, 1, &events[i]);
    table.end_group();
    EXPECT_EQ(table.held(), 0u);
    for (auto &d : dst) {
      EXPECT_EQ(d, src);
      std::fill(d.begin(), d.end(), 0);
    }
    helpers.make_calls();
    for (auto &d : dst) EXPECT_EQ(d, std::vector<uint32_t>(30000));
  }
}

TEST(Events, AFullTableStillCopies) {
  for (Mode mode : kModes) {
    LateHelpers helpers;
    EventTable table(helpers, mode);
    constexpr size_t n = EventTable::kMaxSize + 1000;
    const auto src = numbers(n);
    std::vector<uint32_t> dst(n);
    for (size_t i = 0; i < n; ++i) {
      const uint64_t event = table.copy(kSite, &dst[i], &src[i], 1, 4, 1, 1, 0);
      ASSERT_NE(event, 0u);
    }
    EXPECT_EQ(table.held(), EventTable::kMaxSize);
    table.end_group();
    EXPECT_EQ(dst, src);
    uint64_t event = start(table, dst, src);
    table.wait(kSite, 1, &event);
    EXPECT_EQ(table.take_counts().copies, n + 1);
  }
}

// Whether b, after a fence, had a completed first. Bytes [from, from + n) of one memory to others of it.
struct Move {
  uint64_t to, from, n, stride = 1;
};
bool fence_completes(Mode mode, const Move &a, const Move &b, bool fence = true) {
  LateHelpers helpers;
  EventTable table(helpers, mode);
  std::vector<std::byte> memory(4096), before;
  for (size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<std::byte>(i * 7 ^ i >> 8);
  before = memory;
  const auto start = [&](const Move &m, uint64_t event) {
    return table.copy(kSite, &memory[m.to], &memory[m.from], m.n, 1, m.stride, 1, event);
  };
  uint64_t event = start(a, 0);
  if (fence) table.fence();
  event = start(b, event);
  bool complete = true;
  for (uint64_t i = 0; i < a.n; ++i) complete &= memory[a.to + i * a.stride] == before[a.from + i];
  if (!complete) EXPECT_EQ(memory, before);  // nor begun
  table.wait(kSite, 1, &event);
  if (fence) {
    for (const Move &m : {a, b}) {
      const auto now = before;
      for (uint64_t i = 0; i < m.n; ++i) before[m.to + i * m.stride] = now[m.from + i];
    }
    EXPECT_EQ(memory, before);
  }
  return complete;
}

TEST(Fence, CompletesOnlyWhatTheNextCopyMeets) {
  for (Mode mode : {Mode::wait, Mode::prefetch, Mode::ahead, Mode::chunks}) {
    const Move a{1000, 2000, 100};
    EXPECT_TRUE(fence_completes(mode, a, {3000, 1050, 10}));    // reads what it writes
    EXPECT_TRUE(fence_completes(mode, a, {1099, 3000, 10}));    // writes what it writes
    EXPECT_TRUE(fence_completes(mode, a, {1950, 3000, 51}));    // writes what it reads
    EXPECT_FALSE(fence_completes(mode, a, {1100, 3000, 900}));  // just between
    EXPECT_FALSE(fence_completes(mode, a, {3000, 2000, 100}));  // reads the same
    EXPECT_FALSE(fence_completes(mode, a, {3000, 1050, 0}));
    EXPECT_FALSE(fence_completes(mode, a, {3000, 1050, 10}, false));
    EXPECT_TRUE(fence_completes(mode, {0, 2000, 100, 10}, {3000, 990, 1}));
    EXPECT_FALSE(fence_completes(mode, {0, 2000, 100, 10}, {3000, 991, 1}));
    EXPECT_TRUE(fence_completes(mode, a, {0, 3000, 100, 20}));
  }
}

TEST(Fence, OrdersChainsOfCopies) {
  for (Mode mode : kModes) {
    std::unique_ptr<EventTable> table;  // outlives the helpers
    Threads helpers(2);
    table = std::make_unique<EventTable>(helpers, mode);
    constexpr size_t n = 30000;
    const auto src = numbers(n);
    std::vector<std::vector<uint32_t>> stages(50, std::vector<uint32_t>(n));
    std::vector<uint64_t> events;
    for (size_t i = 0; i < stages.size(); ++i) {
      events.push_back(start(*table, stages[i], i ? stages[i - 1] : src));
      if (i % 10 == 5) table->wait(kSite, 3, &events[i - 4]);
      table->fence();
      table->fence();
    }
    table->wait(kSite, static_cast<int32_t>(events.size()), events.data());
    EXPECT_EQ(table->held(), 0u);
    for (auto &stage : stages) ASSERT_EQ(stage, src);
  }
}

TEST(Fence, StepsPastTheEndOfMemoryMeetEverything) {
  LateHelpers helpers;
  EventTable table(helpers, Mode::wait);
  std::vector<std::byte> memory(300);
  memory[0] = std::byte{1};
  // Backwards: 200, 100, by steps of -100 modulo 2^64.
  uint64_t event = table.copy(kSite, &memory[200], &memory[0], 2, 1, ~uint64_t{0} - 99, 0, 0);
  table.fence();
  event = table.copy(kSite, &memory[10], &memory[100], 1, 1, 1, 1, event);
  EXPECT_EQ(memory[200], std::byte{1});
  EXPECT_EQ(memory[100], std::byte{1});
  table.wait(kSite, 1, &event);
  EXPECT_EQ(memory[10], std::byte{1});
}

// The waits in the timeline of a copy that comes after a fence and meets a pending one, or does not.
int traced_waits_at_fence(bool meets) {
  char path[] = "/tmp/wherry-trace-XXXXXX";
  close(mkstemp(path));
  const pid_t child = fork();  // a process has one trace
  if (child == 0) {
    wherry::observe::trace::start(path, 1000);
    LateHelpers helpers;
    EventTable table(helpers, Mode::wait);
    const auto src = numbers(1000);
    std::vector<uint32_t> a(1000), b(1000);
    uint64_t event = start(table, a, src);
    table.fence();
    event = start(table, b, meets ? a : src, event);
    wherry::observe::trace::finish();  // before the wait for the event
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  std::ifstream file(path);
  int waits = 0;
  for (std::string line; std::getline(file, line);) waits += line.find("\"name\":\"wait\"") != std::string::npos;
  unlink(path);
  return waits;
}

TEST(Fence, CompletionByTheOwnThreadIsAWaitInTheTimeline) {
  EXPECT_EQ(traced_waits_at_fence(true), 1);
  EXPECT_EQ(traced_waits_at_fence(false), 0);
}

// What a kernel's loop does with it in so many rounds; where it has fetched lines of several.
std::vector<const std::byte *> loop(wherry::abi::Ahead &ahead, int rounds) {
  std::vector<const std::byte *> fetched;
  using wherry::abi::kAheadBlock, wherry::abi::kAheadReach;
  if (auto &then = ahead.then; then.next && ahead.next >= ahead.last && ahead.copy_at > ahead.last)
    ahead = {then.next, then.last, then.lines ? then.last : then.next + kAheadReach, then.to, then.copy, then.lines,
             then.near, {}};
  for (int i = 0; i < rounds; ++i) {
    if (ahead.lines) fetched.push_back(ahead.next);
    ahead.next = std::min(ahead.next + 64, ahead.last);
    if (ahead.next < ahead.copy_at) continue;
    if (wherry::abi::AheadLines *lines = ahead.lines) {
      fetched.push_back(ahead.last);
      ahead.copy_at = ahead.last + 1;
      if (lines->left == 0) continue;
      --lines->left;
      lines->begin += lines->to_line;
      if (lines->left_in_plane-- == 0) {
        lines->left_in_plane = lines->plane;
        lines->begin += lines->besides_to_plane;
      }
      fetched.push_back(lines->begin);
      ahead.next = lines->begin + 64;
      ahead.copy_at = ahead.last = lines->begin + lines->last;
      continue;
    }
    std::memcpy(ahead.to, ahead.copy_at - kAheadReach, kAheadBlock);
    ahead.to += kAheadBlock;
    ahead.copy_at += kAheadBlock;
  }
  return fetched;
}

bool nothing(const wherry::abi::Ahead &ahead) {
  return ahead.next == ahead.last && ahead.copy_at > ahead.last && ahead.next && !ahead.then.next;
}

// Two tiles at most are ahead, each the whole of its copy's source, and made at their waits.
TEST(Events, LoopsAreToldWhatIsAhead) {
  constexpr uint64_t n = 1 << 14;
  LateHelpers helpers;
  helpers.set_idle(0);
  wherry::abi::Ahead ahead;
  EventTable table(helpers, Mode::automatic, &ahead);
  std::vector<std::byte> src(3 * n, std::byte{1}), dst(3 * n);
  table.begin_launch(Thresholds(), 1, dst.data(), dst.size());
  EXPECT_TRUE(nothing(ahead));
  uint64_t events[3];
  for (int i = 0; i < 3; ++i) events[i] = table.copy(kSite, &dst[i * n], &src[i * n], n, 1, 1, 1, 0);
  EXPECT_EQ(ahead.next, &src[0]);
  EXPECT_EQ(ahead.last, &src[n - 1]);
  EXPECT_EQ(ahead.then.next, &src[n]);
  EXPECT_EQ(ahead.then.last, &src[2 * n - 1]);
  EXPECT_EQ(dst, std::vector<std::byte>(3 * n));
  table.wait(kSite, 3, events);
  EXPECT_EQ(dst, src);
  EXPECT_TRUE(nothing(ahead));
  events[0] = table.copy(kSite, &dst[0], &src[2 * n], n, 1, 1, 1, 0);
  EXPECT_EQ(ahead.next, &src[2 * n]);
  EXPECT_EQ(ahead.last, &src[3 * n - 1]);
  table.wait(kSite, 1, events);
  table.begin_launch(Thresholds(), 1, dst.data(), dst.size());
  EXPECT_TRUE(nothing(ahead));
}

// What the loops have copied of two tiles, the first of which they may be through with, is not copied again, and the
// rest is: sources that change in between, as no kernel may change them, tell what came when.
TEST(Events, LoopsMakeAPartOfCopies) {
  LateHelpers helpers;
  wherry::abi::Ahead ahead;
  EventTable table(helpers, Mode::ahead, &ahead);
  constexpr uint64_t block = wherry::abi::kAheadBlock, reach = wherry::abi::kAheadReach;
  for (uint64_t n : {uint64_t{1}, uint64_t{300}, block, reach, reach + 1, reach + block, reach + block + 1, 5 * block})
    for (int first : {0, 1, 127, 128, 191, 192, 193, 321, 2000})
      for (int second : {0, 192, 320, 2000})
        for (uint64_t element : {1, 3}) {
          std::vector<std::byte> src(2 * n * element, std::byte{1}), dst(2 * n * element);
          std::byte *to[] = {&dst[0], &dst[n * element]};
          table.begin_launch(Thresholds(), 1, dst.data(), dst.size());
          uint64_t events[2];
          for (int i : {0, 1}) events[i] = table.copy(kSite, to[i], &src[i * n * element], n, element, 1, 1, 0);
          loop(ahead, first);
          loop(ahead, second);
          const std::vector<std::byte> made = dst;
          std::fill(src.begin(), src.end(), std::byte{2});
          table.wait(kSite, 2, events);
          for (uint64_t i = 0; i < dst.size(); ++i)
            // An element of which a part was made is made again.
            ASSERT_TRUE(dst[i] == std::byte{2} ? made[i] == std::byte{0} || (element == 3 && i % block < 3)
                                               : made[i] == dst[i])
                << n << ' ' << first << ' ' << second << ' ' << element << ' ' << i;
          ASSERT_TRUE(nothing(ahead));
        }
}

// Of lines that lie apart the loops fetch each, every cache line of it, and copy none.
TEST(Events, LoopsFetchTheLinesOfATile) {
  constexpr uint64_t width = 300, line = 1000, plane = 50000;
  const std::vector<std::byte> src(3 * plane, std::byte{1});
  LateHelpers helpers;
  wherry::abi::Ahead ahead;
  EventTable table(helpers, Mode::ahead, &ahead);
  for (uint64_t lines : {1, 2, 37})
    for (uint64_t planes : {1, 3})
      for (int rounds : {0, 3, 5, 6, 100, 1000}) {
        std::vector<std::byte> dst(2 * planes * lines * width);
        table.begin_launch(Thresholds(), 1, dst.data(), dst.size());
        uint64_t events[2];
        for (int i : {0, 1})
          events[i] = table.copy_tile(kSite, &dst[i * dst.size() / 2], &src[i], 1, width, lines, planes, width,
                                      width * lines, line, plane, 0);
        const bool one = lines * planes == 1;
        for (int i : {0, 1}) {
          const std::vector<const std::byte *> fetched = loop(ahead, rounds);
          if (one || rounds < 1000) continue;
          std::set<uint64_t> expected, found;
          for (const std::byte *at : fetched) found.insert(reinterpret_cast<uintptr_t>(at) / 64);
          for (uint64_t z = 0; z < planes; ++z)
            for (uint64_t y = 0; y < lines; ++y)
              for (uint64_t x : {uint64_t{0}, uint64_t{64}, uint64_t{128}, uint64_t{192}, uint64_t{256}, width - 1})
                expected.insert(reinterpret_cast<uintptr_t>(&src[i + z * plane + y * line + x]) / 64);
          EXPECT_EQ(found, expected) << lines << ' ' << planes << ' ' << i;
        }
        table.wait(kSite, 2, events);
        EXPECT_EQ(dst, std::vector<std::byte>(dst.size(), std::byte{1}));
        ASSERT_TRUE(nothing(ahead)) << lines << ' ' << planes << ' ' << rounds;
      }
}

// Of what helpers copy the loops fetch the tile, copying nothing, and keep the farther behind the more helpers have
// left at the waits.
TEST(Events, LoopsFetchWhatHelpersHaveStored) {
  constexpr uint64_t n = 1 << 17, least = 8192;
  LateHelpers helpers;
  wherry::abi::Ahead ahead;
  EventTable table(helpers, Mode::chunks, &ahead);
  std::vector<std::byte> src(2 * n, std::byte{1}), dst(2 * n);
  table.begin_launch(Thresholds(), 1, dst.data(), dst.size());
  const auto behind = [&](bool helped) {
    uint64_t events[2];
    for (int i : {0, 1}) {
      events[i] = table.copy(kSite, &dst[i * n], &src[i * n], n, 1, 1, 1, 0);
      if (helped) helpers.make_calls();
    }
    EXPECT_EQ(ahead.last, &dst[n - 1]);
    EXPECT_EQ(ahead.then.last, &dst[2 * n - 1]);
    const std::byte *const next = ahead.next;
    for (int i : {0, 1}) {
      const std::vector<const std::byte *> fetched = loop(ahead, 2 * n / 64);
      std::set<uint64_t> expected, found;
      for (uint64_t at = 0; at < n; at += 64) expected.insert(reinterpret_cast<uintptr_t>(&dst[i * n + at]) / 64);
      for (const std::byte *at : fetched)
        if (at >= &dst[i * n]) found.insert(reinterpret_cast<uintptr_t>(at) / 64);
      EXPECT_TRUE(std::includes(found.begin(), found.end(), expected.begin(), expected.end()));
      EXPECT_EQ(dst[i * n], helped ? std::byte{1} : std::byte{0});
    }
    table.wait(kSite, 2, events);
    helpers.make_calls();  // late
    EXPECT_TRUE(nothing(ahead));
    EXPECT_EQ(dst, src);
    std::fill(dst.begin(), dst.end(), std::byte{0});
    return static_cast<uint64_t>(dst.data() - next);
  };
  EXPECT_EQ(behind(true), least);
  EXPECT_EQ(behind(true), least);
  EXPECT_EQ(behind(false), least);
  EXPECT_GT(behind(false), n / 2);
  for (int i = 0; i < 10; ++i) behind(true);
  EXPECT_EQ(behind(true), least);
}

TEST(Events, ATileIsOneCopyInChunksOfLines) {
  constexpr uint64_t width = 300, lines = 37, planes = 3, line = 1000, plane = 50000;
  std::vector<uint32_t> src = numbers(planes * plane), dst(width * lines * planes), expected;
  for (uint64_t z = 0; z < planes; ++z)
    for (uint64_t y = 0; y < lines; ++y)
      expected.insert(expected.end(), &src[z * plane + y * line], &src[z * plane + y * line] + width);
  for (Mode mode : kModes) {
    LateHelpers helpers;
    EventTable table(helpers, mode);
    std::fill(dst.begin(), dst.end(), 0);
    uint64_t event =
        table.copy_tile(kSite, dst.data(), src.data(), 4, width, lines, planes, width, width * lines, line, plane, 0);
    if (mode == Mode::chunks) {
      // One at a time, from the front: whole lines.
      ASSERT_FALSE(helpers.calls.empty());
      helpers.make_calls();
      EXPECT_EQ(dst, expected);
    }
    table.wait(kSite, 1, &event);
    EXPECT_EQ(dst, expected);
    const CopyCounts counts = table.take_counts();
    EXPECT_EQ(counts.copies, 1u);
    EXPECT_EQ(counts.bytes, 4 * width * lines * planes);
    if (mode == Mode::chunks) EXPECT_GE(counts.chunks, 4u);
  }
}

TEST(Events, RefusedHelpIsNoLoss) {
  RefusingHelpers helpers;
  EventTable table(helpers, Mode::chunks);
  const auto src = numbers(100000);
  std::vector<uint32_t> dst(100000);
  uint64_t event = start(table, dst, src);
  table.wait(kSite, 1, &event);
  EXPECT_EQ(dst, src);
}

TEST(Events, AutomaticCutsOnlyForIdleWorkers) {
  LateHelpers helpers;
  EventTable table(helpers, Mode::automatic);
  table.begin_launch(Thresholds(), 1, nullptr, ~uint64_t{0});  // all memory is local
  const auto src = numbers(100000);
  std::vector<uint32_t> dst(100000);
  helpers.set_idle(0);
  uint64_t event = start(table, dst, src);
  EXPECT_EQ(dst, src);  // at once
  table.wait(kSite, 1, &event);
  EXPECT_EQ(table.take_counts().chunks, 0u);
  helpers.set_idle(5);
  event = start(table, dst, src);
  EXPECT_EQ(helpers.calls.size(), 5u);
  table.wait(kSite, 1, &event);
  EXPECT_EQ(table.take_counts().chunks, 400000 / Thresholds().chunk + 1);
}

// Tables on threads of their own, helped by threads: data whole, no race.
TEST(Events, ManyTablesAndHelpers) {
  for (Mode mode : {Mode::chunks, Mode::automatic}) {
    std::vector<std::unique_ptr<EventTable>> tables;
    uint64_t offloaded[2] = {};
    {
      Threads helpers(3);
      for (int i = 0; i < 2; ++i) tables.push_back(std::make_unique<EventTable>(helpers, mode));
      const auto group = [&](int t) {
        EventTable &table = *tables[t];
        std::mt19937 random(t);
        std::vector<uint32_t> src, dst[6];
        uint64_t events[6] = {};
        for (int round = 0; round < repetitions(400); ++round) {
          const size_t n = mode == Mode::chunks ? random() % 5000 : 20000 + random() % 50000;
          src = numbers(n, random());
          for (int i = 0; i < 6; ++i) {
            dst[i].assign(2 * n + 1, 0);
            const uint64_t stride = 1 + i % 2, join = i >= 4 ? events[i - 4] : 0;
            events[i] = table.copy(kSite, dst[i].data(), src.data(), n, 4, stride, 1, join);
          }
          if (round % 3) table.wait(kSite, random() % 7, events);
          if (round % 5)
            table.end_group();
          else
            table.wait(kSite, 6, events);
          ASSERT_EQ(table.held(), 0u);
          for (int i = 0; i < 6; ++i)
            for (size_t k = 0; k < n; ++k) ASSERT_EQ(dst[i][k * (1 + i % 2)], src[k]);
        }
        offloaded[t] = table.take_counts().offloaded_chunks;
      };
      std::thread other(group, 1);
      group(0);
      other.join();
    }
    EXPECT_GT(offloaded[0] + offloaded[1], 0u);
  }
}

}  // namespace

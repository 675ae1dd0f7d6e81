// SPDX-License-Identifier: Apache-2.0
// When copies are offered to helpers, how they are cut, and when they stream.
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "copies/policy.h"

namespace {

using namespace wherry::copies;

constexpr wherry::abi::Site kSite{"kernel", "", 1, 1, 1}, kOther{"kernel", "", 2, 1, 2}, kRows{"kernel", "", 3, 1, 3};
std::byte *at(uint64_t address) { return reinterpret_cast<std::byte *>(address); }

class Fake final : public Helpers {
 public:
  Fake() : Helpers(1) {}
  unsigned awake() const noexcept override { return awake_; }
  bool help(void (*)(void *, uint64_t), void *, uint64_t, bool) noexcept override { return false; }
  void set(unsigned idle, unsigned awake) {
    idle_ = static_cast<int>(idle);
    awake_ = awake;
  }

 private:
  unsigned awake_ = 1;
};

Copy bytes(uint64_t n, uint64_t dst = 0) { return describe(at(dst), at(0), n, 1, 1, 1); }

// Of short rows that lie apart, which no loop makes ahead.
Copy rows(uint64_t n) { return describe_tile(at(0), at(0), 1, 64, n / 64, 1, 64, 0, 128, 0); }

TEST(Policy, Modes) {
  EXPECT_EQ(parse_mode(nullptr), Mode::automatic);
  EXPECT_EQ(parse_mode(""), Mode::automatic);
  EXPECT_EQ(parse_mode("auto"), Mode::automatic);
  EXPECT_EQ(parse_mode("now"), Mode::now);
  EXPECT_EQ(parse_mode("wait"), Mode::wait);
  EXPECT_EQ(parse_mode("chunks"), Mode::chunks);
  EXPECT_EQ(parse_mode("prefetch"), Mode::prefetch);
  EXPECT_EQ(parse_mode("ahead"), Mode::ahead);
  testing::internal::CaptureStderr();
  EXPECT_EQ(parse_mode("soon"), Mode::automatic);
  EXPECT_EQ(parse_mode("later"), Mode::automatic);
  static bool again = false;  // under --gtest_repeat
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            std::exchange(again, true)
                ? ""
                : "wherry: WHERRY_ASYNC is none of now, wait, prefetch, ahead, chunks, auto: taken as auto\n");
}

TEST(Policy, ChunksCoverTheCopy) {
  for (uint64_t count : {uint64_t{1}, uint64_t{2}, uint64_t{5}, uint64_t{100}, uint64_t{65535}, uint64_t{65536},
                         uint64_t{1} << 30, uint64_t{1} << 45, uint64_t{1} << 60})
    for (uint64_t element : {1, 4, 128})
      for (uint64_t stride : {1, 2, 1000})
        for (Mode mode : {Mode::automatic, Mode::now, Mode::wait, Mode::prefetch, Mode::ahead, Mode::chunks})
          for (unsigned idle : {0, 1, 5}) {
            Fake helpers;
            helpers.set(idle, idle);
            const Copy copy = describe(at(0), at(0), count, element, 1, stride);
            const Plan plan = Policy(helpers, mode).plan(kSite, copy);
            if (plan.chunks == 0) {
              EXPECT_TRUE(mode == Mode::now || mode == Mode::automatic);
              continue;
            }
            ASSERT_NE(mode, Mode::now);
            ASSERT_LE(plan.chunks, kMaxChunks);
            ASSERT_LT((plan.chunks - 1) * plan.chunk_elements, copy.total());
            // >= without overflow
            ASSERT_GE(plan.chunk_elements, copy.total() - (plan.chunks - 1) * plan.chunk_elements);
          }
}

Policy automatic(Helpers &helpers) {
  Policy policy(helpers, Mode::automatic);
  policy.begin_launch(Thresholds(), 1, at(0), uint64_t{1} << 40);
  return policy;
}

TEST(Policy, OfferedIsWhatPaysAndCutAtLines) {
  Fake helpers;
  const Thresholds thresholds;
  Policy policy = automatic(helpers);
  EXPECT_EQ(policy.plan(kSite, bytes(0)).chunks, 0u);
  EXPECT_EQ(policy.plan(kSite, bytes(thresholds.least - 1)).chunks, 0u);
  const Plan plan = policy.plan(kSite, rows(8 * thresholds.chunk));
  EXPECT_EQ(plan.chunks, 8u);
  EXPECT_EQ(plan.calls, 1u);
  EXPECT_EQ(plan.wakes, 0u);
  EXPECT_EQ(plan.stores, Stores::cached);
  EXPECT_EQ(plan.helper_stores, Stores::streaming);
  // 4 bytes of each line: the lines count.
  EXPECT_EQ(policy.plan(kSite, describe(at(0), at(0), 8 * thresholds.chunk / 64, 4, 1, 100)).chunks, 8u);
  for (Mode mode : {Mode::automatic, Mode::chunks}) {
    Policy other(helpers, mode);
    other.begin_launch(thresholds, 1, at(0), 1 << 20);
    const Plan tile = other.plan(kSite, describe_tile(at(0), at(0), 1, 5000, 100, 1, 5000, 0, 20000, 0));
    EXPECT_GT(tile.chunks, 3u);
    EXPECT_EQ(tile.chunk_elements % 5000, 0u);
  }
  helpers.set(0, 0);
  EXPECT_EQ(policy.plan(kSite, rows(8 * thresholds.chunk)).calls, 0u);
  // Each helper has something worth the call.
  helpers.set(100, 100);
  EXPECT_EQ(policy.plan(kSite, rows(5 * thresholds.offload)).calls, 5u);
  // Out of local memory not before that was tried.
  EXPECT_EQ(policy.plan(kOther, bytes(8 * thresholds.chunk, uint64_t{1} << 41)).chunks, 0u);
}

// decide() must say no other than plan() would.
TEST(Policy, AFastDecisionIsAsAPlan) {
  Fake helpers;
  for (Mode mode : {Mode::automatic, Mode::now, Mode::wait, Mode::prefetch, Mode::ahead, Mode::chunks})
    for (unsigned idle : {0, 1})
      for (uint64_t n : {64, 8191, 8192, 1 << 20})
        for (uint64_t to : {0, 1 << 30}) {
          helpers.set(idle, idle);
          Policy planned(helpers, mode), asked(helpers, mode);
          for (Policy *policy : {&planned, &asked}) policy->begin_launch(Thresholds(), 1, at(0), 1 << 20);
          for (int i = 0; i < 5; ++i)
            EXPECT_EQ(asked.decide(kSite, at(to), n) == Policy::Decision::at_once ||
                          asked.plan(kSite, bytes(n, to)).chunks == 0,
                      planned.plan(kSite, bytes(n, to)).chunks == 0)
                << static_cast<int>(mode) << ' ' << idle << ' ' << n << ' ' << to;
        }
}

TEST(Policy, WakingIsPaidForByWhatWasCopiedAlone) {
  Fake helpers;
  helpers.set(3, 0);
  const Thresholds thresholds;
  const uint64_t n = thresholds.wake / 4;
  Policy policy = automatic(helpers);
  EXPECT_GT(policy.plan(kOther, rows(n)).wakes, 0u);  // the first
  for (int round = 0; round < 1; ++round) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(policy.plan(kSite, rows(n)).calls, 0u);
    const Plan plan = policy.plan(kSite, rows(n));
    EXPECT_GT(plan.chunks, 0u);
    EXPECT_EQ(plan.calls, 1u);
    EXPECT_EQ(plan.wakes, 1u);
  }
  EXPECT_EQ(policy.plan(kSite, rows(2 * thresholds.wake)).wakes, 2u);
  EXPECT_EQ(policy.plan(kSite, rows(100 * thresholds.wake)).wakes, 3u);
  helpers.set(3, 2);
  EXPECT_EQ(policy.plan(kSite, rows(n)).calls, 2u);
}

// Goes each strategy at its rate; returns how many went each.
std::vector<int> run(Tuner &tuner, int times, const std::vector<uint64_t> &rates) {
  std::vector<int> gone(rates.size());
  for (int i = 0; i < times; ++i) {
    const bool rests = tuner.rests();
    if (!rests && !tuner.trying()) tuner.begin();
    ++gone[tuner.strategy()];
    if (!rests) tuner.took(100 * rates[tuner.strategy()] * (i % 50 == 7 ? 20 : 1), 100);  // now and then interrupted
  }
  return gone;
}

TEST(Tuner, FindsTheFasterStrategyAndFollowsWhenItChanges) {
  Tuner tuner(0b11, 0, 8, 4, 8192);
  EXPECT_LT(run(tuner, 10000, {10, 12})[1], 300);
  EXPECT_EQ(tuner.strategy(), 0u);
  EXPECT_GT(run(tuner, 40000, {10, 8})[1], 25000);
  EXPECT_EQ(tuner.strategy(), 1u);
  EXPECT_GT(run(tuner, 40000, {10, 8})[1], 39000);
  EXPECT_LT(run(tuner, 40000, {10, 11})[1], 15000);
  EXPECT_EQ(tuner.strategy(), 0u);
  Tuner other(0b11, 1, 8, 4, 8192);
  EXPECT_GT(run(other, 1000, {10, 5})[1], 900);
}

TEST(Tuner, FindsTheFastestOfThreeAndNoneThatThereIsNot) {
  for (unsigned first : {0, 1, 2})
    for (unsigned best : {0, 1, 2}) {
      Tuner tuner(0b111, first, 8, 4, 8192);
      std::vector<uint64_t> rates{12, 13, 14};
      rates[best] = 10;
      EXPECT_GT(run(tuner, 1000, rates)[best], 800) << first << ' ' << best;
      EXPECT_GT(run(tuner, 100000, rates)[best], 99500) << first << ' ' << best;
    }
  Tuner two(0b101, 0, 8, 4, 8192);
  EXPECT_GT(run(two, 1000, {10, 1, 8})[2], 800);
  Tuner one(0b10, 1, 8, 4, 8192);
  EXPECT_EQ(run(one, 100000, {1, 10, 1})[1], 100000);
}

TEST(Tuner, GivesUpAtOnceWhatIsFarSlower) {
  Tuner tuner(0b11, 0, 8, 4, 8192);
  run(tuner, 8 + 8, {10, 100});  // rested, and measured what it uses
  EXPECT_EQ(run(tuner, 20, {10, 100})[1], 4 + 3);
}

// A strategy that is ten times as slow may be tried, but not for more than one part of a hundred of the time.
TEST(Tuner, IsWorthItsCost) {
  for (uint64_t slow : {12, 15, 20, 40, 100}) {
    Tuner tuner(0b111, 1, 8, 4, 512);
    run(tuner, 1000, {slow, 10, slow});
    const std::vector<int> gone = run(tuner, 100000, {slow, 10, slow});
    EXPECT_GT(gone[0], 0);
    EXPECT_GT(gone[2], 0);
    EXPECT_LT(static_cast<double>(gone[0] + gone[2]) * static_cast<double>(slow - 10), 0.02 * 100000 * 10) << slow;
  }
}

// Launches by turns in which now one strategy is faster, now the other.
TEST(Tuner, LooksWhetherALaunchIsAnother) {
  for (bool looks : {false, true}) {
    Tuner tuner(0b111, 1, 8, 4, 8192);
    int right = 0;
    for (int launch = 0; launch < 100; ++launch) {
      if (looks) tuner.look_again();
      right += launch % 2 ? run(tuner, 1000, {20, 21, 10})[2] : run(tuner, 1000, {45, 30, 60})[1];
    }
    if (looks)
      EXPECT_GT(right, 90000);
    else
      EXPECT_LT(right, 80000);  // or this is no test
  }
  // The same all the time, and short: there is time for something else than to look.
  Tuner tuner(0b11, 0, 8, 4, 8192);
  int better = 0;
  for (int launch = 0; launch < 1000; ++launch) {
    tuner.look_again();
    better += run(tuner, 10, {20, 15})[1];
  }
  EXPECT_GT(better, 9000);
}

TEST(Tuner, AnInterruptedOneGoesBack) {
  for (int after = 0; after < 40; ++after) {
    Tuner tuner(0b11, 0, 8, 4, 8192);
    run(tuner, after, {10, 9});
    const bool decided = after >= 8 + 8 + 4 + 8;
    tuner.interrupt();
    EXPECT_FALSE(tuner.trying());
    if (!decided) EXPECT_EQ(tuner.strategy(), 0u) << after;
  }
}

// The time that a copy at each of two places takes: performed at once, and offered.
struct Costs {
  const wherry::abi::Site *site;
  uint64_t at_once, offered;
};
uint64_t now = 1;

int offered_of(Policy &policy, int times, const std::vector<Costs> &loop) {
  int offered = 0;
  for (int i = 0; i < times; ++i)
    for (const Costs &costs : loop) {
      const Plan plan = policy.plan(*costs.site, bytes(1 << 20));
      offered += plan.calls != 0;
      now += plan.calls ? costs.offered : costs.at_once;
      if (i % 10 == 9) policy.end_group();
    }
  return offered;
}

TEST(Policy, OffersWhereThatIsFaster) {
  Fake helpers;
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  EXPECT_GT(offered_of(policy, 1000, {{&kSite, 200, 100}}), 900);
  EXPECT_LT(offered_of(policy, 1000, {{&kOther, 100, 120}}), 150);
  EXPECT_GT(offered_of(policy, 1000, {{&kSite, 200, 100}}), 900);
  // Both in one loop, each seeing the other's time.
  Policy both(helpers, Mode::automatic, []() noexcept { return now; });
  both.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  offered_of(both, 500, {{&kSite, 200, 100}, {&kOther, 100, 200}});
  EXPECT_GT(offered_of(both, 1000, {{&kSite, 200, 100}, {&kOther, 0, 0}}), 800);
  const int offered = offered_of(both, 1000, {{&kSite, 200, 100}, {&kOther, 100, 200}});
  EXPECT_GT(offered, 900);
  EXPECT_LT(offered, 1300);
  // Nothing is learnt while no worker is idle.
  helpers.set(0, 1);
  EXPECT_EQ(offered_of(policy, 1000, {{&kSite, 100, 200}}), 0);
  helpers.set(1, 1);
  EXPECT_GT(offered_of(policy, 20, {{&kSite, 100, 100}}), 5);
}

// Whatever other place stands in the same loop, a place is tuned: no two keys share their only record.
TEST(Policy, NoOtherPlaceKeepsOneFromBeingTuned) {
  Fake helpers;
  for (uint64_t key = 1; key <= 500; ++key) {
    const wherry::abi::Site other{"kernel", "", 4, 1, key * 0x2545f4914f6cdd1d};
    Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
    policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
    // At once takes as long for both, or each would be timed by the other.
    int ahead = 0;
    for (int i = 0; i < 1000; ++i) {
      const Plan plan = policy.plan(kSite, bytes(1 << 16));
      ahead += plan.ahead;
      now += plan.ahead ? 200 : 100;
      policy.plan(other, bytes(1 << 16));
      now += 100;
    }
    ASSERT_LT(ahead, 500) << key;
  }
}

// Small copies of two places; of the first, the time that it takes at once, and prefetched.
int prefetched_of(Policy &policy, int times, uint64_t at_once, uint64_t prefetched) {
  int count = 0;
  for (int i = 0; i < times; ++i) {
    for (const auto *site : {&kSite, &kOther}) {
      auto decision = policy.decide(*site, at(0), 1000);
      const bool prefetch = decision == Policy::Decision::prefetch;
      EXPECT_NE(decision, Policy::Decision::plan);
      if (site == &kSite) count += prefetch;
      now += prefetch && site == &kSite ? prefetched : at_once;
    }
    if (i % 100 == 99) policy.end_group();
  }
  return count;
}

TEST(Policy, PrefetchesWhereThatIsFaster) {
  Fake helpers;
  helpers.set(0, 0);
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  EXPECT_LT(prefetched_of(policy, 30000, 10, 15), 2500);
  EXPECT_GT(prefetched_of(policy, 200000, 15, 10), 150000);
  EXPECT_GT(prefetched_of(policy, 30000, 15, 10), 28000);
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  EXPECT_GT(prefetched_of(policy, 30000, 15, 10), 28000);
  EXPECT_LT(prefetched_of(policy, 100000, 10, 40), 70000);
  EXPECT_LT(prefetched_of(policy, 30000, 10, 40), 300);
  // Not out of local memory, and nothing large.
  for (int i = 0; i < 10000; ++i) {
    EXPECT_EQ(policy.decide(kSite, at(1 << 30), 1000), Policy::Decision::at_once);
    EXPECT_EQ(policy.decide(kSite, at(0), 4096), Policy::Decision::at_once);
  }
}

// A place that is passed once a group, and a trial that is never ended.
TEST(Policy, ATrialThatStandsStillIsGivenUp) {
  Fake helpers;
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  offered_of(policy, 10, {{&kSite, 100, 200}});  // in the midst of it
  EXPECT_LT(offered_of(policy, 2000, {{&kOther, 100, 200}}), 400);
}

// A place that copies once a launch does not keep one that copies in a loop from being tuned.
TEST(Policy, ThePlaceThatCopiesMostIsTunedFirst) {
  Fake helpers;
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  const auto once = [&] {
    policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
    policy.plan(kOther, bytes(1 << 20));
    now += 100;
  };
  for (int launch = 0; launch < 10; ++launch) once();  // in the midst of its trial
  int offered = 0;
  for (int launch = 0; launch < 10; ++launch) {
    once();
    offered += offered_of(policy, 15, {{&kSite, 100, 200}});
  }
  EXPECT_LT(offered, 75);
}

// With no idle worker, the kernel's own loops may fetch.
TEST(Policy, LooksAheadWhereThatIsFaster) {
  Fake helpers;
  helpers.set(0, 0);
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  const auto ahead = [&](int times, uint64_t ticks_at_once, uint64_t ticks_ahead) {
    int count = 0;
    for (int i = 0; i < times; ++i) {
      const Policy::Decision decision = policy.decide(kSite, at(0), 1 << 16);
      const bool looks = decision == Policy::Decision::ahead ||
                         (decision == Policy::Decision::plan && policy.plan(kSite, bytes(1 << 16)).ahead);
      count += looks;
      now += looks ? ticks_ahead : ticks_at_once;
    }
    return count;
  };
  EXPECT_GT(ahead(1000, 150, 100), 900);
  EXPECT_LT(ahead(100000, 100, 110), 10000);
  EXPECT_LT(ahead(10000, 100, 110), 100);
  EXPECT_GT(ahead(100000, 150, 100), 50000);
  // Whole and performed by nobody else; not out of local memory, nothing apart, nothing larger
  // than the caches nearby.
  const Plan plan = policy.plan(kOther, bytes(1 << 16));
  EXPECT_TRUE(plan.ahead);
  EXPECT_EQ(plan.chunks, 1u);
  EXPECT_EQ(plan.calls, 0u);
  EXPECT_FALSE(policy.plan(kOther, bytes(1 << 16, 1 << 30)).ahead);
  EXPECT_FALSE(policy.plan(kOther, bytes(1 << 19)).ahead);
  EXPECT_FALSE(policy.plan(kOther, describe(at(0), at(0), 1 << 13, 4, 1, 2)).ahead);
  EXPECT_TRUE(policy.plan(kRows, describe_tile(at(0), at(0), 1, 5000, 10, 1, 5000, 0, 20000, 0)).ahead);
  EXPECT_FALSE(policy.plan(kRows, describe_tile(at(0), at(0), 1, 64, 1000, 1, 64, 0, 20000, 0)).ahead);
}

// Of tiles of 64 KiB: at once, ahead, offered, and offered to a helper that had to be woken; offered to a
// helper that stores through its caches, and offered without loops that fetch. The last two take as long as `offered`
// where they are not given.
struct Strategies {
  int at_once = 0, ahead = 0, offered = 0, woken = 0, cached = 0, unfetched = 0;
};
Strategies strategies_of(Policy &policy, int times, const Strategies &ticks) {
  Strategies strategies;
  for (int i = 0; i < times; ++i) {
    const Policy::Decision decision = policy.decide(kSite, at(0), 1 << 16);
    const Plan plan = decision == Policy::Decision::plan ? policy.plan(kSite, bytes(1 << 16)) : Plan{};
    const bool ahead = decision == Policy::Decision::ahead || (plan.ahead && !plan.calls);
    int Strategies::*strategy = plan.wakes   ? &Strategies::woken
                                : plan.calls ? &Strategies::offered
                                : ahead      ? &Strategies::ahead
                                             : &Strategies::at_once;
    ++(strategies.*strategy);
    const bool offered = strategy == &Strategies::offered;
    const bool cached = offered && plan.helper_stores == Stores::cached, unfetched = offered && !plan.ahead;
    strategies.cached += cached;
    strategies.unfetched += unfetched;
    now += static_cast<uint64_t>(cached && ticks.cached         ? ticks.cached
                                 : unfetched && ticks.unfetched ? ticks.unfetched
                                                                : ticks.*strategy);
  }
  return strategies;
}

TEST(Policy, FindsTheBestStrategy) {
  Fake helpers;
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  const auto launch = [&](const Strategies &ticks) {
    policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
    return strategies_of(policy, 4000, ticks);
  };
  EXPECT_GT(launch({300, 200, 400}).ahead, 3880);
  EXPECT_GT(launch({300, 200, 400}).ahead, 3950);
  // Another computation in each launch.
  for (int i = 0; i < 5; ++i) {
    EXPECT_GT(launch({115, 120, 70}).offered, 3600) << i;
    EXPECT_GT(launch({600, 400, 800}).ahead, 3600) << i;
    EXPECT_GT(launch({60, 84, 72}).at_once, 3600) << i;
  }
  // What was found while a worker was idle does not count while none is.
  EXPECT_GT(launch({115, 120, 70}).offered, 3600);
  helpers.set(0, 0);
  EXPECT_GT(launch({170, 120, 100}).ahead, 3600);
  EXPECT_GT(launch({50, 80, 60}).at_once, 3500);
  helpers.set(1, 1);
  EXPECT_GT(launch({115, 120, 70}).offered, 3600);
}

TEST(Policy, FindsHowHelpersShouldStore) {
  Fake helpers;
  for (const bool cached : {false, true}) {
    Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
    policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
    const Strategies ticks{200, 150, cached ? 170 : 100, 1000, cached ? 100 : 170};
    strategies_of(policy, 1000, ticks);
    const Strategies found = strategies_of(policy, 4000, ticks);
    EXPECT_GT(found.offered, 3800);
    EXPECT_EQ(found.cached > 3800, cached);
    EXPECT_EQ(found.cached < 200, !cached);
  }
  // Elements apart from one another are never stored past the caches.
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  for (int i = 0; i < 4000; ++i) {
    const Plan plan = policy.plan(kSite, describe(at(0), at(1 << 30), 1 << 14, 4, 1, 16));
    EXPECT_NE(plan.helper_stores, Stores::cached);
    now += plan.calls ? 100 : 110;
  }
}

// Loops fetch what helpers have stored, unless that is slower.
TEST(Policy, FindsWhetherLoopsShouldFetchWhatHelpersStore) {
  Fake helpers;
  for (const bool unfetched : {false, true}) {
    Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
    policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
    const Strategies ticks{200, 150, 100, 1000, 150, unfetched ? 80 : 400};
    strategies_of(policy, 1000, ticks);
    const Strategies found = strategies_of(policy, 4000, ticks);
    EXPECT_GT(found.offered, 3800);
    EXPECT_EQ(found.unfetched > 3800, unfetched);
    EXPECT_EQ(found.unfetched < 200, !unfetched);
  }
  // Also elements apart from one another, but only into a range of local memory, and where a helper may store there.
  for (Mode mode : {Mode::automatic, Mode::chunks}) {
    Policy policy(helpers, mode);
    policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
    const Plan plan = policy.plan(kSite, describe(at(0), at(1 << 30), 1 << 14, 4, 1, 16));
    EXPECT_GT(plan.calls, 0u);
    EXPECT_TRUE(plan.ahead);
    EXPECT_NE(plan.unfinished, nullptr);
    EXPECT_TRUE(policy.plan(kRows, rows(1 << 17)).ahead);
    EXPECT_FALSE(policy.plan(kOther, describe(at(0), at(1 << 30), 1 << 14, 4, 2, 16)).ahead);
    EXPECT_FALSE(policy.plan(kOther, describe_tile(at(0), at(1 << 30), 1, 64, 4096, 1, 80, 0, 128, 0)).ahead);
    EXPECT_FALSE(policy.plan(kOther, describe(at(1 << 30), at(0), 1 << 14, 4, 16, 1)).ahead);
  }
  helpers.set(0, 0);
  Policy policy(helpers, Mode::chunks);
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  EXPECT_FALSE(policy.plan(kSite, bytes(1 << 16)).ahead);
}

// While many work-groups copy, a large copy that loops cannot make is not offered at first.
TEST(Policy, StartsOfferedOnlyBesideManyIdleWorkers) {
  Fake helpers;
  const auto offers_first = [&](unsigned workers, unsigned idle) {
    helpers.set(idle, idle);
    Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
    policy.begin_launch(Thresholds(), workers, at(0), 1 << 20);
    return policy.plan(kSite, bytes(1 << 19)).calls != 0;
  };
  EXPECT_TRUE(offers_first(2, 1));
  EXPECT_FALSE(offers_first(4, 2));
  EXPECT_TRUE(offers_first(32, 28));
  EXPECT_FALSE(offers_first(32, 27));
}

// A helper that has to be woken is tried once it is awake, and is no longer called if it does not come.
TEST(Policy, AHelperIsWaitedFor) {
  Fake helpers;
  helpers.set(1, 0);
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  const Strategies ticks{300, 200, 100, 1000};
  int until = 0;
  while (strategies_of(policy, 1, ticks).woken == 0) ASSERT_LT(++until, 100);  // it is called,
  EXPECT_EQ(strategies_of(policy, 50, ticks).ahead, 50);
  helpers.set(1, 1);  // and comes
  EXPECT_GT(strategies_of(policy, 100, ticks).offered, 85);

  helpers.set(1, 0);
  Policy another(helpers, Mode::automatic, []() noexcept { return now; });
  another.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  const Strategies strategies = strategies_of(another, 100000, ticks);
  EXPECT_GT(strategies.woken, 1);
  EXPECT_LT(strategies.woken, 100);
  EXPECT_GT(strategies.ahead, 99000);
}

// A kernel's launches differ: what was found with tiles of one size says nothing of another.
TEST(Policy, StrategiesAreFoundForEachSize) {
  Fake helpers;
  Policy policy(helpers, Mode::automatic, []() noexcept { return now; });
  policy.begin_launch(Thresholds(), 1, at(0), 1 << 20);
  const auto offered = [&](uint64_t size, uint64_t ticks_at_once, uint64_t ticks_offered) {
    int count = 0;
    for (int i = 0; i < 2000; ++i) {
      const bool offer = policy.plan(kSite, bytes(size)).calls != 0;
      count += offer;
      now += offer ? ticks_offered : ticks_at_once;
    }
    return count;
  };
  EXPECT_LT(offered(1 << 16, 100, 150), 400);
  EXPECT_GT(offered(1 << 18, 400, 200), 1900);  // at once, by what was found for less, it would begin
  EXPECT_LT(offered(1 << 16, 100, 150), 100);
}

TEST(Policy, StreamsWhatALaunchWritesPastTheCache) {
  Fake helpers;
  Thresholds thresholds;
  thresholds.stream = 1 << 21;
  thresholds.stream_part = 8192;
  for (Mode mode : {Mode::automatic, Mode::now, Mode::wait, Mode::prefetch, Mode::ahead, Mode::chunks}) {
    Policy policy(helpers, mode);
    const uint64_t local = uint64_t{1} << 40, n = 1 << 13;
    const auto streamed = [&](const wherry::abi::Site &site, uint64_t copies, uint64_t to, uint64_t step) {
      uint64_t count = 0;
      for (uint64_t i = 0; i < copies; ++i)
        count += policy.plan(site, bytes(n, to + i * step)).stores == Stores::streaming;
      return count;
    };
    policy.begin_launch(thresholds, 2, at(local), 1 << 24);
    EXPECT_EQ(streamed(kSite, 1000, 0, 0), 0u);      // one tile again and again
    EXPECT_EQ(streamed(kSite, 1000, local, n), 0u);  // into local memory
    EXPECT_EQ(streamed(kOther, 1000, 0, n), 1000u - 256u);
    policy.begin_launch(thresholds, 2, at(local), 1 << 24);
    EXPECT_EQ(streamed(kOther, 256, 0, n), 0u);
    // Spread far, but few: half a cache for each of two workers.
    policy.begin_launch(thresholds, 2, at(local), 1 << 24);
    EXPECT_EQ(streamed(kOther, 128, 0, 100 * n), 0u);
    EXPECT_EQ(streamed(kOther, 10, 12800 * n, 100 * n), 10u);
    // Too little at a time.
    thresholds.stream_part = n + 1;
    policy.begin_launch(thresholds, 2, at(local), 1 << 24);
    EXPECT_EQ(streamed(kSite, 1000, 0, n), 0u);
    EXPECT_EQ(policy.plan(kSite, bytes(n, 1000 * n)).stores, Stores::strings);
    // Lines of several are too short for string instructions.
    for (uint64_t i = 0; i < 1000; ++i)
      EXPECT_EQ(policy.plan(kRows, describe_tile(at(i * n), at(local), 1, n / 4, 4, 1, 2 * n, 0, n / 4, 0)).stores,
                Stores::cached);
    const auto stores = [&](uint64_t to, uint64_t from, uint64_t size) {
      return policy.stores(kSite, at(to), at(from), size);
    };
    EXPECT_EQ(stores(1000 * n, local, n), Stores::strings);
    for (uint64_t i = 0; i < 2000; ++i) EXPECT_EQ(stores(i * 4096, local, 4095), Stores::cached);
    // What is read from far away, too, but not a source that is read again and again.
    policy.begin_launch(thresholds, 2, at(local), 1 << 24);
    for (uint64_t i = 0; i < 1000; ++i)
      EXPECT_EQ(stores(local, i * n, n), i < 256 ? Stores::cached : Stores::strings) << i;
    EXPECT_EQ(stores(local, 1000 * n, 2 * n), Stores::cached);
    policy.begin_launch(thresholds, 2, at(local), 1 << 24);
    for (uint64_t i = 0; i < 1000; ++i) EXPECT_EQ(stores(local, i % 10 * n, n), Stores::cached);
    thresholds.stream_part = n;
  }
}

}  // namespace

// When copies are offered to helpers, how they are cut, and when they stream.
#include <gtest/gtest.h>

#include <utility>

#include "dma/policy.h"

namespace {

using namespace wherry::dma;

constexpr wherry::abi::Site kSite{"kernel", "", 1, 1}, kOther{"kernel", "", 2, 1};
std::byte *const kAt = nullptr;

class Fake final : public Helpers {
 public:
  unsigned idle() const noexcept override { return idle_; }
  unsigned awake() const noexcept override { return awake_; }
  bool help(void (*)(void *, uint64_t), void *, uint64_t, bool) noexcept override { return false; }
  unsigned idle_ = 1, awake_ = 1;
};

Copy bytes(uint64_t n, uint64_t dst = 0) { return describe(kAt + dst, kAt, n, 1, 1, 1); }

TEST(Policy, Modes) {
  EXPECT_EQ(parse_mode(nullptr), Mode::automatic);
  EXPECT_EQ(parse_mode(""), Mode::automatic);
  EXPECT_EQ(parse_mode("auto"), Mode::automatic);
  EXPECT_EQ(parse_mode("now"), Mode::now);
  EXPECT_EQ(parse_mode("wait"), Mode::wait);
  EXPECT_EQ(parse_mode("chunks"), Mode::chunks);
  testing::internal::CaptureStderr();
  EXPECT_EQ(parse_mode("soon"), Mode::automatic);
  EXPECT_EQ(parse_mode("later"), Mode::automatic);
  static bool again = false;  // under --gtest_repeat
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            std::exchange(again, true) ? ""
                                       : "wherry: WHERRY_ASYNC is none of now, wait, chunks, auto: taken as auto\n");
}

TEST(Policy, ChunksCoverTheCopy) {
  for (uint64_t count : {uint64_t{1}, uint64_t{2}, uint64_t{5}, uint64_t{100}, uint64_t{65535}, uint64_t{65536},
                         uint64_t{1} << 30, uint64_t{1} << 45, uint64_t{1} << 60})
    for (uint64_t element : {1, 4, 128})
      for (uint64_t stride : {1, 2, 1000})
        for (Mode mode : {Mode::automatic, Mode::now, Mode::wait, Mode::chunks})
          for (unsigned idle : {0, 1, 5}) {
            Fake helpers;
            helpers.idle_ = helpers.awake_ = idle;
            const Copy copy = describe(kAt, kAt, count, element, 1, stride);
            const Plan plan = Policy(helpers, mode).plan(kSite, copy);
            if (plan.chunks == 0) {
              EXPECT_NE(mode, Mode::wait);
              EXPECT_NE(mode, Mode::chunks);
              continue;
            }
            ASSERT_NE(mode, Mode::now);
            ASSERT_LE(plan.chunks, kMaxChunks);
            ASSERT_LT((plan.chunks - 1) * plan.chunk_elements, copy.total());
            // >= without overflow
            ASSERT_GE(plan.chunk_elements, copy.total() - (plan.chunks - 1) * plan.chunk_elements);
          }
}

TEST(Policy, OfferedIsWhatPaysAndCutAtLines) {
  Fake helpers;
  const Tuning tuning;
  Policy policy(helpers, Mode::automatic);
  EXPECT_EQ(policy.plan(kSite, bytes(0)).chunks, 0u);
  EXPECT_EQ(policy.plan(kSite, bytes(tuning.offload - 1)).chunks, 0u);
  const Plan plan = policy.plan(kSite, bytes(8 * tuning.chunk));
  EXPECT_EQ(plan.chunks, 8u);
  EXPECT_EQ(plan.calls, 1u);
  EXPECT_EQ(plan.wakes, 0u);
  // 4 bytes of each line: the lines count.
  EXPECT_EQ(policy.plan(kSite, describe(kAt, kAt, 8 * tuning.chunk / 64, 4, 1, 100)).chunks, 8u);
  for (Mode mode : {Mode::automatic, Mode::chunks}) {
    const Plan tile = Policy(helpers, mode).plan(kSite, describe_tile(kAt, kAt, 1, 5000, 100, 1, 5000, 0, 20000, 0));
    EXPECT_GT(tile.chunks, 3u);
    EXPECT_EQ(tile.chunk_elements % 5000, 0u);
  }
  helpers.idle_ = helpers.awake_ = 0;
  EXPECT_EQ(policy.plan(kSite, bytes(8 * tuning.chunk)).chunks, 0u);
  // Each helper has something worth the call.
  helpers.idle_ = helpers.awake_ = 100;
  EXPECT_EQ(policy.plan(kSite, bytes(5 * tuning.offload)).calls, 5u);
}

TEST(Policy, WakingIsPaidForByWhatWasCopiedAlone) {
  Fake helpers;
  helpers.awake_ = 0;
  helpers.idle_ = 3;
  const Tuning tuning;
  const uint64_t n = tuning.wake / 4;
  Policy policy(helpers, Mode::automatic);
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(policy.plan(kSite, bytes(n)).chunks, 0u);
    const Plan plan = policy.plan(kSite, bytes(n));
    EXPECT_GT(plan.chunks, 0u);
    EXPECT_EQ(plan.calls, 1u);
    EXPECT_EQ(plan.wakes, 1u);
  }
  EXPECT_EQ(policy.plan(kSite, bytes(2 * tuning.wake)).wakes, 2u);
  EXPECT_EQ(policy.plan(kSite, bytes(100 * tuning.wake)).wakes, 3u);
  helpers.awake_ = 2;
  EXPECT_EQ(policy.plan(kSite, bytes(n)).calls, 2u);
  EXPECT_EQ(policy.plan(kSite, bytes(n)).wakes, 0u);
}

TEST(Policy, HelpersWhoComeTooLateAreCalledSeldom) {
  Fake helpers;
  Policy policy(helpers, Mode::automatic);
  const auto offered_of = [&](const wherry::abi::Site &site, int copies, uint32_t own) {
    int offered = 0;
    for (int i = 0; i < copies; ++i)
      if (const Plan plan = policy.plan(site, bytes(1 << 20)); plan.chunks) {
        ++offered;
        Policy::learn(*plan.record, 8, own);
      }
    return offered;
  };
  EXPECT_EQ(offered_of(kSite, 1000, 6), 1000);  // a fair share
  EXPECT_LT(offered_of(kSite, 10000, 7), 60);
  EXPECT_GT(offered_of(kSite, 10000, 7), 20);
  EXPECT_EQ(offered_of(kOther, 100, 0), 100);  // another place
  EXPECT_GT(offered_of(kSite, 1000, 0), 700);  // it pays again
}

TEST(Policy, StreamsWhatALaunchWritesPastTheCache) {
  Fake helpers;
  Tuning tuning;
  tuning.stream = 1 << 20;
  for (Mode mode : {Mode::automatic, Mode::now, Mode::wait, Mode::chunks}) {
    Policy policy(helpers, mode);
    const uint64_t local = uint64_t{1} << 40, n = 1 << 12;
    const auto streamed = [&](const wherry::abi::Site &site, uint64_t copies, uint64_t to, uint64_t step) {
      uint64_t count = 0;
      for (uint64_t i = 0; i < copies; ++i)
        count += policy.plan(site, bytes(n, to + i * step)).stores == Stores::streaming;
      return count;
    };
    policy.begin_launch(tuning, 2, kAt + local, 1 << 24);
    EXPECT_EQ(streamed(kSite, 1000, 0, 0), 0u);                  // one tile again and again
    EXPECT_EQ(streamed(kSite, 1000, local, n), 0u);  // into local memory
    EXPECT_EQ(streamed(kOther, 1000, 0, n), 1000u - 256u);
    policy.begin_launch(tuning, 2, kAt + local, 1 << 24);
    EXPECT_EQ(streamed(kOther, 256, 0, n), 0u);
    // Spread far, but few: half a cache for each of two workers.
    policy.begin_launch(tuning, 2, kAt + local, 1 << 24);
    EXPECT_EQ(streamed(kOther, 128, 0, 100 * n), 0u);
    EXPECT_EQ(streamed(kOther, 10, 12800 * n, 100 * n), 10u);
  }
}

}  // namespace

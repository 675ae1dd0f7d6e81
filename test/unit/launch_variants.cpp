// SPDX-License-Identifier: Apache-2.0
// Which of a kernel and its variants runs. Times are told, not measured.
#include <functional>
#include <set>

#include "common/hang.h"
#include "objects/variants.h"
#include "unit/build_fixture.h"

namespace wherry::runtime {
namespace {

// Launches of a kernel whose `lanes` are 0 where it is one by one.
using TimeOf = std::function<double(const abi::KernelInfo &)>;

class VariantsTest : public build::BuildTest {
 protected:
  void SetUp() override {
    BuildTest::SetUp();
    make(build::kGoodSource);
  }

  // Until a first variant challenges the kernel.
  void make(const std::string &source) {
    const build::Result result = build::compile({source, "", {}});
    ASSERT_TRUE(result.binary) << result.log;
    module_ = build::LoadedModule::load(*result.binary);
    variants_ = Variants::make(module_, result.binary);
    ASSERT_TRUE(variants_);
    range_.kernel = own_ = &module_->module().kernels[0];
    args_.resize(std::max<size_t>(1, own_->args_size / sizeof(Block) + 1));
    range_.args = args_[0].bytes;
    range_.work_dim = 1;
    set_size(1024);
    for (int k = 0; k < 4; ++k) variants_->ran(range_, 20e6, {});
    ASSERT_TRUE(test::eventually([&] { return variants_->choose(range_).kernel || turn(1000); }));
  }

  void set_size(uint64_t items, uint64_t local = 64) {
    for (int d = 0; d < 3; ++d)
      range_.global_size[d] = range_.asked_sizes[d] = range_.local_size[d] = d == 0 ? items : 1;
    range_.local_size[0] = local;
  }

  // A launch of the program's own kernel. False.
  bool turn(double nanoseconds) {
    variants_->ran(range_, nanoseconds, {});
    return false;
  }

  // Launches, with what each kernel takes. Returns how many a variant ran.
  int launch(int count, const TimeOf &time) {
    int by_variant = 0;
    for (int k = 0; k < count; ++k) {
      const Variants::Choice chosen = variants_->choose(range_);
      const abi::KernelInfo &kernel = chosen.kernel ? *chosen.kernel : *own_;
      if (chosen.timed) variants_->ran(range_, time(kernel), chosen);
      by_variant += chosen.kernel != nullptr;
      seen_.insert(kernel.lanes);
    }
    return by_variant;
  }
  int launch(int count, double own, double variant) {
    return launch(count, [&](const abi::KernelInfo &kernel) { return &kernel == own_ ? own : variant; });
  }

  // The lanes of the kernel that runs in the end. Each launch is worth a build.
  uint32_t settle(const TimeOf &time) {
    EXPECT_TRUE(test::eventually([&] {
      const auto chosen = variants_->choose(range_);
      if (!chosen.timed) return true;
      launch(1, time);
      return false;
    }));
    return variants_->choose(range_).kernel->lanes;
  }

  struct alignas(abi::kArgsAlign) Block {
    std::byte bytes[abi::kArgsAlign];
  };
  std::vector<Block> args_;
  exec::NdRange range_{};
  const abi::KernelInfo *own_ = nullptr;
  std::shared_ptr<const build::LoadedModule> module_;
  std::shared_ptr<Variants> variants_;
  std::set<uint32_t> seen_;  // lanes of the kernels that ran
};

TEST_F(VariantsTest, AFasterOneStays) {
  EXPECT_GT(launch(16, 2000, 1000), 2);
  EXPECT_EQ(launch(100, 2000, 1000), 100);
}

TEST_F(VariantsTest, ASlowerOneIsDroppedForGood) {
  EXPECT_LT(launch(16, 1000, 1200), 16);
  EXPECT_EQ(launch(100, 1000, 1200), 0);
}

// As few launches as may be run by what is clearly slower.
TEST_F(VariantsTest, AMuchSlowerOneIsDroppedAtOnce) { EXPECT_LE(launch(100, 1000, 10'000), 3); }

TEST_F(VariantsTest, ASlowLaunchProvesNothing) {
  launch(1, 1000, 100'000);
  launch(31, 1000, 1000);
  EXPECT_EQ(launch(100, 1000, 1000), 100);
}

// Times of different sizes cannot be compared.
TEST_F(VariantsTest, LaunchesOfManySizesKeepTheVariant) {
  for (int k = 0; k < 40; ++k) {
    set_size(k % 2 == 0 ? 1024 : 1u << 20);
    launch(2, k % 2 == 0 ? 1000 : 1e6, k % 2 == 0 ? 1000 : 1e6);
  }
  EXPECT_EQ(launch(100, 1000, 1000), 100);
}

// Two passes in turns, one of which takes longer: whoever runs the long ones is not slower.
TEST_F(VariantsTest, LaunchesOfUnequalWorkKeepTheVariant) {
  int pass = 0;
  const TimeOf either = [&](const abi::KernelInfo &) { return pass++ % 2 ? 3000.0 : 1000.0; };
  launch(40, either);
  EXPECT_EQ(launch(100, either), 100);
}

// Launches of random work: few mistakes, and none that is grave.
TEST_F(VariantsTest, LaunchesOfRandomWorkKeepAFasterVariant) {
  uint32_t state = 1;
  const TimeOf random = [&](const abi::KernelInfo &kernel) {
    state = state * 1664525 + 1013904223;
    return (state >> 31 ? 3000.0 : 1000.0) * (&kernel == own_ ? 1 : 0.7);
  };
  launch(64, random);
  EXPECT_EQ(launch(100, random), 100);
}

// Long, short, short, long: the order of turns begins in the same way.
TEST_F(VariantsTest, LaunchesInTheOrderOfTurnsKeepTheVariant) {
  int pass = 0;
  const TimeOf in_turn = [&](const abi::KernelInfo &) { return pass++ % 4 % 3 == 0 ? 3000.0 : 1000.0; };
  launch(64, in_turn);
  EXPECT_EQ(launch(100, in_turn), 100);
}

// A program that has more local sizes than profiles are kept: each new one takes the place of the least recently used.
TEST_F(VariantsTest, ALaterLocalSizeHasAVariantToo) {
  for (uint64_t local = 65; local < 65 + 100; ++local) {
    set_size(4 * local, local);
    turn(1000);
  }
  for (int k = 0; k < 4; ++k) turn(20e6);
  EXPECT_TRUE(test::eventually([&] { return variants_->choose(range_).kernel || turn(1000); }));
}

class VariantWidthsTest : public VariantsTest {
 protected:
  // Whether gathers pay is in doubt.
  void SetUp() override {
    BuildTest::SetUp();
    make("kernel void walk(global const int *next, global int *out, int steps) {\n"
         "  int at = get_global_id(0);\n"
         "  for (int k = 0; k < steps && at >= 0; ++k) at = next[at];\n"
         "  out[get_global_id(0)] = at;\n"
         "}\n");
    ASSERT_TRUE(own_->other_widths & 1) << own_->lanes;
    launch(16, 2000, 1000);
    const Variants::Choice chosen = variants_->choose(range_);
    ASSERT_TRUE(chosen.kernel) << "the first variant has not won";
    lanes_ = chosen.kernel->lanes;
    ASSERT_GE(lanes_, 8u);
    seen_.clear();
  }

  uint32_t lanes_ = 0;  // of the first variant
};

TEST_F(VariantWidthsTest, OneByOneStaysWhereItIsFaster) {
  EXPECT_EQ(settle([](const abi::KernelInfo &kernel) { return kernel.lanes ? 300e6 : 100e6; }), 0u);
  EXPECT_EQ(seen_, (std::set<uint32_t>{0, lanes_})) << "no other width is tried";
}

TEST_F(VariantWidthsTest, WiderOnesAreTriedAsLongAsTheyGain) {
  EXPECT_EQ(settle([&](const abi::KernelInfo &kernel) { return kernel.lanes == 2 * lanes_ ? 100e6 : 200e6; }),
            2 * lanes_);
  EXPECT_EQ(seen_, (std::set<uint32_t>{0, lanes_, 2 * lanes_})) << "the work-group has no more";
}

TEST_F(VariantWidthsTest, NarrowerOnesToo) {
  EXPECT_EQ(settle([&](const abi::KernelInfo &kernel) { return kernel.lanes == lanes_ / 2 ? 100e6 : 200e6; }),
            lanes_ / 2);
  EXPECT_EQ(seen_, (std::set<uint32_t>{0, lanes_ / 4, lanes_ / 2, lanes_, 2 * lanes_}));
}

TEST_F(VariantWidthsTest, EqualOnesChangeNothing) {
  EXPECT_EQ(settle([](const abi::KernelInfo &) { return 100e6; }), lanes_);
  EXPECT_EQ(seen_, (std::set<uint32_t>{0, lanes_ / 2, lanes_, 2 * lanes_}));
}

// Less than a build takes.
TEST_F(VariantWidthsTest, ShortLaunchesBuildNone) {
  launch(1000, [](const abi::KernelInfo &) { return 1000.0; });
  EXPECT_EQ(seen_, std::set<uint32_t>{lanes_});
}

}  // namespace
}  // namespace wherry::runtime

// SPDX-License-Identifier: Apache-2.0
// Which of a kernel and its variant runs. Times are told, not measured.
#include <chrono>
#include <thread>

#include "common/hang.h"
#include "objects/variants.h"
#include "unit/build_fixture.h"

namespace wherry::runtime {
namespace {

class VariantsTest : public build::BuildTest {
 protected:
  void SetUp() override {
    BuildTest::SetUp();
    const build::Result result = build::compile({build::kGoodSource, "", {}});
    ASSERT_TRUE(result.binary) << result.log;
    module_ = build::LoadedModule::load(*result.binary);
    variants_ = Variants::make(module_, result.binary);
    ASSERT_TRUE(variants_);
    range_.kernel = &module_->module().kernels[0];
    range_.args = args_;
    range_.work_dim = 1;
    set_size(1024);
    range_.local_size[0] = 64;
    for (int k = 0; k < 4; ++k) variants_->ran(range_, 20e6, /*by_variant=*/false);
    ASSERT_TRUE(test::eventually([&] { return variants_->choose(range_).kernel; }));
  }

  void set_size(uint64_t items) {
    for (int d = 0; d < 3; ++d)
      range_.global_size[d] = range_.asked_size[d] = range_.local_size[d] = d == 0 ? items : 1;
    range_.local_size[0] = 64;
  }

  // Launches, with what each side takes. Returns how many the variant ran.
  int launch(int count, double own, double variant) {
    int by_variant = 0;
    for (int k = 0; k < count; ++k) {
      const bool chosen = variants_->choose(range_).kernel;
      variants_->ran(range_, chosen ? variant : own, chosen);
      by_variant += chosen;
    }
    return by_variant;
  }

  alignas(abi::kArgsAlign) std::byte args_[abi::kArgsAlign] = {};
  exec::NdRange range_{};
  std::shared_ptr<const build::LoadedModule> module_;
  std::shared_ptr<Variants> variants_;
};

TEST_F(VariantsTest, AFasterOneStays) {
  EXPECT_GT(launch(8, 2000, 1000), 2);
  EXPECT_EQ(launch(100, 2000, 1000), 100);
}

TEST_F(VariantsTest, ASlowerOneIsDroppedForGood) {
  EXPECT_LT(launch(8, 1000, 2000), 8);
  EXPECT_EQ(launch(100, 1000, 2000), 0);
  EXPECT_EQ(launch(100, 20e6, 1000), 0) << "it would be built again";
}

TEST_F(VariantsTest, ASlowLaunchProvesNothing) {
  launch(1, 1000, 100'000);
  launch(7, 1000, 1000);
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

}  // namespace
}  // namespace wherry::runtime

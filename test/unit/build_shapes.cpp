// SPDX-License-Identifier: Apache-2.0
// The ND-ranges that launches become, asked of compiled kernels.
#include <cstring>
#include <optional>

#include "build_fixture.h"

namespace wherry::build {
namespace {

using Sizes = std::array<uint64_t, 3>;

class ShapeTest : public BuildTest {
 protected:
  // Of a kernel whose parameters are numbers behind one buffer.
  void build(const std::string &parameters, const std::string &body) {
    const Result result = compile({"kernel void k(global int *p, " + parameters + ") {" + body + "}", "", {}});
    ASSERT_TRUE(result.binary) << result.log;
    module_ = LoadedModule::load(*result.binary);
    kernel_ = &module_->module().kernels[0];
  }

  // What a launch becomes; nothing if it stays as it is.
  template <class... Numbers> std::optional<Sizes> shape(uint64_t items, Numbers... numbers) const {
    return shape_of({items, 1, 1}, numbers...);
  }
  template <class... Numbers> std::optional<Sizes> shape_of(Sizes sizes, Numbers... numbers) const {
    alignas(abi::kArgsAlign) std::byte args[abi::kArgsAlign] = {};
    unsigned index = 1;
    (std::memcpy(args + kernel_->args[index++].offset, &numbers, sizeof numbers), ...);
    uint64_t all[6] = {};  // no local size
    std::ranges::copy(sizes, all);
    if (!kernel_->reshaped->shape(args, all)) return std::nullopt;
    std::copy_n(all, 3, sizes.begin());
    return sizes;
  }

  std::shared_ptr<const LoadedModule> module_;
  const abi::KernelInfo *kernel_ = nullptr;
};

// Loads of local memory go to the buffer that the work-group has filled it from.
TEST_F(ShapeTest, WorkGroupsFillTheirTiles) {
  const Result result = compile(
      {"kernel void k(global const int *in, global int *out) { local int a[4][8], b[4][8]; int x = get_local_id(0), "
       "y = get_local_id(1), s = get_global_id(0), t = get_global_id(1), sum = 0; a[y][x] = in[t * 64 + x]; "
       "b[y][x] = in[y * 64 + s]; barrier(CLK_LOCAL_MEM_FENCE); for (int k = 0; k < 4; k++) "
       "sum += a[y][k] * b[k][x] + a[y][7 - k] * b[3 - k][x]; out[t * 64 + s] = sum; }",
       "",
       {}});
  ASSERT_TRUE(result.binary) << result.log;
  module_ = LoadedModule::load(*result.binary);
  kernel_ = &module_->module().kernels[0];
  ASSERT_TRUE(kernel_->reshaped) << result.log;
  EXPECT_TRUE(kernel_->reshaped->flags & abi::kNeedsApart);
  EXPECT_TRUE(kernel_->reshaped->flags & abi::kRegroupable);
  EXPECT_FALSE(kernel_->reshaped->flags & abi::kUsesBarriers);
  const auto runs = [&](Sizes global, Sizes local) {
    alignas(abi::kArgsAlign) std::byte args[abi::kArgsAlign] = {};
    uint64_t sizes[6];
    std::ranges::copy(global, sizes);
    std::ranges::copy(local, sizes + 3);
    return kernel_->reshaped->shape(args, sizes) && std::ranges::equal(std::span(sizes).first<3>(), global);
  };
  EXPECT_TRUE(runs({64, 64, 1}, {8, 4, 1}));
  EXPECT_TRUE(runs({64, 64, 3}, {8, 4, 1}));
  EXPECT_FALSE(runs({64, 64, 1}, {4, 4, 1})) << "half a row";
  EXPECT_FALSE(runs({64, 64, 1}, {8, 2, 1})) << "two rows of four";
  EXPECT_FALSE(runs({60, 64, 1}, {8, 4, 1})) << "the last work-groups are smaller";
  EXPECT_FALSE(runs({64, 62, 1}, {8, 4, 1}));
  EXPECT_FALSE(runs({64, 64, 1}, {0, 0, 0})) << "no local size";
}

TEST_F(ShapeTest, WholeRows) {
  build("int w", "int g = get_global_id(0); p[g % w * 100 + g / w] = g;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_FALSE(kernel_->shape);
  EXPECT_EQ(shape(960, 40), (Sizes{40, 24, 1}));
  EXPECT_EQ(shape(961, 40), std::nullopt) << "a row that is not full";
  EXPECT_EQ(shape(960, 0), std::nullopt);
  EXPECT_EQ(shape(960, -40), std::nullopt);
  EXPECT_EQ(shape(960, INT32_MIN), std::nullopt);
  EXPECT_EQ(shape(960, 8), std::nullopt) << "short rows";
  EXPECT_EQ(shape(960, 96), std::nullopt) << "few rows";
  EXPECT_EQ(shape(uint64_t{1} << 31, 1 << 15), (Sizes{1 << 15, 1 << 16, 1}));
  EXPECT_EQ(shape(uint64_t{1} << 32, 1 << 15), std::nullopt) << "an index of int wraps around";
}

TEST_F(ShapeTest, WorkItemsBehindTheGuardAreLeftOut) {
  build("int w, int h", "int g = get_global_id(0); if (g >= w * h || g > 2000) return; p[g % w * 100 + g / w] = g;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(1024, 40, 24), (Sizes{40, 24, 1}));
  EXPECT_EQ(shape(960, 40, 24), (Sizes{40, 24, 1}));
  EXPECT_EQ(shape(920, 40, 24), (Sizes{40, 23, 1}));
  EXPECT_EQ(shape(4096, 87, 1000), (Sizes{87, 23, 1})) << "of 2001 work-items";
  EXPECT_EQ(shape(1024, 40, -24), std::nullopt) << "no work-item does anything";
  EXPECT_EQ(shape(1024, 40, 0), std::nullopt);
}

TEST_F(ShapeTest, ShiftAndMaskAreOfOnePowerOfTwo) {
  build("uint n, uint log", "uint g = get_global_id(0); p[(g & (n - 1)) * 100 + (g >> log)] = g;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(1024, 32, 5), (Sizes{32, 32, 1}));
  EXPECT_EQ(shape(1024, 32, 37), (Sizes{32, 32, 1})) << "a shift by 37 is one by 5";
  EXPECT_EQ(shape(1024, 32, 6), std::nullopt);
  EXPECT_EQ(shape(1020, 33, 5), std::nullopt);
  EXPECT_EQ(shape(1024, 0, 0), std::nullopt);
}

TEST_F(ShapeTest, ProductsDoNotWrapAround) {
  build("uint w, uint h", "uint g = get_global_id(0); p[g / (w * h) + g % w * 100] = g;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(64 * 64, 64, 16), (Sizes{64, 64, 1}));
  EXPECT_EQ(shape(64 * 64, 64, 1 << 26), std::nullopt);
  EXPECT_EQ(shape(64 * 64, 64, 0), std::nullopt);
}

TEST_F(ShapeTest, LoopsOfIndependentIterations) {
  build("int w, int n", "int y = get_global_id(0); for (int x = 0; x < n; x++) p[y * w + x] = x;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_FALSE(kernel_->reshaped->flags & abi::kNeedsApart);
  EXPECT_EQ(shape(24, 72, 72), (Sizes{24, 72, 1}));
  EXPECT_EQ(shape(24, 72, 63), std::nullopt) << "few iterations";
  EXPECT_EQ(shape(24, 72, -1), std::nullopt);
  EXPECT_EQ(shape_of({24, 2, 1}, 72, 72), std::nullopt) << "work-items that do the same";
}

// Fewer iterations do for a loop that goes along rows and is not left to LLVM's vectoriser, also of divided ids.
TEST_F(ShapeTest, LoopsAlongRows) {
  const std::string sum = "int s = 0; for (int k = 0; k < n; k++) s += q[(i + k) * c + x]; p[i * c + x] = s;";
  build("int c, int n, global int *q", "int i = get_global_id(0); for (int x = 0; x < c; x++) {" + sum + "}");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(24, 16, 3), (Sizes{24, 16, 1}));
  EXPECT_EQ(shape(24, 15, 3), std::nullopt);
  build("int c, int n, int w, global int *q",
        "int g = get_global_id(0), y = g / w, i = y * (w + 4) + g % w; for (int x = 0; x < c; x++) {" + sum + "}");
  EXPECT_EQ(shape(32 * 20, 16, 3, 32), (Sizes{32, 20, 16}));
  EXPECT_EQ(shape(32 * 20, 15, 3, 32), std::nullopt);
}

// Each iteration asks the guard anew.
TEST_F(ShapeTest, LoopsThatFewWorkItemsReachStay) {
  build("int w, int h", "int y = get_global_id(0); if (y >= h) return; for (int x = 0; x < w; x++) p[y * w + x] = x;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(32, 72, 24), (Sizes{32, 72, 1}));
  EXPECT_EQ(shape(32, 72, 8), std::nullopt);
  build("int n, int first", "if (get_global_id(0) == first) for (int x = 0; x < n; x++) p[x] = x;");
  EXPECT_FALSE(kernel_->reshaped);
}

TEST_F(ShapeTest, StoresOfIterationsLieApart) {
  build("int s, int n", "for (int x = 0; x < n; x++) { p[x * s] = x; p[x * s + 1] = x; }");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(1, 2, 72), (Sizes{72, 1, 1}));
  EXPECT_EQ(shape(1, -2, 72), (Sizes{72, 1, 1}));
  EXPECT_EQ(shape(1, 1, 72), std::nullopt);
  EXPECT_EQ(shape(1, 0, 72), std::nullopt);
}

// The kernel loads one row of the buffer and stores others.
TEST_F(ShapeTest, WhatOneBufferHoldsLiesApart) {
  build("int w, int n", "int y = get_global_id(0); for (int x = 0; x < n; x++) p[(y + 1) * w + x] += p[x];");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(24, 72, 72), (Sizes{24, 72, 1}));
  EXPECT_EQ(shape(24, 71, 72), std::nullopt) << "row 1 begins in the row that is loaded";
  build("int w, int t",
        "int y = get_global_id(0); if (y <= t) return; for (int x = 0; x < w; x++) p[y * w + x] += p[t * w + x];");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(24, 72, 3), (Sizes{24, 72, 1}));
  EXPECT_EQ(shape(24, 72, -1), std::nullopt);
  build("int w, int t",
        "int y = get_global_id(0); if (y < t) return; for (int x = 0; x < w; x++) p[y * w + x] += p[t * w + x];");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(24, 72, 3), std::nullopt) << "work-item t loads its own row";
  build("int w, int t", "int y = get_global_id(0); for (int x = 0; x < w; x++) p[y * w + x] += p[-t];");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(24, 72, 1), (Sizes{24, 72, 1}));
  EXPECT_EQ(shape(24, 72, 0), std::nullopt);
  EXPECT_EQ(shape(24, 72, INT32_MIN), std::nullopt);
}

TEST_F(ShapeTest, GridIterationsLieApartFromWhatIsLoaded) {
  build("int w, int h, int first",
        "for (int i = get_global_id(0); i < w * h; i += get_global_size(0)) p[first + i % w + i / w * w] += p[i % w];");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(64, 40, 24, 40), (Sizes{40, 24, 1}));
  EXPECT_EQ(shape(64, 40, 24, 39), std::nullopt) << "the last element of what is loaded is stored";
}

// Conversions of an index to fewer bits keep it in launches that are small enough.
TEST_F(ShapeTest, NarrowIndices) {
  build("long w, int n", "size_t y = get_global_id(0); for (int x = 0; x < n; x++) p[(int)(y * w + x)] = x;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(24, int64_t{72}, 72), (Sizes{24, 72, 1}));
  EXPECT_EQ(shape(24, int64_t{1} << 27, 72), std::nullopt) << "more than INT32_MAX";
}

TEST_F(ShapeTest, NestsBecomeDimensions) {
  build("int w, int h, int s", "for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) p[y * s + x] = x;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(1, 72, 66, 72), (Sizes{66, 72, 1}));
  EXPECT_EQ(shape(1, 72, 66, 71), std::nullopt) << "rows overlap";
}

// A count of 8 bits, up to 255, is not signed.
TEST_F(ShapeTest, NarrowInnerLoops) {
  build("int n, int stride, uchar m",
        "for (int x = 0; x < n; x++) { uchar j = 0; do { if (j != m) p[x * stride + j] = x; j++; } while (j != m); }");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_TRUE(shape(1, 72, 200, uint8_t{200}));
  EXPECT_EQ(shape(1, 72, 58, uint8_t{200}), std::nullopt) << "iterations overlap";
  EXPECT_EQ(shape(1, 72, 4, uint8_t{255}), std::nullopt);
}

TEST_F(ShapeTest, LoopsOverTheGrid) {
  build("int n", "for (int i = get_global_id(0); i < n; i += get_global_size(0)) p[i] = i;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(64, 1000), (Sizes{1000, 1, 1}));
  EXPECT_EQ(shape(4096, 1000), (Sizes{1000, 1, 1}));
  EXPECT_EQ(shape(64, -5), std::nullopt);
  EXPECT_EQ(shape(64, INT32_MAX), std::nullopt) << "the last sum wraps around";
}

TEST_F(ShapeTest, LoopsOverTheGridByADividedIndex) {
  build("int w, int h, int s",
        "for (int i = get_global_id(0); i < w * h; i += get_global_size(0)) p[i % h * s + i / h] = i;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(64, 40, 24, 40), (Sizes{24, 40, 1}));
  EXPECT_EQ(shape(64, 40, 24, 41), (Sizes{24, 40, 1}));
  EXPECT_EQ(shape(64, 40, 24, 39), std::nullopt) << "two iterations store to one place";
  EXPECT_EQ(shape(64, 40, 24, 0), std::nullopt);
}

TEST_F(ShapeTest, UnsignedIndicesDoNotWrapAround) {
  build("uint w, uint n", "uint y = get_global_id(0); for (uint x = 1; x < n; x++) p[y * w + x] = x;");
  ASSERT_TRUE(kernel_->reshaped);
  EXPECT_EQ(shape(24, 72, 72), (Sizes{24, 71, 1}));
  EXPECT_EQ(shape(24, 1 << 28, 72), std::nullopt);
}

TEST_F(ShapeTest, NoneOfChecksAndRequiredSizes) {
  const std::string body = "int g = get_global_id(0); p[g % w * 100 + g / w] = g;";
  for (const char *options : {"-cl-opt-disable", "-g", "-cl-wherry-check=bounds"}) {
    const Result result = compile({"kernel void k(global int *p, int w) {" + body + "}", options, {}});
    ASSERT_TRUE(result.binary) << result.log;
    EXPECT_FALSE(LoadedModule::load(*result.binary)->module().kernels[0].reshaped) << options;
  }
}

}  // namespace
}  // namespace wherry::build

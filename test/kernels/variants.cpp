// SPDX-License-Identifier: Apache-2.0
// Kernels built once more in the background for what their launches have in common (src/objects/variants.h). The
// entries of a cache of their own tell when.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

#include "common/cl.h"
#include "common/hang.h"

namespace wherry::test {

namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

class Variants : public testing::Test {
 protected:
  void SetUp() override {
    const char *wish = std::getenv("WHERRY_SPECIALISE");
    if (wish && *wish) GTEST_SKIP() << "WHERRY_SPECIALISE says when";
    folder_ = fs::temp_directory_path() / ("wherry-variants-" + std::to_string(getpid()));
    fs::remove_all(folder_);
    if (const char *before = std::getenv("WHERRY_CACHE_DIR")) before_ = before;
    setenv("WHERRY_CACHE_DIR", folder_.c_str(), 1);
  }
  void TearDown() override {
    if (folder_.empty()) return;
    before_.empty() ? unsetenv("WHERRY_CACHE_DIR") : setenv("WHERRY_CACHE_DIR", before_.c_str(), 1);
    std::error_code error;
    do fs::remove_all(folder_, error);
    while (error == std::errc::directory_not_empty);  // a build in the background writes into it
  }

  size_t builds() const {
    size_t count = 0;
    std::error_code none;
    for (const auto &entry : fs::directory_iterator(folder_, none)) count += entry.path().extension() == ".wherry";
    return count;
  }
  // Whether there are so many builds some time, with `launch` again and again.
  template <class Launch> bool come_to(size_t count, Launch launch) const {
    return eventually([&] { return builds() >= count || (launch(), false); });
  }
  void come_for(const Program &program) const;

 private:
  fs::path folder_;
  std::string before_;
};

constexpr char source[] = R"(
kernel void mix(global uint *out, uint rounds, uint factor) {
  uint i = get_global_id(0), x = i;
  for (uint k = 0; k < rounds; ++k) x = x * factor + (x >> 7) + get_local_id(0);
  out[i] = x;
})";
constexpr cl_uint items = 1024;

std::vector<cl_uint> expected(cl_uint rounds, cl_uint factor, cl_uint local) {
  std::vector<cl_uint> values(items);
  for (cl_uint i = 0; i < items; ++i) {
    cl_uint x = i;
    for (cl_uint k = 0; k < rounds; ++k) x = x * factor + (x >> 7) + i % local;
    values[i] = x;
  }
  return values;
}

// Until one launch takes a few milliseconds.
cl_uint long_enough(cl_kernel mix) {
  for (cl_uint rounds = 1000;; rounds *= 2) {
    ok(clSetKernelArg(mix, 1, sizeof rounds, &rounds));
    const auto begin = std::chrono::steady_clock::now();
    run(mix, {items}, {32});
    if (std::chrono::steady_clock::now() - begin > 8ms) return rounds;
  }
}

// A variant comes, and computes what it should.
void Variants::come_for(const Program &program) const {
  Kernel mix = kernel(program, "mix");
  Buffer out = make_buffer(items * sizeof(cl_uint));
  set_args(mix, out, 1u, 5u);
  const cl_uint rounds = long_enough(mix);
  ASSERT_TRUE(come_to(2, [&] { run(mix, {items}, {64}); }));
  run(mix, {items}, {64});
  EXPECT_EQ(read<cl_uint>(out, items), expected(rounds, 5, 64));
}

// The first of these tests: what others have begun to build may come later.
TEST_F(Variants, of_a_program_for_a_debugger_there_are_none) {
  Program program = build(source, "-g");
  Kernel mix = kernel(program, "mix");
  Buffer out = make_buffer(items * sizeof(cl_uint));
  set_args(mix, out, 1u, 5u);
  long_enough(mix);
  const auto end = std::chrono::steady_clock::now() + 500ms;
  while (std::chrono::steady_clock::now() < end) run(mix, {items}, {32});
  EXPECT_EQ(builds(), 1u);
}

TEST_F(Variants, come_with_repeated_launches_and_serve_only_those) {
  Program program = build(source);
  Kernel mix = kernel(program, "mix");
  Buffer out = make_buffer(items * sizeof(cl_uint));
  set_args(mix, out, 1u, 5u);
  const cl_uint rounds = long_enough(mix);
  const auto check = [&](cl_uint factor, cl_uint local) {
    set_args(mix, out, rounds, factor);
    run(mix, {items}, {local});
    EXPECT_EQ(read<cl_uint>(out, items), expected(rounds, factor, local)) << factor << ' ' << local;
  };
  ASSERT_TRUE(come_to(2, [&] { check(5, 64); }));
  for (cl_uint factor : {5, 6, 5})
    for (cl_uint local : {64, 32, 128}) check(factor, local);
}

// An executable carries the code that variants are made from.
// What is known of launches is bounded, but none comes too late for it.
TEST_F(Variants, come_after_many_local_sizes) {
  Program program = build(source);
  Kernel mix = kernel(program, "mix");
  Buffer out = make_buffer(items * sizeof(cl_uint));
  set_args(mix, out, 1u, 5u);
  for (size_t x = 1; x <= 32; x *= 2)
    for (size_t y = 1; y <= 16; y *= 2)
      for (size_t z = 1; z <= 4; z *= 2) run(mix, {64, 64, 16}, {x, y, z});
  come_for(program);
}

TEST_F(Variants, of_a_program_from_a_binary) { come_for(build_from_binary(build(source))); }

TEST_F(Variants, of_work_items_that_run_one_by_one) { come_for(build(source, "-cl-wherry-vector-width=1")); }

// The kernel is released while one is built of it.
TEST_F(Variants, may_come_too_late) {
  int programs = 0;
  EXPECT_TRUE(come_to(6, [&] {
    const std::string number = std::to_string(programs++ % 3);
    Program program = build(source + ("kernel void other(global int *out) { *out = " + number + "; }"));
    Kernel mix = kernel(program, "mix");
    Buffer out = make_buffer(items * sizeof(cl_uint));
    set_args(mix, out, 1u, 5u);
    long_enough(mix);
    for (int k = 0; k < 8; ++k) run(mix, {items}, {32});
  }));
}

// A variant for buffers that do not overlap keeps sums in registers, and does not serve launches with buffers that do.
TEST_F(Variants, for_buffers_apart_do_not_serve_one_buffer_twice) {
  Program program = build(R"(
kernel void sums(global uint *out, global const uint *in, uint rounds) {
  uint i = get_global_id(0);
  for (uint k = 0; k < rounds; ++k) out[i] = out[i] * 2 + in[i];
})");
  Kernel sums = kernel(program, "sums");
  const std::vector<cl_uint> ones(items, 1);
  Buffer out = make_buffer(ones), in = make_buffer(ones), both = make_buffer(ones);
  const cl_uint rounds = 1 << 16;
  set_args(sums, out, in, rounds);
  ASSERT_TRUE(come_to(2, [&] { run(sums, {items}, {64}); }));
  run(sums, {items}, {64});
  set_args(sums, both, both, rounds);
  run(sums, {items}, {64});
  cl_uint expected = 1;
  for (cl_uint k = 0; k < rounds; ++k) expected *= 3;
  EXPECT_EQ(read<cl_uint>(both, items), std::vector<cl_uint>(items, expected));
}

// The test below runs this one in another process too, with other variables: the driver reads them when it is loaded.
TEST(VariantRanges, of_tiles) {
  Program program = build(R"(
kernel void turn(global const int *in, global int *out, int w, local int *tile) {
  int x = get_local_id(0), y = get_local_id(1), size = get_local_size(0);
  tile[x * size + y] = in[get_global_id(1) * w + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(get_group_id(0) * size + y) * w + get_group_id(1) * size + x] = tile[y * size + x];
})");
  Kernel turn = kernel(program, "turn");
  constexpr int w = 128;
  std::vector<int> values(w * w), turned(w * w);
  std::iota(values.begin(), values.end(), 0);
  for (int y = 0; y < w; ++y)
    for (int x = 0; x < w; ++x) turned[x * w + y] = values[y * w + x];
  Buffer in = make_buffer(values), out = make_buffer(values.size() * sizeof(int));
  set_args(turn, in, out, w, LocalBytes{256 * sizeof(int)});
  run(turn, {w, w}, {16, 16});
  EXPECT_EQ(turned, read<int>(out, values.size()));
}

// A variant knows its local size, by which the tiles become a plain transposition (staged loads); the timeline has the
// ND-range that the driver then launches, in three dimensions. Checks and schedules run kernels as they are written.
TEST(VariantRanges, are_others_where_a_local_size_is_known) {
  const std::string trace = fs::temp_directory_path() / ("wherry-ranges-" + std::to_string(getpid()) + ".json");
  const std::string self = fs::read_symlink("/proc/self/exe");
  const std::string variables =
      "env -u GTEST_TOTAL_SHARDS -u GTEST_SHARD_INDEX -u WHERRY_TEST_SHARE -u WHERRY_ASYNC_SCHEDULE -u WHERRY_CHECK "
      "WHERRY_SPECIALISE=now WHERRY_TRACE=";
  const std::string arguments = " --gtest_brief=1 --gtest_filter=VariantRanges.of_tiles";
  EXPECT_EQ(0, std::system((variables + trace + " '" + self + "'" + arguments).c_str()));
  std::ifstream file(trace);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(std::string::npos, text.find(R"("global":[128,128,1])")) << text;
  fs::remove(trace);
}

}  // namespace

}  // namespace wherry::test

// SPDX-License-Identifier: Apache-2.0
// What checked programs take of memory, beside the same programs without checks.
#include <gtest/gtest.h>

#include <fstream>

#include "child.h"
#include "common/cl.h"

using namespace wherry::test;

namespace {

constexpr size_t kBytes = size_t{64} << 20, kItems = 16384;

const char *const kSource = R"(
kernel void in_order(global int *out) { out[get_global_id(0)] = get_global_id(0); }
kernel void add(global int *in, global int *out) { out[get_global_id(0)] = in[get_global_id(0)] + 1; }
kernel void grid(global int *out, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) out[i] = i;
}
kernel void columns(global int *out, int width, int height) {
  for (int y = 0; y < height; ++y) out[y * width + get_global_id(0)] = y;
}
kernel void scattered(global int *out) { out[get_global_id(0) * 40503u & (get_global_size(0) - 1)] = 1; }
kernel void bytes(global char *out) { out[get_global_id(0)] = get_global_id(0); }
kernel void shorts(global short *out, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) out[i] = i;
}
)";

constexpr size_t kNumbers = kBytes / sizeof(int);

void fill(cl_mem buffer) {
  const cl_int zero = 0;
  ok(clEnqueueFillBuffer(queue(), buffer, &zero, sizeof zero, 0, kBytes, 0, nullptr, nullptr));
}

void run_pattern(const std::string &pattern) {
  Program program = build(kSource);
  Buffer out = make_buffer(kBytes);
  auto launch = [&](const char *name, size_t items, auto... more) {
    Kernel made = kernel(program, name);
    set_args(made, out, more...);
    run(made, {items}, {64});
  };
  const auto numbers = static_cast<cl_int>(kNumbers);
  if (pattern == "grid") return launch("grid", kItems, numbers);
  if (pattern == "columns") return launch("columns", 4096, cl_int{4096}, numbers / 4096);
  if (pattern == "scattered") return launch("scattered", kNumbers);
  if (pattern == "bytes") return launch("bytes", kBytes);
  if (pattern == "shorts") return launch("shorts", kItems, 2 * numbers);
  if (pattern == "in_order") launch("in_order", kNumbers);
  if (pattern == "in_place") fill(out);
  Kernel add = kernel(program, "add");
  set_args(add, out, out);
  run(add, {kNumbers}, {64});
}

TEST(CheckChild, DISABLED_takes_memory) {
  run_pattern(std::getenv("WHERRY_TEST_PATTERN"));
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmHWM:")) std::printf("peak %s\n", line.substr(6).c_str());
}

double peak(const std::string &pattern, const std::string &settings) {
  std::string said;
  EXPECT_EQ(run_child("*takes_memory", "WHERRY_NUM_THREADS=1 WHERRY_TEST_PATTERN=" + pattern + " " + settings, &said),
            0)
      << said;
  EXPECT_EQ(said.find("wherry: kernel"), std::string::npos) << said;
  const size_t at = said.find("peak ");
  return at == std::string::npos ? 0 : std::stod(said.substr(at + 5));
}

class Memory : public testing::TestWithParam<const char *> {};

TEST_P(Memory, of_all_checks_is_three_times_that_of_none) {
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
  GTEST_SKIP() << "a sanitizer has shadow memory of its own";
#endif
  const double none = peak(GetParam(), "WHERRY_CHECK="), all = peak(GetParam(), "WHERRY_CHECK=all");
  std::printf("%s: %.0f MiB, %.0f MiB with all checks, %.2f times\n", GetParam(), none / 1024, all / 1024, all / none);
  EXPECT_LE(all, 3.05 * none);  // some MiB come before the next look at the memory
}

INSTANTIATE_TEST_SUITE_P(, Memory,
                         testing::Values("in_place", "in_order", "grid", "columns", "scattered", "bytes", "shorts"),
                         [](const auto &pattern) { return std::string(pattern.param); });

}  // namespace

// Kernels that nobody thought of, against the host's interpretation of the same tree.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "random_tree.h"

namespace wherry::test::random_kernels {

static std::ostream &operator<<(std::ostream &out, const Launch &launch) {
  out << "global " << launch.global[0] << " x " << launch.global[1] << ", local " << launch.local[0] << " x "
      << launch.local[1] << ", a0 ... a3";
  for (uint32_t arg : launch.args) out << ' ' << arg;
  return out;
}

namespace {

constexpr size_t num_programs = 10, kernels_in_each = 4, functions_in_each = 2;

// Another one in each run, unless WHERRY_TEST_SEED says which.
uint64_t fresh_seed() {
  static const uint64_t chosen = [] {
    if (std::getenv("WHERRY_TEST_SEED")) return seed();
    uint64_t fresh = std::random_device()();
    std::printf("random kernels: WHERRY_TEST_SEED=%llu\n", static_cast<unsigned long long>(fresh));
    std::fflush(stdout);  // seen even where a kernel hangs
    return fresh;
  }();
  return chosen;
}

Launch random_launch(Random &random, size_t dimensions) {
  Launch launch{{1 + random.below(40), 1}, {1 + random.below(20), 1}, {}};
  if (dimensions == 2) {
    launch.global[1] = 1 + random.below(5);
    launch.local[1] = 1 + random.below(3);
  }
  for (auto &arg : launch.args) arg = static_cast<uint32_t>(random.below(10));
  return launch;
}

class RandomKernels : public testing::TestWithParam<size_t> {};

// How a kernel's results differ from the host's; empty where they do not.
std::string difference(const Source &source, const Kernel &built, size_t number, const std::vector<uint32_t> &in,
                       const Launch &launch) {
  const auto expected = interpret(source, number, in, launch);
  Buffer from = make_buffer(in), to = make_buffer(std::vector<uint32_t>(expected.size(), 0xEEEEEEEE));
  set_args(built, to, from, launch.args[0], launch.args[1], launch.args[2], launch.args[3],
           LocalBytes{launch.local[0] * launch.local[1] * 4});
  run(built, {launch.global[0], launch.global[1]}, {launch.local[0], launch.local[1]});
  const auto got = read<uint32_t>(to, expected.size());
  for (size_t e = 0; e < got.size(); ++e)
    if (got[e] != expected[e])
      return "item " + std::to_string(e / results) + ", result " + std::to_string(e % results) + ": got " +
             std::to_string(got[e]) + ", expected " + std::to_string(expected[e]) + "\n";
  return {};
}

std::string name(size_t kernel) { return "k" + std::to_string(kernel); }

TEST_P(RandomKernels, match_the_host) {
  Random random(fresh_seed() + GetParam() * 0x632BE59BD9B4E019u);
  const Source source = generate(random, functions_in_each, kernels_in_each);
  const std::string options = std::string("-cl-std=CL3.0 -w") + std::array{"", " -cl-wherry-vector-width=4", " -cl-wherry-vector-width=2",
                                         " -cl-opt-disable", " -cl-wherry-vector-width=8"}[GetParam() % 5];
  const std::string replay = "WHERRY_TEST_SEED=" + std::to_string(fresh_seed()) + ", options " + options + "\n";
  Program program;
  try {
    program = build(print(source, 0, kernels_in_each), options.c_str());
  } catch (const std::exception &error) {
    FAIL() << replay << error.what() << "\n" << print(source, 0, kernels_in_each);
  }
  for (size_t k = 0; k < kernels_in_each; ++k) {
    Kernel built = kernel(program, name(k).c_str());
    for (size_t dimensions : {1, 1, 2}) {
      const Launch launch = random_launch(random, dimensions);
      std::vector<uint32_t> in(inputs);
      for (auto &number : in) number = static_cast<uint32_t>(random.next() >> random.below(64));
      const std::string differs = difference(source, built, k, in, launch);
      if (differs.empty()) continue;
      const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(3);
      auto fails = [&](const Source &smaller) {
        if (std::chrono::steady_clock::now() > end) return false;
        Program one = build(print(smaller, k, k + 1), options.c_str());
        return !difference(smaller, kernel(one, name(k).c_str()), k, in, launch).empty();
      };
      FAIL() << replay << "at first " << differs << launch << "\n" << print(shrink(source, k, fails), k, k + 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Programs, RandomKernels, testing::Range(size_t(0), num_programs));

}  // namespace

}  // namespace wherry::test::random_kernels

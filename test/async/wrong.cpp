// Kernels that use async copies in ways that are undefined: harmless in every mode, named by the checked
// mode, and wrong, again and again, under a schedule that finds them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "common/case_file.h"
#include "common/cl.h"
#include "common/reports.h"

using namespace wherry::test;

namespace {

constexpr char kFolder[] = WHERRY_TEST_DIR "/wrong";
constexpr int kSeeds = 8;

// Results are compared in the processes that TestBody() below starts.
const bool registered = register_case_files("WrongKernel", kFolder, std::getenv("WHERRY_TEST_COMPARE") != nullptr);

class Seeds : public testing::Test {
 public:
  explicit Seeds(std::string name) : name_(std::move(name)) {}

  void TestBody() override {
    int seed = 1;
    while (seed <= kSeeds && !goes_wrong(seed, 0)) ++seed;
    ASSERT_LE(seed, kSeeds) << "no seed shows it";
    for (int threads : {1, 3}) EXPECT_TRUE(goes_wrong(seed, threads)) << "seed " << seed << " does not show it again";
  }

 private:
  bool goes_wrong(int seed, int threads) const {
    std::string command = "WHERRY_TEST_COMPARE=1 WHERRY_ASYNC_SCHEDULE=seed:" + std::to_string(seed);
    if (threads) command += " WHERRY_NUM_THREADS=" + std::to_string(threads);
    command += " '" + std::filesystem::read_symlink("/proc/self/exe").string() + "' --gtest_filter=WrongKernel." +
               name_ + " 2>&1";
    std::FILE *pipe = popen(command.c_str(), "r");
    std::string output;
    for (int c; pipe && (c = std::fgetc(pipe)) != EOF;) output += static_cast<char>(c);
    const int status = pipe ? pclose(pipe) : -1;
    const bool wrong = output.find("[  FAILED  ]") != std::string::npos;
    EXPECT_EQ(status, wrong ? 1 << 8 : 0) << output;  // it ended by itself
    EXPECT_EQ(output.find("bytes around"), std::string::npos) << output;
    return wrong;
  }

  std::string name_;
};

bool register_seeds() {
  for (const char *variable : {"WHERRY_ASYNC", "WHERRY_CHECK", "WHERRY_ASYNC_SCHEDULE"})
    if (std::getenv(variable)) return false;
  for (auto &path : case_files(kFolder)) {
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);)
      if (line == "// seen by a schedule")
        testing::RegisterTest("WrongKernelSeeds", path.stem().c_str(), nullptr, nullptr, path.c_str(), 1,
                              [name = path.stem().string()] { return new Seeds(name); });
  }
  return true;
}
const bool seeds_registered = register_seeds();

// Under a schedule it is whichever work-item comes first.
TEST(WrongArguments, are_those_of_the_first_work_item_that_meets_the_call) {
  if (std::getenv("WHERRY_ASYNC_SCHEDULE")) GTEST_SKIP();
  Program program = build(R"(
kernel void test(global const int *in, global int *out, local int *tile) {
  size_t n = get_local_size(0), base = get_group_id(0) * n, id = get_local_id(0);
  if (get_group_id(0) != 1 || id >= 5) {
    event_t e = async_work_group_copy(tile, in + base + id, 1, 0);
    wait_group_events(1, &e);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + id] = tile[0];
})");
  Kernel k = kernel(program, "test");
  Buffer in = make_buffer(std::vector<int>{0, 3, 6, 9, 12, 15, 18, 21,  24, 27, 30, 33, 36, 39, 42, 45,
                                           1, 2, 4, 8, 16, 32, 64, 128, 5,  7,  11, 13, 17, 19, 23, 29});
  Buffer out = make_buffer(32 * sizeof(int));
  set_args(k, in, out, LocalBytes{64});
  run(k, {32}, {16});
  std::vector<int> expected(32, 0);
  std::fill(expected.begin() + 16, expected.end(), 32);
  EXPECT_EQ(read<int>(out, 32), expected);
  new_reports();
}

}  // namespace

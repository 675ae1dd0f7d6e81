// SPDX-License-Identifier: Apache-2.0
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
    std::string command = "GTEST_TOTAL_SHARDS=1 GTEST_SHARD_INDEX=0 WHERRY_TEST_COMPARE=1 WHERRY_ASYNC_SCHEDULE=seed:" +
                          std::to_string(seed);
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

// What follows is of the checked mode.
const char *const reads_early = R"(
kernel void early(global const int *in, global int *out) {
  local int tile[8];
  event_t e = async_work_group_copy(tile, in, 8, 0);
  out[get_local_id(0)] = tile[get_local_id(0)];
  wait_group_events(1, &e);
})";

void run_early(cl_program program, cl_command_queue on) {
  cl_context in = info<cl_context>(clGetProgramInfo, program, CL_PROGRAM_CONTEXT);
  Kernel k = kernel(program, "early");
  cl_int code = CL_SUCCESS;
  Buffer from(clCreateBuffer(in, CL_MEM_READ_WRITE, 32, nullptr, &code)), to;
  ok(code);
  to = Buffer(clCreateBuffer(in, CL_MEM_READ_WRITE, 32, nullptr, &code));
  ok(code);
  set_args(k, from, to);
  ok(try_launch(on, k, {8}, {8}));
  ok(clFinish(on));
}

TEST(CheckedMode, tells_each_place_once_and_the_context_too) {
  if (!checked()) GTEST_SKIP();
  std::vector<std::string> told;
  auto listen = [](const char *text, const void *, size_t, void *data) {
    static_cast<std::vector<std::string> *>(data)->push_back(text);
  };
  cl_int code = CL_SUCCESS;
  cl_device_id on = device();
  Context listening(clCreateContext(nullptr, 1, &on, listen, &told, &code));
  ok(code);
  Program program = build(reads_early, "", listening);
  Queue on_it = make_queue(0, listening);
  for (int i = 0; i < 3; ++i) run_early(program, on_it);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0], "kernel 'early', line 5:26, work-group (0,0,0): race: reads local array 'tile' (32 bytes), into "
                     "which the copy of line 4:15 is still pending");
  EXPECT_EQ(new_reports(), told);
  // Another program, though the same source.
  run_early(build(reads_early, "", listening), on_it);
  EXPECT_EQ(told.size(), 2u);
  new_reports();
}

TEST(CheckedMode, knows_headers_and_linked_programs) {
  if (!checked()) GTEST_SKIP();
  auto source = [](const char *text) {
    cl_int code = CL_SUCCESS;
    Program made(clCreateProgramWithSource(context(), 1, &text, nullptr, &code));
    ok(code);
    return made;
  };
  Program header = source(R"(
int early_value(local const int *tile) { return tile[get_local_id(0)]; }
)");
  Program using_it = source(R"(#include "early.h"
event_t fetch(local int *tile, global const int *in);
kernel void early(global const int *in, global int *out) {
  local int tile[8];
  event_t e = fetch(tile, in);
  out[get_local_id(0)] = early_value(tile);
  wait_group_events(1, &e);
})");
  Program fetching = source(R"(
event_t fetch(local int *tile, global const int *in) { return async_work_group_copy(tile, in, 8, 0); })");
  cl_program headers[] = {header};
  const char *name = "early.h";
  ok(clCompileProgram(using_it, 0, nullptr, "", 1, headers, &name, nullptr, nullptr));
  ok(clCompileProgram(fetching, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr));
  cl_program parts[] = {using_it, fetching};
  cl_int code = CL_SUCCESS;
  Program linked(clLinkProgram(context(), 0, nullptr, "", 2, parts, nullptr, nullptr, &code));
  ok(code);
  run_early(linked, queue());
  auto reports = new_reports();
  ASSERT_EQ(reports.size(), 1u);
  EXPECT_NE(reports[0].find("early.h:2:49"), std::string::npos) << reports[0];
  EXPECT_NE(reports[0].find("the copy of line 2:63 is still pending"), std::string::npos) << reports[0];
}

}  // namespace

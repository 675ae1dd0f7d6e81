// SPDX-License-Identifier: Apache-2.0
// Damaged SPIR-V modules, built whole: each build returns in time, with a log where it fails, and the program lives.
// WHERRY_HOSTILE_MODULES sets the number of modules. If WHERRY_TEST_KEEP names a folder, the test writes there each
// module on which the compiler crashed or ran out of time.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>

#include "common/cl.h"
#include "robustness/mutations.h"

namespace wherry::test {
namespace {

std::vector<std::string> modules() {
  std::vector<std::string> found;
  const char *given = std::getenv("WHERRY_TEST_MODULES");
  for (auto &entry : std::filesystem::directory_iterator(given ? given : WHERRY_TEST_MODULES))
    if (entry.path().extension() == ".spv") {
      std::ifstream file(entry.path(), std::ios::binary);
      found.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  return found;
}

// "built", or the kind of failure.
std::string outcome(const std::string &module) {
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithIL(context(), module.data(), module.size(), &error));
  if (error == CL_INVALID_VALUE) return "no SPIR-V";
  ok(error);
  error = clBuildProgram(program, 0, nullptr, "", nullptr, nullptr);
  if (error == CL_SUCCESS) return "built";
  EXPECT_EQ(error, CL_BUILD_PROGRAM_FAILURE);
  const std::string log = build_log(program);
  EXPECT_FALSE(log.empty());
  for (const char *kind : {"SPIR-V module", "the compiler crashed", "the compiler took longer", "out of memory"})
    if (log.find(kind) != log.npos) return kind;
  return "refused otherwise";
}

TEST(GarbageModules, builds_return) {
  const std::vector<std::string> whole = modules();
  ASSERT_FALSE(whole.empty());
  const char *asked = std::getenv("WHERRY_HOSTILE_MODULES"), *kept = std::getenv("WHERRY_TEST_KEEP");
  // The reader refuses four modules in five; each of the others costs a build.
  const size_t count = asked ? std::strtoul(asked, nullptr, 0) : 150;
  std::mt19937_64 random(seed());
  std::map<std::string, size_t> outcomes;
  for (size_t n = 0; n < count; ++n) {
    const std::string module = damaged(whole[n % whole.size()], random);
    const std::string what = outcome(module);
    ++outcomes[what];
    if (kept && (what == "the compiler crashed" || what == "the compiler took longer"))
      std::ofstream(std::string(kept) + "/" + std::to_string(n) + ".spv", std::ios::binary) << module;
  }
  for (auto &[what, times] : outcomes) std::cout << times << " " << what << "\n";
  EXPECT_GT(outcomes["built"], 0u);
  EXPECT_GT(outcomes["SPIR-V module"], 0u);
  Program program = build("kernel void k(global int *out) { *out = 7; }");
  Kernel k = kernel(program, "k");
  Buffer out = make_buffer(std::vector<int>{0});
  set_args(k, out);
  run(k, {1});
  EXPECT_EQ(read<int>(out, 1)[0], 7);
}

}  // namespace
}  // namespace wherry::test

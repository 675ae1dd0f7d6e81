// SPDX-License-Identifier: Apache-2.0
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

#include "common/reports.h"

// The tests are of Wherry: with another driver in the loader's sight they would prove nothing.
static bool only_wherry() {
  cl_platform_id found[8];
  cl_uint count = 0;
  if (clGetPlatformIDs(8, found, &count) != CL_SUCCESS || count == 0) {
    std::fprintf(stderr, "the loader finds no platform; OCL_ICD_VENDORS names the build's vendors folder\n");
    return false;
  }
  char name[256] = "";
  clGetPlatformInfo(found[0], CL_PLATFORM_NAME, sizeof name, name, nullptr);
  if (count != 1 || std::strcmp(name, "Wherry") != 0) {
    std::fprintf(stderr, "the loader finds %u platforms, the first \"%s\"; the tests want \"Wherry\" alone\n", count,
                 name);
    return false;
  }
  return true;
}

// WHERRY_TEST_SHARE=4 runs one test in four, another quarter each time; 4:2 runs quarter 2. CMake sets the variable
// where a run repeats, in another mode, the cases of other runs. WHERRY_TEST_WHOLE=1 runs all of these cases.
static void take_share() {
  const char *wish = std::getenv("WHERRY_TEST_SHARE");
  if (!wish) return;
  char *end = nullptr;
  const unsigned long shares = std::strtoul(wish, &end, 10);
  if (shares > 1 && !std::getenv("WHERRY_TEST_WHOLE")) {
    const unsigned long share = (*end == ':' ? std::strtoul(end + 1, nullptr, 10) : std::random_device()()) % shares;
    std::printf("WHERRY_TEST_SHARE=%lu:%lu\n", shares, share);
    std::fflush(stdout);
    setenv("GTEST_TOTAL_SHARDS", std::to_string(shares).c_str(), 1);
    setenv("GTEST_SHARD_INDEX", std::to_string(share).c_str(), 1);
  }
  // A test that starts its executable again, which is to take no share, also unsets GTEST_TOTAL_SHARDS.
  unsetenv("WHERRY_TEST_SHARE");
}

int main(int argc, char **argv) {
  take_share();
  testing::InitGoogleTest(&argc, argv);
  if (!only_wherry()) return 1;
  wherry::test::watch_reports();
  return RUN_ALL_TESTS();
}

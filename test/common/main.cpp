// SPDX-License-Identifier: Apache-2.0
#include <CL/cl.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>

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

int main(int argc, char **argv) {
  testing::InitGoogleTest(&argc, argv);
  if (!only_wherry()) return 1;
  wherry::test::watch_reports();
  return RUN_ALL_TESTS();
}

// SPDX-License-Identifier: Apache-2.0
// A directory of its own for each test, in which the cache is too.
#pragma once
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "build/build.h"

namespace wherry::build {

class BuildTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (std::filesystem::temp_directory_path() / "wherry-test-XXXXXX").string();
    ASSERT_TRUE(mkdtemp(name.data()));
    directory_ = name;
    setenv("WHERRY_CACHE_DIR", (directory_ / "cache").c_str(), 1);
    unsetenv("WHERRY_CACHE");
    unsetenv("WHERRY_CACHE_MAX_MB");
  }
  void TearDown() override {
    std::error_code error;
    do std::filesystem::remove_all(directory_, error);
    while (error == std::errc::directory_not_empty);  // a build in the background writes into it
  }

  void write(const std::string &name, const std::string &text) {
    std::ofstream(directory_ / name, std::ios::binary) << text;
  }

  std::filesystem::path directory_;
};

inline const std::string kGoodSource = "kernel void good(global int *p) { p[get_global_id(0)] += 1; }\n";

}  // namespace wherry::build

// SPDX-License-Identifier: Apache-2.0
// A part of a test that runs in a set-user-id program, whose environment a stranger wrote.
#pragma once
#include <sys/auxv.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "common/child.h"

namespace wherry::test {

inline constexpr int kNotSetUserId = 77;  // the exit code of end_set_user_id_test() in any other program

// Ends the process: with 0 if `passed`, else with 1. Leaves out the leak sanitizer's end, which may not trace here.
[[noreturn]] inline void end_set_user_id_test(bool passed) {
  _exit(getauxval(AT_SECURE) == 0 ? kNotSetUserId : passed ? 0 : 1);
}

// Runs the calling program's test DISABLED_<test>, which calls end_set_user_id_test(), in a copy of the program in
// `folder` that belongs to another user, with `variables` set. Returns the exit code. Root alone can do that.
inline int run_set_user_id_test(const std::filesystem::path &folder, const std::string &test,
                                const std::vector<std::pair<const char *, const char *>> &variables) {
  namespace fs = std::filesystem;
  constexpr uid_t kNobody = 65534;
  const fs::path program = folder / "program";
  fs::copy_file("/proc/self/exe", program);
  fs::permissions(folder, fs::perms::others_exec, fs::perm_options::add);
  if (chown(program.c_str(), kNobody, kNobody) != 0 || chmod(program.c_str(), 04755) != 0) return -1;
  return end_of(start_child([&] {
    for (const auto &[name, value] : variables) setenv(name, value, 1);
    unsetenv("GTEST_TOTAL_SHARDS");
    unsetenv("GTEST_SHARD_INDEX");
    const std::string filter = "--gtest_filter=*DISABLED_" + test;
    execl(program.c_str(), program.c_str(), "--gtest_also_run_disabled_tests", filter.c_str(), nullptr);
    return 3;
  }));
}

}  // namespace wherry::test

// SPDX-License-Identifier: Apache-2.0
// Where the limits of this process's control groups stand.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wherry::exec {

struct CgroupFolder {
  std::string path;
  bool v2;
};

// The folders of this process's cgroup, and of those above it as far as they are seen, in each mounted hierarchy that
// may hold `controller` ("cpu", "memory"). `root` stands before every path read, and before those returned.
std::vector<CgroupFolder> cgroup_folders(std::string_view controller, const std::string &root);

}  // namespace wherry::exec

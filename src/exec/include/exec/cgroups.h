// SPDX-License-Identifier: Apache-2.0
// The folders that hold the limits of this process's control groups.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace wherry::exec {

struct CgroupFolder {
  std::string path;
  bool v2;
};

// The folders of this process's cgroup and its visible ancestors in each mounted hierarchy that may have `controller`
// ("cpu", "memory"). `root` is a prefix of every path read and of every path returned.
std::vector<CgroupFolder> cgroup_folders(std::string_view controller, const std::string &root);

}  // namespace wherry::exec

// SPDX-License-Identifier: Apache-2.0
#include "exec/cgroups.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace wherry::exec {

namespace {

bool holds(std::string_view list, std::string_view word) {
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    if (list.substr(at, comma - at) == word) return true;
    at = comma + 1;
  }
  return false;
}

// A mounted hierarchy that may have the controller: its mount point, and the cgroup that is mounted there.
struct Hierarchy {
  bool v2;
  std::string mount, root;
};

std::vector<Hierarchy> hierarchies(std::string_view controller, const std::string &prefix) {
  std::vector<Hierarchy> found;
  std::ifstream file(prefix + "/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    // id parent major:minor root mount options... - type source super-options
    std::istringstream fields(line);
    std::string id, parent, device, root, mount, field, type, source, options;
    fields >> id >> parent >> device >> root >> mount;
    while (fields >> field && field != "-") {
    }
    fields >> type >> source >> options;
    if (type == "cgroup2" || (type == "cgroup" && holds(options, controller)))
      found.push_back({type == "cgroup2", mount, root == "/" ? "" : root});
  }
  return found;
}

// The path of this process in a hierarchy, "" for its root.
std::string group_path(std::string_view controller, const std::string &prefix, bool v2) {
  std::ifstream file(prefix + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (v2 ? controllers.empty() && line.starts_with("0:") : holds(controllers, controller))
      return path == "/" ? "" : path;
  }
  return "";
}

}  // namespace

std::vector<CgroupFolder> cgroup_folders(std::string_view controller, const std::string &root) {
  std::vector<CgroupFolder> folders;
  for (const Hierarchy &hierarchy : hierarchies(controller, root)) {
    std::string path = group_path(controller, root, hierarchy.v2);
    // In a container the mount may show only a part of the hierarchy, and the path may lie outside of that part.
    const size_t depth = hierarchy.root.size();
    if (path.starts_with(hierarchy.root) && (path.size() == depth || path[depth] == '/'))
      path.erase(0, depth);
    else
      path.clear();
    if (path.find("/..") != std::string::npos) path.clear();
    for (;;) {
      folders.push_back({std::string(root).append(hierarchy.mount).append(path), hierarchy.v2});
      if (path.empty()) break;
      path.erase(path.rfind('/'));
    }
  }
  return folders;
}

}  // namespace wherry::exec

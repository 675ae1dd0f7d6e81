#include "exec/cpu_count.h"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstring>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

#include "exec/affinity.h"
#include "observe/log.h"

namespace wherry::exec {

namespace {

constexpr unsigned kMaxThreads = 1024;

unsigned quota_cpus(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return 0;
  return static_cast<unsigned>(std::clamp<long long>((quota - 1) / period + 1, 1, kMaxThreads));
}

unsigned limit_v2(const std::string &folder) {
  std::ifstream file(folder + "/cpu.max");  // "max 100000" or "150000 100000"
  long long quota = 0, period = 0;
  return file >> quota >> period ? quota_cpus(quota, period) : 0;
}

unsigned limit_v1(const std::string &folder) {
  std::ifstream quota_file(folder + "/cpu.cfs_quota_us"), period_file(folder + "/cpu.cfs_period_us");
  long long quota = 0, period = 0;  // a quota of -1: none
  return quota_file >> quota && period_file >> period ? quota_cpus(quota, period) : 0;
}

bool holds(std::string_view list, std::string_view word) {
  for (size_t at = 0; at <= list.size();) {
    const size_t comma = std::min(list.find(',', at), list.size());
    if (list.substr(at, comma - at) == word) return true;
    at = comma + 1;
  }
  return false;
}

// A mounted hierarchy that may bound the CPU: its mount point, and which cgroup stands there.
struct Hierarchy {
  bool v2;
  std::string mount, root;
};

std::vector<Hierarchy> hierarchies(const std::string &prefix) {
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
    if (type == "cgroup2" || (type == "cgroup" && holds(options, "cpu")))
      found.push_back({type == "cgroup2", mount, root == "/" ? "" : root});
  }
  return found;
}

// The path of this process in a hierarchy, "" for its root.
std::string group_path(const std::string &prefix, bool v2) {
  std::ifstream file(prefix + "/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const size_t first = line.find(':'), second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    if (v2 ? controllers.empty() && line.starts_with("0:") : holds(controllers, "cpu")) return path == "/" ? "" : path;
  }
  return "";
}

}  // namespace

unsigned affinity_cpus() {
  const size_t cpus = affinity().size();
  return cpus ? static_cast<unsigned>(cpus) : static_cast<unsigned>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

unsigned cgroup_cpus(const std::string &root) {
  unsigned least = 0;
  for (const Hierarchy &hierarchy : hierarchies(root)) {
    std::string path = group_path(root, hierarchy.v2);
    // A container may see only a part of the hierarchy, or a path from outside of its own.
    const size_t depth = hierarchy.root.size();
    if (path.starts_with(hierarchy.root) && (path.size() == depth || path[depth] == '/'))
      path.erase(0, depth);
    else
      path.clear();
    if (path.find("/..") != std::string::npos) path.clear();
    for (;;) {
      const std::string folder = root + hierarchy.mount + path;
      const unsigned limit = hierarchy.v2 ? limit_v2(folder) : limit_v1(folder);
      if (limit && (!least || limit < least)) least = limit;
      if (path.empty()) break;
      path.erase(path.rfind('/'));
    }
  }
  return least;
}

unsigned worker_count(const char *setting) {
  if (setting && *setting) {
    unsigned count = 0;
    const char *end = setting + std::strlen(setting);
    const auto [stop, error] = std::from_chars(setting, end, count);
    if (error == std::errc() && stop == end && count >= 1 && count <= kMaxThreads) return count;
    observe::warn_once("WHERRY_NUM_THREADS", "WHERRY_NUM_THREADS is not a number from 1 to 1024: passed over");
  }
  const unsigned quota = cgroup_cpus();
  return std::min({quota ? quota : kMaxThreads, affinity_cpus(), kMaxThreads});
}

}  // namespace wherry::exec

#include "exec/affinity.h"

#include <hwloc.h>

#include <algorithm>
#include <iterator>

namespace wherry::exec {

namespace {

using Mask = std::vector<cpu_set_t>;
size_t bytes(const Mask &mask) { return mask.size() * sizeof(cpu_set_t); }

Mask current_mask() {
  for (size_t sets = 1; sets <= 1024; sets *= 2) {
    Mask mask(sets);
    if (sched_getaffinity(0, bytes(mask), mask.data()) == 0) return mask;
  }
  return {};
}

// Null where it cannot be read. Kept to the program's end.
hwloc_topology_t topology() {
  static const hwloc_topology_t read = [] {
    hwloc_topology_t made = nullptr;
    if (hwloc_topology_init(&made) != 0) return hwloc_topology_t{};
    if (hwloc_topology_load(made) == 0) return made;
    hwloc_topology_destroy(made);
    return hwloc_topology_t{};
  }();
  return read;
}

hwloc_obj_type_t type_of(Domain domain) {
  switch (domain) {
  case Domain::numa: return HWLOC_OBJ_NUMANODE;
  case Domain::l4: return HWLOC_OBJ_L4CACHE;
  case Domain::l3: return HWLOC_OBJ_L3CACHE;
  case Domain::l2: return HWLOC_OBJ_L2CACHE;
  default: return HWLOC_OBJ_L1CACHE;
  }
}

thread_local const Cpus *pinned_to = nullptr;

}  // namespace

Cpus affinity() {
  const Mask mask = current_mask();
  Cpus cpus;
  for (unsigned cpu = 0; cpu < bytes(mask) * 8; ++cpu)
    if (CPU_ISSET_S(cpu, bytes(mask), mask.data())) cpus.push_back(cpu);
  return cpus;
}

std::vector<Cpus> split(const Cpus &among, Domain domain) {
  std::vector<Cpus> parts;
  hwloc_topology_t machine = topology();
  for (hwloc_obj_t object = nullptr;
       machine && (object = hwloc_get_next_obj_by_type(machine, type_of(domain), object));) {
    Cpus part;
    std::copy_if(among.begin(), among.end(), std::back_inserter(part),
                 [&](unsigned cpu) { return object->cpuset && hwloc_bitmap_isset(object->cpuset, cpu); });
    if (!part.empty()) parts.push_back(std::move(part));
  }
  return parts;
}

Pinned::Pinned(const Cpus *cpus) : before_(pinned_to) {
  if (!cpus || cpus->empty() || cpus == before_) return;
  Mask before = current_mask(), mask(std::max(before.size(), cpus->back() / CPU_SETSIZE + size_t{1}));
  for (unsigned cpu : *cpus) CPU_SET_S(cpu, bytes(mask), mask.data());
  if (before.empty() || sched_setaffinity(0, bytes(mask), mask.data()) != 0) return;
  mask_ = std::move(before);
  pinned_to = cpus;
}

Pinned::~Pinned() {
  if (mask_.empty()) return;
  sched_setaffinity(0, bytes(mask_), mask_.data());
  pinned_to = before_;
}

}  // namespace wherry::exec

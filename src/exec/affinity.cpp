// SPDX-License-Identifier: Apache-2.0
#include "exec/affinity.h"

#include <hwloc.h>

#include <algorithm>
#include <iterator>

#include "on_demand.h"
#include "platform/process/environment.h"

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

// hwloc and its topology of the machine. Loaded only to partition a device, because hwloc loads libudev.
class Machine {
 public:
  // Never destroyed.
  static const Machine &instance() {
    static const auto *const machine = new Machine;
    return *machine;
  }

  // Calls `body` for each object of `type`; for none if hwloc is missing or in a set-user-id program.
  template <class Body> void for_each(hwloc_obj_type_t type, Body body) const {
    if (!topology_) return;
    const int depth = get_type_depth_(topology_, type);
    for (unsigned i = 0; hwloc_obj_t object = get_obj_by_depth_(topology_, depth, i); ++i) body(object);
  }
  bool has(hwloc_obj_t object, unsigned cpu) const { return object->cpuset && isset_(object->cpuset, cpu); }

 private:
  Machine() {
    if (process::has_foreign_environment())
      return;  // hwloc loads plugins from a folder that an environment variable names
    static_assert(HWLOC_API_VERSION >> 16 == 2, "whose library is libhwloc.so.15");
    const OnDemand library = OnDemand::named("libhwloc.so.15");
    const auto init = library.find<decltype(hwloc_topology_init)>("hwloc_topology_init");
    const auto load = library.find<decltype(hwloc_topology_load)>("hwloc_topology_load");
    const auto destroy = library.find<decltype(hwloc_topology_destroy)>("hwloc_topology_destroy");
    get_type_depth_ = library.find<decltype(hwloc_get_type_depth)>("hwloc_get_type_depth");
    get_obj_by_depth_ = library.find<decltype(hwloc_get_obj_by_depth)>("hwloc_get_obj_by_depth");
    isset_ = library.find<decltype(hwloc_bitmap_isset)>("hwloc_bitmap_isset");
    if (!init || !load || !destroy || !get_type_depth_ || !get_obj_by_depth_ || !isset_) return;
    hwloc_topology_t made = nullptr;
    if (init(&made) != 0) return;
    if (load(made) == 0)
      topology_ = made;
    else
      destroy(made);
  }

  hwloc_topology_t topology_ = nullptr;
  decltype(&hwloc_get_type_depth) get_type_depth_;
  decltype(&hwloc_get_obj_by_depth) get_obj_by_depth_;
  decltype(&hwloc_bitmap_isset) isset_;
};

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
  const Machine &machine = Machine::instance();
  machine.for_each(type_of(domain), [&](hwloc_obj_t object) {
    Cpus part;
    std::copy_if(among.begin(), among.end(), std::back_inserter(part),
                 [&](unsigned cpu) { return machine.has(object, cpu); });
    if (!part.empty()) parts.push_back(std::move(part));
  });
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

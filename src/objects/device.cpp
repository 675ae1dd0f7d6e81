// SPDX-License-Identifier: Apache-2.0
// The root device and its sub-devices.
#include <algorithm>

#include "exec/limits.h"
#include "objects/platform.h"

using namespace wherry;
using namespace wherry::runtime;

namespace {

constexpr std::pair<cl_device_affinity_domain, exec::Domain> kDomains[] = {
    {CL_DEVICE_AFFINITY_DOMAIN_NUMA, exec::Domain::numa},  // in the order of CL_..._NEXT_PARTITIONABLE
    {CL_DEVICE_AFFINITY_DOMAIN_L4_CACHE, exec::Domain::l4},
    {CL_DEVICE_AFFINITY_DOMAIN_L3_CACHE, exec::Domain::l3},
    {CL_DEVICE_AFFINITY_DOMAIN_L2_CACHE, exec::Domain::l2},
    {CL_DEVICE_AFFINITY_DOMAIN_L1_CACHE, exec::Domain::l1}};

}  // namespace

struct _cl_device_id::Share {
  cl_uint units;
  exec::Cpus cpus;
};

_cl_device_id &_cl_device_id::instance() {
  static auto *device = new _cl_device_id;
  return *device;
}

_cl_device_id::_cl_device_id() : cpus_(exec::affinity()) {}

_cl_device_id::_cl_device_id(Device &parent, cl_uint units, exec::Cpus cpus, const PartitionType &type)
    : DeviceFacts(parent), parent_(parent), partition_type_(type), cpus_(std::move(cpus)),
      partition_(std::make_unique<exec::Partition>(units, cpus_)) {}

cl_uint _cl_device_id::compute_units() const {
  return partition_ ? partition_->threads() : exec::Executor::instance().num_workers();
}
exec::Executor &_cl_device_id::executor() const {
  return partition_ ? partition_->executor() : exec::Executor::instance();
}
size_t _cl_device_id::printf_bytes() const { return exec::kPrintfBufferSize; }

cl_device_affinity_domain _cl_device_id::affinity_domains() const {
  cl_device_affinity_domain known = 0;
  for (auto [domain, kind] : kDomains)
    if (compute_units() > 1 && exec::split(cpus_, kind).size() > 1)
      known |= domain | CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE;
  return known;
}

std::vector<_cl_device_id::Share> _cl_device_id::shares_by_counts(const cl_device_partition_property *counts) const {
  std::vector<Share> shares;
  cl_uint left = compute_units();
  for (; *counts != CL_DEVICE_PARTITION_BY_COUNTS_LIST_END; ++counts) {
    // "CL_INVALID_DEVICE_PARTITION_COUNT if ... the number of sub-devices requested exceeds
    // CL_DEVICE_PARTITION_MAX_SUB_DEVICES or the total number of compute units requested exceeds
    // CL_DEVICE_MAX_COMPUTE_UNITS for in_device, or the number of compute units requested for one or more sub-devices
    // is less than zero."
    if (*counts < 0 || static_cast<cl_ulong>(*counts) > left) throw Error{CL_INVALID_DEVICE_PARTITION_COUNT};
    left -= static_cast<cl_uint>(*counts);
    shares.push_back({static_cast<cl_uint>(*counts), parent_ ? cpus_ : exec::Cpus()});
  }
  if (shares.empty()) throw Error{CL_INVALID_VALUE};
  return shares;
}

// The CPUs of each sub-device, and its share of the compute units, in proportion to its CPUs.
std::vector<_cl_device_id::Share> _cl_device_id::shares_by_domain(cl_device_affinity_domain domain) const {
  auto found =
      std::find_if(std::begin(kDomains), std::end(kDomains), [&](auto &known) { return known.first == domain; });
  if (found == std::end(kDomains)) throw Error{CL_INVALID_VALUE};
  auto parts = exec::split(cpus_, found->second);
  // "CL_DEVICE_PARTITION_FAILED if the partition name is supported by the implementation but in_device could not be
  // further partitioned."
  if (parts.size() < 2) throw Error{CL_DEVICE_PARTITION_FAILED};
  std::vector<Share> shares;
  for (auto &cpus : parts) {
    const size_t units = std::max<size_t>(1, cpus.size() * compute_units() / cpus_.size());
    shares.push_back({static_cast<cl_uint>(units), std::move(cpus)});
  }
  return shares;
}

Devices _cl_device_id::divide(const cl_device_partition_property *properties) {
  // "CL_INVALID_VALUE if values specified in properties are not valid."
  if (!properties) throw Error{CL_INVALID_VALUE};
  PartitionType type;
  std::vector<Share> shares;
  const cl_uint units = compute_units();
  switch (properties[0]) {
  case CL_DEVICE_PARTITION_EQUALLY: {
    const auto each = properties[1];
    if (each <= 0 || properties[2] != 0) throw Error{CL_INVALID_VALUE};
    // "CL_INVALID_DEVICE_PARTITION_COUNT if ... the total number of compute units requested exceeds
    // CL_DEVICE_MAX_COMPUTE_UNITS for in_device."
    if (static_cast<cl_ulong>(each) > units) throw Error{CL_INVALID_DEVICE_PARTITION_COUNT};
    if (static_cast<cl_uint>(each) == units) throw Error{CL_DEVICE_PARTITION_FAILED};
    type.assign(properties, properties + 3);
    shares.assign(units / static_cast<cl_uint>(each), {static_cast<cl_uint>(each), parent_ ? cpus_ : exec::Cpus()});
    break;
  }
  case CL_DEVICE_PARTITION_BY_COUNTS:
    shares = shares_by_counts(properties + 1);
    type.assign(properties, properties + shares.size() + 2);
    type.push_back(0);
    break;
  case CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN: {
    auto domain = static_cast<cl_device_affinity_domain>(properties[1]);
    if (domain == 0 || properties[2] != 0) throw Error{CL_INVALID_VALUE};
    if (domain == CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) {
      const auto all = affinity_domains();
      for (auto known = std::rbegin(kDomains); known != std::rend(kDomains); ++known)
        if (all & known->first) domain = known->first;
      if (!all) throw Error{CL_DEVICE_PARTITION_FAILED};
    }
    shares = shares_by_domain(domain);
    type = {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<cl_device_partition_property>(domain), 0};
    break;
  }
  default: throw Error{CL_INVALID_VALUE};
  }
  if (units < 2) throw Error{CL_DEVICE_PARTITION_FAILED};
  Devices parts;
  for (auto &share : shares) parts.push_back(Ref<Device>::make(*this, share.units, std::move(share.cpus), type));
  return parts;
}

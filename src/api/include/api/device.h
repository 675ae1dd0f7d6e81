// SPDX-License-Identifier: Apache-2.0
// The devices of a context or of a program.
#pragma once
#include "api/entry.h"
#include "objects/platform.h"

namespace wherry::api {

using runtime::Devices;

// "CL_INVALID_DEVICE if device is not a valid device or is not associated with context."
inline runtime::Device &check_device(const Devices &among, cl_device_id device) {
  check(device);
  for (auto &known : among)
    if (known.get() == device) return *device;
  throw Error{CL_INVALID_DEVICE};
}

// The devices of a property list, up to the 0 that ends them; `next` then points behind that 0.
inline std::vector<cl_device_id> read_devices(const Devices &among, const cl_properties *&next) {
  std::vector<cl_device_id> result;
  while (*next) result.push_back(&check_device(among, reinterpret_cast<cl_device_id>(*next++)));
  ++next;
  return result;
}

// The result of queries that list devices.
inline std::vector<cl_device_id> handles(const Devices &devices) {
  std::vector<cl_device_id> result;
  for (auto &device : devices) result.push_back(device.get());
  return result;
}

}  // namespace wherry::api

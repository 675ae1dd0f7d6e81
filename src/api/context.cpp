// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "api/device.h"
#include "info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Device;

namespace {

// The user's list with its final 0; empty if there is none.
std::vector<cl_context_properties> read_properties(const cl_context_properties *list) {
  std::vector<cl_context_properties> read;
  if (!list) return read;
  bool platform = false, user_sync = false;
  for (; *list; list += 2) {
    // "CL_INVALID_PROPERTY if context property name in properties is not a supported property name, if the
    // value specified for a supported property name is not valid, or if the same property name is
    // specified more than once."
    bool *seen = list[0] == CL_CONTEXT_PLATFORM            ? &platform
                 : list[0] == CL_CONTEXT_INTEROP_USER_SYNC ? &user_sync
                                                           : nullptr;
    if (!seen || std::exchange(*seen, true)) throw Error{CL_INVALID_PROPERTY};
    // "CL_INVALID_PLATFORM if platform value specified in properties is not a valid platform."
    if (list[0] == CL_CONTEXT_PLATFORM) check(reinterpret_cast<cl_platform_id>(list[1]));
    if (list[0] == CL_CONTEXT_INTEROP_USER_SYNC && list[1] != CL_TRUE && list[1] != CL_FALSE)
      throw Error{CL_INVALID_PROPERTY};
    read.insert(read.end(), list, list + 2);
  }
  read.push_back(0);
  return read;
}

using Notify = Context::Notify;

}  // namespace

cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                       const cl_device_id *devices, Notify notify, void *user_data, cl_int *err) {
  return entry(err, [&] {
    auto read = read_properties(properties);
    // "CL_INVALID_VALUE if devices is NULL, or if num_devices is equal to zero."
    if (!devices || num_devices == 0) throw Error{CL_INVALID_VALUE};
    check_callback(notify, user_data);
    // "CL_INVALID_DEVICE if any device in devices is not a valid device." "Duplicate devices specified in devices are
    // ignored."
    runtime::Devices unique;
    for (cl_device_id device : std::span(devices, num_devices))
      if (std::none_of(unique.begin(), unique.end(), [&](auto &known) { return known.get() == &check(device); }))
        unique.emplace_back(check(device));
    return Ref<Context>::make(std::move(unique), std::move(read), notify, user_data);
  });
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties, cl_device_type type,
                                               Notify notify, void *user_data, cl_int *err) {
  return entry(err, [&] {
    auto read = read_properties(properties);
    check_callback(notify, user_data);
    cl_uint count = 0;
    if (cl_int code = clGetDeviceIDs(nullptr, type, 0, nullptr, &count)) throw Error{code};
    return Ref<Context>::make(runtime::Devices{Ref(Device::instance())}, std::move(read), notify, user_data);
  });
}

cl_int CL_API_CALL clRetainContext(cl_context context) { return retain(context); }
cl_int CL_API_CALL clReleaseContext(cl_context context) { return release(context); }

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param, size_t size, void *value,
                                    size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Context &self = check(context);
    switch (param) {
    case CL_CONTEXT_REFERENCE_COUNT: return answer(self.references());
    case CL_CONTEXT_NUM_DEVICES: return answer(static_cast<cl_uint>(self.devices.size()));
    case CL_CONTEXT_DEVICES: return answer(handles(self.devices));
    case CL_CONTEXT_PROPERTIES: return answer(self.properties);
    default: return unknown_query();
    }
  });
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context, void(CL_CALLBACK *notify)(cl_context, void *),
                                                  void *user_data) {
  return add_destructor_callback(context, notify, user_data);
}

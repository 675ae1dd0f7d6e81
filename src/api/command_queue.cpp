// SPDX-License-Identifier: Apache-2.0
#include "api/device.h"
#include "command.h"
#include "graph/queue.h"
#include "info.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Device;
using runtime::Queue;

namespace {

constexpr cl_command_queue_properties kHostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;

void check_properties(cl_command_queue_properties properties) {
  constexpr cl_command_queue_properties kDevice = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;
  // "CL_INVALID_VALUE if values specified in properties are not valid."
  if (properties & ~(kHostProperties | kDevice)) throw Error{CL_INVALID_VALUE};
  // "CL_QUEUE_ON_DEVICE_DEFAULT ... can only be used with CL_QUEUE_ON_DEVICE", and CL_QUEUE_ON_DEVICE only with
  // CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE.
  if ((properties & CL_QUEUE_ON_DEVICE_DEFAULT) && !(properties & CL_QUEUE_ON_DEVICE)) throw Error{CL_INVALID_VALUE};
  if ((properties & CL_QUEUE_ON_DEVICE) && !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE))
    throw Error{CL_INVALID_VALUE};
}

// "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue."
Queue &check_host_queue(cl_command_queue queue) {
  Queue &self = check(queue);
  if (self.on_device()) throw Error{CL_INVALID_COMMAND_QUEUE};
  return self;
}

runtime::Priority read_priority(cl_queue_properties value) {
  switch (value) {
  case CL_QUEUE_PRIORITY_HIGH_KHR: return runtime::Priority::high;
  case CL_QUEUE_PRIORITY_MED_KHR: return runtime::Priority::normal;
  case CL_QUEUE_PRIORITY_LOW_KHR: return runtime::Priority::low;
  default: throw Error{CL_INVALID_VALUE};
  }
}

}  // namespace

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *err) {
  return entry(err, [&] {
    Device &on = check_device(check(context).devices, device);
    // "CL_INVALID_VALUE if values specified in properties are not valid."
    if (properties & ~kHostProperties) throw Error{CL_INVALID_VALUE};
    return Ref<Queue>::make(*context, on, properties, std::vector<cl_queue_properties>());
  });
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties *properties, cl_int *err) {
  return entry(err, [&] {
    Device &on = check_device(check(context).devices, device);
    cl_command_queue_properties bits = 0;
    cl_queue_properties bytes = runtime::kPreferredDeviceQueueBytes;
    bool has_size = false, has_priority = false;
    auto priority = runtime::Priority::normal;
    std::vector<cl_queue_properties> list;
    if (properties) {
      for (; *properties; properties += 2) {
        switch (properties[0]) {
        case CL_QUEUE_PROPERTIES: bits = properties[1]; break;
        case CL_QUEUE_SIZE:
          bytes = properties[1];
          has_size = true;
          break;
        case CL_QUEUE_PRIORITY_KHR:
          priority = read_priority(properties[1]);
          has_priority = true;
          break;
        default: throw Error{CL_INVALID_VALUE};
        }
        list.insert(list.end(), properties, properties + 2);
      }
      list.push_back(0);
    }
    // "CL_INVALID_QUEUE_PROPERTIES if CL_QUEUE_PRIORITY_KHR is specified and the queue is an on-device queue."
    if (has_priority && (bits & CL_QUEUE_ON_DEVICE)) throw Error{CL_INVALID_QUEUE_PROPERTIES};
    check_properties(bits);
    // "CL_QUEUE_SIZE ... can only be specified if CL_QUEUE_ON_DEVICE is set in CL_QUEUE_PROPERTIES."
    if (has_size && !(bits & CL_QUEUE_ON_DEVICE)) throw Error{CL_INVALID_VALUE};
    // "a value <= CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE".
    if (has_size && (bytes == 0 || bytes > runtime::kMaxDeviceQueueBytes)) throw Error{CL_INVALID_QUEUE_PROPERTIES};
    // "There can only be one default device queue ... will return the default device queue that has already been
    // created and increment its retain count by 1."
    if (bits & CL_QUEUE_ON_DEVICE_DEFAULT)
      if (auto known = Queue::default_on_device(*context, on)) return known;
    const auto size = static_cast<cl_uint>(bits & CL_QUEUE_ON_DEVICE ? bytes : 0);
    auto made = Ref<Queue>::make(*context, on, bits, std::move(list), priority, size);
    if (bits & CL_QUEUE_ON_DEVICE_DEFAULT) made->become_default();
    return made;
  });
}

cl_command_queue CL_API_CALL clCreateCommandQueueWithPropertiesKHR(cl_context context, cl_device_id device,
                                                                   const cl_queue_properties_khr *properties,
                                                                   cl_int *err) {
  return clCreateCommandQueueWithProperties(context, device, reinterpret_cast<const cl_queue_properties *>(properties),
                                            err);
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue queue) {
  return entry([&] {
    const Device &on = check_device(check(context).devices, device);
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for device."
    Queue &self = check(queue);
    if (!self.on_device() || &self.device != &on || &self.context != context) throw Error{CL_INVALID_COMMAND_QUEUE};
    self.become_default();
  });
}

cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue queue, cl_command_queue_properties, cl_bool,
                                             cl_command_queue_properties *) {
  return entry([&] {
    check(queue);
    // "CL_INVALID_OPERATION if no devices in the context associated with command_queue support modifying
    // the properties of a command-queue": only OpenCL 1.0 devices do.
    throw Error{CL_INVALID_OPERATION};
  });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue queue) { return retain(queue); }
cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue queue) { return release(queue); }

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info param, size_t size, void *value,
                                         size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Queue &self = check(queue);
    switch (param) {
    case CL_QUEUE_CONTEXT: return answer(cl_context{&self.context});
    case CL_QUEUE_DEVICE: return answer(cl_device_id{&self.device});
    case CL_QUEUE_REFERENCE_COUNT: return answer(self.references());
    case CL_QUEUE_PROPERTIES: return answer(self.properties);
    case CL_QUEUE_PROPERTIES_ARRAY: return answer(self.property_list);
    // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for param_name."
    case CL_QUEUE_SIZE:
      if (!self.on_device()) throw Error{CL_INVALID_COMMAND_QUEUE};
      return answer(self.size);
    case CL_QUEUE_DEVICE_DEFAULT:
      return answer(cl_command_queue{Queue::default_on_device(self.context, self.device).get()});
    default: return unknown_query();
    }
  });
}

// An enqueueing call hands the command to the executor: there is nothing to flush.
cl_int CL_API_CALL clFlush(cl_command_queue queue) {
  return entry([&] { check_host_queue(queue); });
}

cl_int CL_API_CALL clFinish(cl_command_queue queue) {
  return entry([&] {
    Ref<Queue> held(check_host_queue(queue));
    held->finish();
  });
}

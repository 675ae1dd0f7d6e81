// SPDX-License-Identifier: Apache-2.0
// Wrong arguments: platforms, devices, contexts, queues, events.
#include "api/bad_calls.h"

using namespace wherry::test;

#define CALL(...)                                                                                                      \
  [](World &w) -> cl_int {                                                                                             \
    (void)w;                                                                                                           \
    __VA_ARGS__;                                                                                                       \
  }

static const BadCall platform_calls[] = {
    {"platforms: 0 entries with a list", CL_INVALID_VALUE, CALL(return clGetPlatformIDs(0, &w.platform, nullptr))},
    {"platforms: neither list nor count", CL_INVALID_VALUE, CALL(return clGetPlatformIDs(1, nullptr, nullptr))},
    {"platform info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetPlatformInfo(w.platform, 0xDEAD, 0, nullptr, nullptr))},
    {"platform info: too small", CL_INVALID_VALUE,
     CALL(return clGetPlatformInfo(w.platform, CL_PLATFORM_NAME, 1, w.bytes, nullptr))},
    {"platform info: wrong kind", CL_INVALID_PLATFORM,
     CALL(return clGetPlatformInfo(w.wrong<cl_platform_id>(), CL_PLATFORM_NAME, 100, w.bytes, nullptr))},
    {"devices: wrong kind of platform", CL_INVALID_PLATFORM,
     CALL(return clGetDeviceIDs(w.wrong<cl_platform_id>(), CL_DEVICE_TYPE_ALL, 1, &w.device, nullptr))},
    {"devices: type 0", CL_INVALID_DEVICE_TYPE, CALL(return clGetDeviceIDs(w.platform, 0, 1, &w.device, nullptr))},
    {"devices: unknown type", CL_INVALID_DEVICE_TYPE,
     CALL(return clGetDeviceIDs(w.platform, 1 << 20, 1, &w.device, nullptr))},
    {"devices: 0 entries with a list", CL_INVALID_VALUE,
     CALL(return clGetDeviceIDs(w.platform, CL_DEVICE_TYPE_ALL, 0, &w.device, nullptr))},
    {"devices: neither list nor count", CL_INVALID_VALUE,
     CALL(return clGetDeviceIDs(w.platform, CL_DEVICE_TYPE_ALL, 1, nullptr, nullptr))},
    {"devices: no GPU", CL_DEVICE_NOT_FOUND,
     CALL(cl_device_id d; return clGetDeviceIDs(w.platform, CL_DEVICE_TYPE_GPU, 1, &d, nullptr))},
    {"devices: no accelerator, count only", CL_DEVICE_NOT_FOUND,
     CALL(cl_uint n; return clGetDeviceIDs(w.platform, CL_DEVICE_TYPE_ACCELERATOR, 0, nullptr, &n))},
    {"device info: null", CL_INVALID_DEVICE,
     CALL(return clGetDeviceInfo(nullptr, CL_DEVICE_NAME, 100, w.bytes, nullptr))},
    {"device info: wrong kind", CL_INVALID_DEVICE,
     CALL(return clGetDeviceInfo(w.wrong<cl_device_id>(), CL_DEVICE_NAME, 100, w.bytes, nullptr))},
    {"device info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetDeviceInfo(w.device, 0xDEAD, 100, w.bytes, nullptr))},
    {"device info: too small", CL_INVALID_VALUE,
     CALL(return clGetDeviceInfo(w.device, CL_DEVICE_NAME, 1, w.bytes, nullptr))},
    {"retain device: null", CL_INVALID_DEVICE, CALL(return clRetainDevice(nullptr))},
    {"release device: null", CL_INVALID_DEVICE, CALL(return clReleaseDevice(nullptr))},
    {"retain device: wrong kind", CL_INVALID_DEVICE, CALL(return clRetainDevice(w.wrong<cl_device_id>()))},
    {"release device: wrong kind", CL_INVALID_DEVICE, CALL(return clReleaseDevice(w.wrong<cl_device_id>()))},
    {"sub-devices: null", CL_INVALID_DEVICE,
     CALL(cl_device_partition_property p[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
          return clCreateSubDevices(nullptr, p, 0, nullptr, nullptr))},
    {"sub-devices: unknown partition", CL_INVALID_VALUE,
     CALL(cl_device_partition_property p[] = {0x7777, 1, 0};
          return clCreateSubDevices(w.device, p, 0, nullptr, nullptr))},
    {"sub-devices: no properties", CL_INVALID_VALUE,
     CALL(return clCreateSubDevices(w.device, nullptr, 0, nullptr, nullptr))},
    {"device timer: null host pointer", CL_INVALID_VALUE, CALL(return clGetHostTimer(w.device, nullptr)),
     CL_INVALID_OPERATION},
    {"device timer: null device", CL_INVALID_DEVICE, CALL(cl_ulong t; return clGetHostTimer(nullptr, &t))},
    {"device and host timer: null device", CL_INVALID_DEVICE,
     CALL(cl_ulong t, u; return clGetDeviceAndHostTimer(nullptr, &t, &u))},
};

static cl_context make(World &w, const cl_context_properties *properties, cl_uint count, const cl_device_id *devices,
                       cl_int *error) {
  return clCreateContext(properties, count, devices, nullptr, nullptr, error);
}

static const BadCall context_calls[] = {
    {"context: no devices", CL_INVALID_VALUE,
     CALL(return created([&](cl_int *e) { return make(w, nullptr, 0, &w.device, e); }))},
    {"context: null list", CL_INVALID_VALUE,
     CALL(return created([&](cl_int *e) { return make(w, nullptr, 1, nullptr, e); }))},
    {"context: null platform property", CL_INVALID_PLATFORM,
     CALL(cl_context_properties p[] = {CL_CONTEXT_PLATFORM, 0, 0};
          return created([&](cl_int *e) { return make(w, p, 1, &w.device, e); }))},
    {"context: unknown property", CL_INVALID_PROPERTY,
     CALL(cl_context_properties p[] = {0x7777, 1, 0};
          return created([&](cl_int *e) { return make(w, p, 1, &w.device, e); }))},
    {"context: the same property twice", CL_INVALID_PROPERTY,
     CALL(auto platform = reinterpret_cast<cl_context_properties>(w.platform);
          cl_context_properties p[] = {CL_CONTEXT_PLATFORM, platform, CL_CONTEXT_PLATFORM, platform, 0};
          return created([&](cl_int *e) { return make(w, p, 1, &w.device, e); }))},
    {"context: a null device after a good one", CL_INVALID_DEVICE,
     CALL(cl_device_id list[] = {w.device, nullptr};
          return created([&](cl_int *e) { return make(w, nullptr, 2, list, e); }))},
    {"context: a wrong kind after a good device", CL_INVALID_DEVICE,
     CALL(cl_device_id list[] = {w.device, w.wrong<cl_device_id>()};
          return created([&](cl_int *e) { return make(w, nullptr, 2, list, e); }))},
    {"context: user data without a callback", CL_INVALID_VALUE,
     CALL(return created([&](cl_int *e) { return clCreateContext(nullptr, 1, &w.device, nullptr, w.bytes, e); }))},
    {"context from type: unknown type", CL_INVALID_DEVICE_TYPE,
     CALL(auto platform = reinterpret_cast<cl_context_properties>(w.platform);
          cl_context_properties p[] = {CL_CONTEXT_PLATFORM, platform, 0};
          return created([&](cl_int *e) { return clCreateContextFromType(p, 1 << 20, nullptr, nullptr, e); }))},
    {"context from type: no GPU", CL_DEVICE_NOT_FOUND,
     CALL(auto platform = reinterpret_cast<cl_context_properties>(w.platform);
          cl_context_properties p[] = {CL_CONTEXT_PLATFORM, platform, 0}; return created(
              [&](cl_int *e) { return clCreateContextFromType(p, CL_DEVICE_TYPE_GPU, nullptr, nullptr, e); }))},
    {"context from type: user data without a callback", CL_INVALID_VALUE,
     CALL(auto platform = reinterpret_cast<cl_context_properties>(w.platform);
          cl_context_properties p[] = {CL_CONTEXT_PLATFORM, platform, 0}; return created(
              [&](cl_int *e) { return clCreateContextFromType(p, CL_DEVICE_TYPE_ALL, nullptr, w.bytes, e); }))},
    {"retain context: null", CL_INVALID_CONTEXT, CALL(return clRetainContext(nullptr))},
    {"release context: null", CL_INVALID_CONTEXT, CALL(return clReleaseContext(nullptr))},
    {"retain context: wrong kind", CL_INVALID_CONTEXT, CALL(return clRetainContext(w.wrong_context()))},
    {"release context: wrong kind", CL_INVALID_CONTEXT, CALL(return clReleaseContext(w.wrong_context()))},
    {"context info: null", CL_INVALID_CONTEXT,
     CALL(return clGetContextInfo(nullptr, CL_CONTEXT_DEVICES, 100, w.bytes, nullptr))},
    {"context info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetContextInfo(w.context, 0xDEAD, 100, w.bytes, nullptr))},
    {"context info: too small", CL_INVALID_VALUE,
     CALL(return clGetContextInfo(w.context, CL_CONTEXT_DEVICES, 1, w.bytes, nullptr))},
    {"context info: wrong kind", CL_INVALID_CONTEXT,
     CALL(return clGetContextInfo(w.wrong_context(), CL_CONTEXT_DEVICES, 100, w.bytes, nullptr))},
    {"context destructor callback: null context", CL_INVALID_CONTEXT,
     CALL(return clSetContextDestructorCallback(
         nullptr, [](cl_context, void *) {}, nullptr))},
    {"context destructor callback: null callback", CL_INVALID_VALUE,
     CALL(return clSetContextDestructorCallback(w.context, nullptr, nullptr))},
    {"image formats: null context", CL_INVALID_CONTEXT,
     CALL(cl_uint n;
          return clGetSupportedImageFormats(nullptr, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &n))},
};

static const BadCall queue_calls[] = {
    {"queue: null context", CL_INVALID_CONTEXT, CALL(return created([&](cl_int *e) {
       return clCreateCommandQueueWithProperties(nullptr, w.device, nullptr, e);
     }))},
    {"queue: wrong kind of context", CL_INVALID_CONTEXT, CALL(return created([&](cl_int *e) {
       return clCreateCommandQueueWithProperties(w.wrong_context(), w.device, nullptr, e);
     }))},
    {"queue: null device", CL_INVALID_DEVICE, CALL(return created([&](cl_int *e) {
       return clCreateCommandQueueWithProperties(w.context, nullptr, nullptr, e);
     }))},
    {"queue: wrong kind of device", CL_INVALID_DEVICE, CALL(return created([&](cl_int *e) {
       return clCreateCommandQueueWithProperties(w.context, w.wrong<cl_device_id>(), nullptr, e);
     }))},
    {"queue: unknown property", CL_INVALID_VALUE,
     CALL(cl_queue_properties p[] = {0x7777, 1, 0};
          return created([&](cl_int *e) { return clCreateCommandQueueWithProperties(w.context, w.device, p, e); }))},
    {"queue: unknown property bits", CL_INVALID_VALUE,
     CALL(cl_queue_properties p[] = {CL_QUEUE_PROPERTIES, 1 << 20, 0};
          return created([&](cl_int *e) { return clCreateCommandQueueWithProperties(w.context, w.device, p, e); })),
     CL_INVALID_QUEUE_PROPERTIES},
    {"old queue: null context", CL_INVALID_CONTEXT,
     CALL(return created([&](cl_int *e) { return clCreateCommandQueue(nullptr, w.device, 0, e); }))},
    {"old queue: null device", CL_INVALID_DEVICE,
     CALL(return created([&](cl_int *e) { return clCreateCommandQueue(w.context, nullptr, 0, e); }))},
    {"old queue: unknown bits", CL_INVALID_VALUE,
     CALL(return created([&](cl_int *e) { return clCreateCommandQueue(w.context, w.device, 1 << 20, e); }))},
    {"retain queue: null", CL_INVALID_COMMAND_QUEUE, CALL(return clRetainCommandQueue(nullptr))},
    {"release queue: null", CL_INVALID_COMMAND_QUEUE, CALL(return clReleaseCommandQueue(nullptr))},
    {"retain queue: wrong kind", CL_INVALID_COMMAND_QUEUE,
     CALL(return clRetainCommandQueue(w.wrong<cl_command_queue>()))},
    {"release queue: wrong kind", CL_INVALID_COMMAND_QUEUE,
     CALL(return clReleaseCommandQueue(w.wrong<cl_command_queue>()))},
    {"queue info: null", CL_INVALID_COMMAND_QUEUE,
     CALL(return clGetCommandQueueInfo(nullptr, CL_QUEUE_CONTEXT, 100, w.bytes, nullptr))},
    {"queue info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetCommandQueueInfo(w.queue, 0xDEAD, 100, w.bytes, nullptr))},
    {"queue info: too small", CL_INVALID_VALUE,
     CALL(return clGetCommandQueueInfo(w.queue, CL_QUEUE_CONTEXT, 1, w.bytes, nullptr))},
    {"queue info: device queue size of a host queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clGetCommandQueueInfo(w.queue, CL_QUEUE_SIZE, 100, w.bytes, nullptr))},
    {"default device queue: unsupported", CL_INVALID_OPERATION,
     CALL(return clSetDefaultDeviceCommandQueue(w.context, w.device, w.queue)), CL_INVALID_COMMAND_QUEUE},
    {"finish: null", CL_INVALID_COMMAND_QUEUE, CALL(return clFinish(nullptr))},
    {"flush: null", CL_INVALID_COMMAND_QUEUE, CALL(return clFlush(nullptr))},
    {"finish: wrong kind", CL_INVALID_COMMAND_QUEUE, CALL(return clFinish(w.wrong<cl_command_queue>()))},
    {"flush: wrong kind", CL_INVALID_COMMAND_QUEUE, CALL(return clFlush(w.wrong<cl_command_queue>()))},
};

static const BadCall event_calls[] = {
    {"wait: no events", CL_INVALID_VALUE, CALL(return clWaitForEvents(0, nullptr))},
    {"wait: null list", CL_INVALID_VALUE, CALL(return clWaitForEvents(1, nullptr))},
    {"wait: no events, with a list", CL_INVALID_VALUE, CALL(cl_event e = w.complete; return clWaitForEvents(0, &e))},
    {"wait: a null event after a good one", CL_INVALID_EVENT,
     CALL(cl_event list[] = {w.complete, nullptr}; return clWaitForEvents(2, list))},
    {"wait: a wrong kind after a good event", CL_INVALID_EVENT,
     CALL(cl_event list[] = {w.complete, w.wrong<cl_event>()}; return clWaitForEvents(2, list))},
    {"wait: events of two contexts", CL_INVALID_CONTEXT,
     CALL(cl_event list[] = {w.complete, w.other_event}; return clWaitForEvents(2, list))},
    {"event info: null", CL_INVALID_EVENT,
     CALL(return clGetEventInfo(nullptr, CL_EVENT_CONTEXT, 100, w.bytes, nullptr))},
    {"event info: wrong kind", CL_INVALID_EVENT,
     CALL(return clGetEventInfo(w.wrong<cl_event>(), CL_EVENT_CONTEXT, 100, w.bytes, nullptr))},
    {"event info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetEventInfo(w.complete, 0xDEAD, 100, w.bytes, nullptr))},
    {"event info: too small", CL_INVALID_VALUE,
     CALL(return clGetEventInfo(w.complete, CL_EVENT_CONTEXT, 1, w.bytes, nullptr))},
    {"profiling: null", CL_INVALID_EVENT,
     CALL(return clGetEventProfilingInfo(nullptr, CL_PROFILING_COMMAND_END, 8, w.bytes, nullptr))},
    {"profiling: unknown name", CL_INVALID_VALUE,
     CALL(return clGetEventProfilingInfo(w.complete, 0xDEAD, 8, w.bytes, nullptr))},
    {"profiling: too small", CL_INVALID_VALUE,
     CALL(return clGetEventProfilingInfo(w.complete, CL_PROFILING_COMMAND_END, 4, w.bytes, nullptr))},
    {"profiling: of a user event", CL_PROFILING_INFO_NOT_AVAILABLE,
     CALL(return clGetEventProfilingInfo(w.user, CL_PROFILING_COMMAND_END, 8, w.bytes, nullptr))},
    {"profiling: of a queue without it", CL_PROFILING_INFO_NOT_AVAILABLE,
     CALL(return clGetEventProfilingInfo(w.other_event, CL_PROFILING_COMMAND_END, 8, w.bytes, nullptr))},
    {"retain event: null", CL_INVALID_EVENT, CALL(return clRetainEvent(nullptr))},
    {"release event: null", CL_INVALID_EVENT, CALL(return clReleaseEvent(nullptr))},
    {"retain event: wrong kind", CL_INVALID_EVENT, CALL(return clRetainEvent(w.wrong<cl_event>()))},
    {"release event: wrong kind", CL_INVALID_EVENT, CALL(return clReleaseEvent(w.wrong<cl_event>()))},
    {"user event: null context", CL_INVALID_CONTEXT,
     CALL(return created([&](cl_int *e) { return clCreateUserEvent(nullptr, e); }))},
    {"user event: wrong kind of context", CL_INVALID_CONTEXT,
     CALL(return created([&](cl_int *e) { return clCreateUserEvent(w.wrong_context(), e); }))},
    {"user event status: null", CL_INVALID_EVENT, CALL(return clSetUserEventStatus(nullptr, CL_COMPLETE))},
    {"user event status: of a command", CL_INVALID_EVENT, CALL(return clSetUserEventStatus(w.complete, CL_COMPLETE))},
    {"user event status: running", CL_INVALID_VALUE, CALL(return clSetUserEventStatus(w.user, CL_RUNNING))},
    {"user event status: submitted", CL_INVALID_VALUE, CALL(return clSetUserEventStatus(w.user, CL_SUBMITTED))},
    {"user event status: queued", CL_INVALID_VALUE, CALL(return clSetUserEventStatus(w.user, CL_QUEUED))},
    {"user event status: unknown", CL_INVALID_VALUE, CALL(return clSetUserEventStatus(w.user, 77))},
    {"user event status: twice", CL_INVALID_OPERATION,
     CALL(cl_event e = clCreateUserEvent(w.context, nullptr); clSetUserEventStatus(e, CL_COMPLETE);
          cl_int got = clSetUserEventStatus(e, CL_COMPLETE); clReleaseEvent(e); return got)},
    {"callback: null event", CL_INVALID_EVENT,
     CALL(return clSetEventCallback(
         nullptr, CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr))},
    {"callback: wrong kind", CL_INVALID_EVENT,
     CALL(return clSetEventCallback(
         w.wrong<cl_event>(), CL_COMPLETE, [](cl_event, cl_int, void *) {}, nullptr))},
    {"callback: null function", CL_INVALID_VALUE,
     CALL(return clSetEventCallback(w.complete, CL_COMPLETE, nullptr, nullptr))},
    {"callback: queued", CL_INVALID_VALUE,
     CALL(return clSetEventCallback(
         w.complete, CL_QUEUED, [](cl_event, cl_int, void *) {}, nullptr))},
    {"callback: unknown status", CL_INVALID_VALUE,
     CALL(return clSetEventCallback(
         w.complete, 77, [](cl_event, cl_int, void *) {}, nullptr))},
};

TEST(BadCalls, platforms_and_devices) { expect_errors(platform_calls); }
TEST(BadCalls, contexts) { expect_errors(context_calls); }
TEST(BadCalls, queues) { expect_errors(queue_calls); }
TEST(BadCalls, events) { expect_errors(event_calls); }

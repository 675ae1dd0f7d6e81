// SPDX-License-Identifier: Apache-2.0
// How long an urgent command waits beside busy queues, and how evenly equal queues share the workers.
#include <cmath>
#include <thread>

#include "host.h"

namespace {

cl_command_queue make_queue(const Driver &driver, cl_queue_priority_khr priority) {
  const cl_queue_properties list[] = {CL_QUEUE_PRIORITY_KHR, priority, CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE,
                                      0};
  cl_int error;
  cl_command_queue queue = clCreateCommandQueueWithProperties(driver.context, driver.device, list, &error);
  ok(error);
  return queue;
}

cl_int status_of(cl_event event) {
  cl_int status;
  ok(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr));
  return status;
}

cl_ulong time_of(cl_event event, cl_profiling_info what) {
  cl_ulong time;
  ok(clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr));
  return time;
}

double percentile_95(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() * 95 / 100];
}

}  // namespace

void fairness(Driver &driver) {
  const char *source = "kernel void turn(global uint *out, uint n) {"
                       "  uint v = get_global_id(0);"
                       "  for (uint i = 0; i < n; ++i) v = v * 1664525u + 1013904223u ^ (v >> 3);"
                       "  out[get_global_id(0)] = v;"
                       "}";
  cl_int error;
  cl_program program = clCreateProgramWithSource(driver.context, 1, &source, nullptr, &error);
  ok(error);
  ok(clBuildProgram(program, 1, &driver.device, "", nullptr, nullptr));
  cl_mem out = clCreateBuffer(driver.context, CL_MEM_READ_WRITE, 256, nullptr, &error);
  ok(error);
  const size_t items = 64;
  const auto enqueue = [&](cl_command_queue queue, cl_uint n) {
    cl_kernel kernel = clCreateKernel(program, "turn", &error);
    ok(error);
    ok(clSetKernelArg(kernel, 0, sizeof out, &out));
    ok(clSetKernelArg(kernel, 1, sizeof n, &n));
    cl_event event;
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, &event));
    ok(clReleaseKernel(kernel));
    return event;
  };
  // Some 2.5 ms of one worker for a command; more of them than end while it is measured.
  const size_t tries = short_run ? 5 : 300, commands = short_run ? 20 : 800;
  const cl_uint short_turn = 10;
  const cl_uint long_turn = [&] {
    constexpr cl_uint kSome = 100'000;
    cl_command_queue queue = make_queue(driver, CL_QUEUE_PRIORITY_MED_KHR);
    double shortest = INFINITY;
    for (int i = 0; i < 20; ++i) {
      const auto begin = Clock::now();
      cl_event event = enqueue(queue, kSome);
      ok(clWaitForEvents(1, &event));
      shortest = std::min(shortest, nanoseconds(begin));
      ok(clReleaseEvent(event));
    }
    ok(clReleaseCommandQueue(queue));
    return static_cast<cl_uint>(kSome * 2.5e6 / shortest);
  }();
  std::vector<cl_command_queue> busy;
  std::vector<std::vector<cl_event>> events(4);
  for (auto &queue : events) {
    (void)queue;
    busy.push_back(make_queue(driver, CL_QUEUE_PRIORITY_LOW_KHR));
  }
  cl_command_queue urgent = make_queue(driver, CL_QUEUE_PRIORITY_HIGH_KHR);
  for (size_t i = 0; i < commands; ++i)
    for (size_t k = 0; k < busy.size(); ++k) events[k].push_back(enqueue(busy[k], long_turn));
  for (cl_command_queue queue : busy) ok(clFlush(queue));
  struct Times {
    cl_ulong queued, started, ended;
  };
  std::vector<Times> urgent_times;
  for (size_t i = 0; i < tries; ++i) {
    cl_event event = enqueue(urgent, short_turn);
    ok(clFlush(urgent));
    // Not clWaitForEvents, which may run the command itself.
    while (status_of(event) > CL_COMPLETE) std::this_thread::sleep_for(std::chrono::microseconds(50));
    // By the driver's clock: this thread may have to wait for a CPU, too.
    urgent_times.push_back({time_of(event, CL_PROFILING_COMMAND_QUEUED), time_of(event, CL_PROFILING_COMMAND_START),
                            time_of(event, CL_PROFILING_COMMAND_END)});
    ok(clReleaseEvent(event));
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  std::vector<double> ended;
  for (auto &queue : events)
    ended.push_back(static_cast<double>(std::ranges::count_if(queue, [](cl_event e) { return status_of(e) == 0; })));
  if (std::ranges::max(ended) == static_cast<double>(commands))
    std::fprintf(stderr, "a busy queue ended before the last try\n");
  std::vector<cl_ulong> begun;  // of the commands of the busy queues
  for (auto &queue : events)
    for (cl_event event : queue)
      if (status_of(event) == CL_COMPLETE) begun.push_back(time_of(event, CL_PROFILING_COMMAND_START));
  std::ranges::sort(begun);
  std::vector<double> waits, overtaken;
  for (const Times &times : urgent_times) {
    waits.push_back(static_cast<double>(times.ended - times.queued) * 1e-6);
    overtaken.push_back(static_cast<double>(std::ranges::lower_bound(begun, times.started) -
                                            std::ranges::upper_bound(begun, times.queued)));
  }
  report("a HIGH command beside 4 busy LOW queues: ms", median(waits));
  report("the same, 95th percentile: ms", percentile_95(waits));
  report("commands that begin meanwhile", median(overtaken));
  report("the same, 95th percentile", percentile_95(overtaken));
  report("commands of the busiest LOW queue over the least",
         *std::ranges::max_element(ended) / std::max(1.0, *std::ranges::min_element(ended)));
  std::fflush(stdout);
  std::_Exit(0);  // without the rest of the busy queues
}

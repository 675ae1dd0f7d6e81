// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <map>

#include "runner.h"
#include "unsharp/opencl.h"

namespace {
using Clock = std::chrono::steady_clock;
double ns_since(Clock::time_point then) {
  return std::chrono::duration<double, std::nano>(Clock::now() - then).count();
}

class OpenClRunner final : public Runner {
 public:
  explicit OpenClRunner(const std::string &platform) : device_(find_device(platform)) {
    cl_int error = CL_SUCCESS;
    context_ = Context(clCreateContext(nullptr, 1, &device_.id, nullptr, nullptr, &error));
    check(error, "clCreateContext");
    queue_ = Queue(clCreateCommandQueue(context_, device_.id, CL_QUEUE_PROFILING_ENABLE, &error));
    check(error, "clCreateCommandQueue");
    // What a platform does once is not a kernel's build time.
    const Program first = build_program(context_, device_, "kernel void first() {}", "");
    const Kernel kernel = make_kernel(first, "first");
    const size_t one = 1;
    check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(queue_), "clFinish");
  }

  Description describe() override {
    return {device_info<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS),
            device_info<cl_ulong>(device_, CL_DEVICE_LOCAL_MEM_SIZE),
            device_.platform_name + " (" + device_text(device_, CL_DRIVER_VERSION) + ")", device_.name};
  }

  double build(Case &test, const std::string &source, unsigned nonce) override {
    buffers_.clear();
    for (const auto &buffer : test.buffers())
      buffers_[buffer.get()] = make_buffer(context_, CL_MEM_READ_WRITE, buffer->bytes, buffer->data.get());
    kernels_.clear();
    program_ = {};
    const auto begin = Clock::now();
    program_ = build_program(context_, device_, source, "-DBENCH_NONCE=" + std::to_string(nonce));
    for (const Launch &launch : test.launches())
      if (Kernel &kernel = kernels_[launch.kernel]; !kernel) kernel = make_kernel(program_, launch.kernel.c_str());
    const double built = ns_since(begin);
    return built + run(test).wall;
  }

  Times run(Case &test) override {
    for (const auto &buffer : test.buffers())
      if (buffer->role != HostBuffer::in)
        check(clEnqueueWriteBuffer(queue_, buffers_[buffer.get()], CL_TRUE, 0, buffer->bytes, buffer->data.get(), 0,
                                   nullptr, nullptr),
              "clEnqueueWriteBuffer");
    Event first, last;
    const auto begin = Clock::now();
    for (const Launch &launch : test.launches()) {
      cl_event event = nullptr;
      enqueue(launch, &event);
      (first ? last : first) = Event(event);
    }
    check(clFinish(queue_), "clFinish");
    Times times{.wall = ns_since(begin)};
    times.event =
        double(profiled(last ? last : first, CL_PROFILING_COMMAND_END) - profiled(first, CL_PROFILING_COMMAND_START));
    for (const auto &buffer : test.buffers())
      if (buffer->role != HostBuffer::in)
        check(clEnqueueReadBuffer(queue_, buffers_[buffer.get()], CL_TRUE, 0, buffer->bytes, buffer->data.get(), 0,
                                  nullptr, nullptr),
              "clEnqueueReadBuffer");
    return times;
  }

 private:
  void enqueue(const Launch &launch, cl_event *event) {
    const Kernel &kernel = kernels_[launch.kernel];
    for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
      const Argument &argument = launch.arguments[i];
      if (argument.buffer) {
        const cl_mem buffer = buffers_[argument.buffer];
        check(clSetKernelArg(kernel, i, sizeof buffer, &buffer), "clSetKernelArg");
      } else {
        check(clSetKernelArg(kernel, i, argument.bytes, argument.is_local ? nullptr : argument.value.data()),
              "clSetKernelArg");
      }
    }
    check(clEnqueueNDRangeKernel(queue_, kernel, cl_uint(launch.global.size()), nullptr, launch.global.data(),
                                 launch.local.empty() ? nullptr : launch.local.data(), 0, nullptr, event),
          "clEnqueueNDRangeKernel");
  }

  static cl_ulong profiled(cl_event event, cl_profiling_info what) {
    cl_ulong time = 0;
    check(clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr), "clGetEventProfilingInfo");
    return time;
  }

  Device device_;
  Context context_;
  Queue queue_;
  Program program_;
  std::map<std::string, Kernel> kernels_;
  std::map<const HostBuffer *, Buffer> buffers_;
};
}  // namespace

std::unique_ptr<Runner> make_opencl_runner(const std::string &platform) {
  return std::make_unique<OpenClRunner>(platform);
}

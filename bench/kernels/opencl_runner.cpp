// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>

#include "common/opencl.h"
#include "runner.h"
#ifdef BENCH_SPIRV
#include "../../test/common/spirv.h"
#endif

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
    require(test.needs());
    Built &built = built_[&test];
    built = {};
    for (const auto &buffer : test.buffers())
      built.buffers[buffer.get()] = buffer->image.width
                                        ? make_image(*buffer)
                                        : make_buffer(context_, CL_MEM_READ_WRITE, buffer->bytes, buffer->data.get());
    const std::string options = "-DBENCH_NONCE=" + std::to_string(nonce) + " " + test.options();
    const std::string module = module_of(source, options);
    const auto begin = Clock::now();
    built.program = module.empty() ? build_program(context_, device_, source, options) : build_module(module);
    for (const Launch &launch : test.launches())
      if (launch.command != Launch::ndrange)
        continue;
      else if (Kernel &kernel = built.kernels[launch.kernel]; !kernel)
        kernel = make_kernel(built.program, launch.kernel.c_str());
    const double ns = ns_since(begin);
    return ns + run(test).wall;
  }

  void clear() override { built_.clear(); }

  Times run(Case &test) override {
    Built &built = built_.at(&test);
    for (const auto &buffer : test.buffers())
      if (buffer->role != HostBuffer::in) transfer(built, *buffer, true);
    Event first, last;
    const double cpu = cpu_ns();
    const auto begin = Clock::now();
    for (const Launch &launch : test.launches()) {
      cl_event event = nullptr;
      enqueue(built, launch, &event);
      (first ? last : first) = Event(event);
    }
    check(clFinish(queue_), "clFinish");
    Times times{.wall = ns_since(begin), .cpu = cpu_ns() - cpu};
    times.event =
        double(profiled(last ? last : first, CL_PROFILING_COMMAND_END) - profiled(first, CL_PROFILING_COMMAND_START));
    for (const auto &buffer : test.buffers())
      if (buffer->role != HostBuffer::in) transfer(built, *buffer, false);
    return times;
  }

 private:
  struct Built {
    Program program;
    std::map<std::string, Kernel> kernels;
    std::map<const HostBuffer *, Buffer> buffers;
  };

  void require(const std::string &feature) const {
    if (feature.empty()) return;
    // Both are uint: a bool of OpenCL's, and a number. Devices before OpenCL 3.0 do not know them.
    const cl_device_info what =
        feature == "sub_groups" ? CL_DEVICE_MAX_NUM_SUB_GROUPS : CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT;
    cl_uint found = 0;
    if (clGetDeviceInfo(device_.id, what, sizeof found, &found, nullptr) != CL_SUCCESS || found == 0)
      throw Unable("the device has no " + feature);
  }

  // Empty but where programs are to come by way of SPIR-V.
  static std::string module_of([[maybe_unused]] const std::string &source,
                               [[maybe_unused]] const std::string &options) {
#ifdef BENCH_SPIRV
    if (std::getenv("WHERRY_TEST_SPIRV")) return wherry::test::spirv_of(source, "-cl-std=CL1.2 " + options);
#endif
    return {};
  }

  Program build_module(const std::string &module) const {
    cl_int error = CL_SUCCESS;
    Program program(clCreateProgramWithIL(context_, module.data(), module.size(), &error));
    check(error, "clCreateProgramWithIL");
    check(clBuildProgram(program, 1, &device_.id, "", nullptr, nullptr), "clBuildProgram");
    return program;
  }

  Buffer make_image(const HostBuffer &buffer) {
    const cl_image_format format{buffer.image.order, buffer.image.type};
    cl_image_desc description{};
    description.image_type = buffer.image.is_array    ? CL_MEM_OBJECT_IMAGE2D_ARRAY
                             : buffer.image.depth > 1 ? CL_MEM_OBJECT_IMAGE3D
                                                      : CL_MEM_OBJECT_IMAGE2D;
    description.image_width = buffer.image.width;
    description.image_height = buffer.image.height;
    (buffer.image.is_array ? description.image_array_size : description.image_depth) = buffer.image.depth;
    cl_int error = CL_SUCCESS;
    Buffer image(clCreateImage(context_, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &format, &description,
                               buffer.data.get(), &error));
    check(error, "clCreateImage");
    return image;
  }

  // To the device, or back.
  void transfer(Built &built, const HostBuffer &buffer, bool write) {
    const cl_mem memory = built.buffers[&buffer];
    void *host = buffer.data.get();
    if (buffer.image.width) {
      const size_t origin[3] = {0, 0, 0}, region[3] = {buffer.image.width, buffer.image.height, buffer.image.depth};
      check(write ? clEnqueueWriteImage(queue_, memory, CL_TRUE, origin, region, 0, 0, host, 0, nullptr, nullptr)
                  : clEnqueueReadImage(queue_, memory, CL_TRUE, origin, region, 0, 0, host, 0, nullptr, nullptr),
            write ? "clEnqueueWriteImage" : "clEnqueueReadImage");
    } else {
      check(write ? clEnqueueWriteBuffer(queue_, memory, CL_TRUE, 0, buffer.bytes, host, 0, nullptr, nullptr)
                  : clEnqueueReadBuffer(queue_, memory, CL_TRUE, 0, buffer.bytes, host, 0, nullptr, nullptr),
            write ? "clEnqueueWriteBuffer" : "clEnqueueReadBuffer");
    }
  }

  void enqueue(Built &built, const Launch &launch, cl_event *event) {
    if (launch.command == Launch::copy) return copy(built, launch, event);
    if (launch.command == Launch::fill) return fill(built, launch, event);
    const Kernel &kernel = built.kernels[launch.kernel];
    for (cl_uint i = 0; i < launch.arguments.size(); ++i) {
      const Argument &argument = launch.arguments[i];
      if (argument.buffer) {
        const cl_mem buffer = built.buffers[argument.buffer];
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

  void copy(Built &built, const Launch &launch, cl_event *event) {
    const HostBuffer &from = *launch.arguments[0].buffer, &to = *launch.arguments[1].buffer;
    const cl_mem source = built.buffers[&from], target = built.buffers[&to];
    const HostBuffer::Image &image = from.image.width ? from.image : to.image;
    size_t origin[3] = {}, region[3] = {image.width, image.height, image.depth};
    std::copy(launch.origin.begin(), launch.origin.end(), origin);
    std::copy(launch.region.begin(), launch.region.end(), region);
    if (from.image.width && to.image.width)
      return check(clEnqueueCopyImage(queue_, source, target, origin, origin, region, 0, nullptr, event),
                   "clEnqueueCopyImage");
    if (from.image.width)
      return check(clEnqueueCopyImageToBuffer(queue_, source, target, origin, region, 0, 0, nullptr, event),
                   "clEnqueueCopyImageToBuffer");
    if (to.image.width)
      return check(clEnqueueCopyBufferToImage(queue_, source, target, 0, origin, region, 0, nullptr, event),
                   "clEnqueueCopyBufferToImage");
    if (launch.region.empty())
      return check(clEnqueueCopyBuffer(queue_, source, target, 0, 0, from.bytes, 0, nullptr, event),
                   "clEnqueueCopyBuffer");
    origin[0] *= 4, region[0] *= 4, region[2] = 1;
    const size_t pitch = launch.pitch;
    check(
        clEnqueueCopyBufferRect(queue_, source, target, origin, origin, region, pitch, 0, pitch, 0, 0, nullptr, event),
        "clEnqueueCopyBufferRect");
  }

  void fill(Built &built, const Launch &launch, cl_event *event) {
    const HostBuffer &to = *launch.arguments[0].buffer;
    const cl_mem target = built.buffers[&to];
    if (!to.image.width)
      return check(clEnqueueFillBuffer(queue_, target, &launch.fill_byte, 1, 0, to.bytes, 0, nullptr, event),
                   "clEnqueueFillBuffer");
    const float value = float(launch.fill_byte) / 255, colour[4] = {value, value, value, value};
    const size_t origin[3] = {}, region[3] = {to.image.width, to.image.height, to.image.depth};
    check(clEnqueueFillImage(queue_, target, colour, origin, region, 0, nullptr, event), "clEnqueueFillImage");
  }

  static cl_ulong profiled(cl_event event, cl_profiling_info what) {
    cl_ulong time = 0;
    check(clGetEventProfilingInfo(event, what, sizeof time, &time, nullptr), "clGetEventProfilingInfo");
    return time;
  }

  Device device_;
  Context context_;
  Queue queue_;
  std::map<const Case *, Built> built_;
};
}  // namespace

std::unique_ptr<Runner> make_opencl_runner(const std::string &platform) {
  return std::make_unique<OpenClRunner>(platform);
}

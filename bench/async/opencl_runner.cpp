// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <map>
#include <vector>

#include "common/opencl.h"
#include "data.h"
#include "kernels.h"
#include "runner.h"

namespace {
using Clock = std::chrono::steady_clock;

class OpenClRunner final : public Runner {
 public:
  OpenClRunner(const std::string &platform, size_t bytes) : device_(find_device(platform)), bytes_(bytes) {
    local_bytes_ = device_info<cl_ulong>(device_, CL_DEVICE_LOCAL_MEM_SIZE);
    cl_int error = CL_SUCCESS;
    context_ = Context(clCreateContext(nullptr, 1, &device_.id, nullptr, nullptr, &error));
    check(error, "clCreateContext");
    queue_ = Queue(clCreateCommandQueue(context_, device_.id, CL_QUEUE_PROFILING_ENABLE, &error));
    check(error, "clCreateCommandQueue");
    program_ = build_program(context_, device_, kKernels, "");
  }

  Description describe() override {
    return {device_info<cl_uint>(device_, CL_DEVICE_MAX_COMPUTE_UNITS), local_bytes_,
            device_.platform_name + " (" + device_text(device_, CL_DRIVER_VERSION) + ")", device_.name};
  }

  Times run(const Case &test, const Run &run) override {
    if (test.buffers * test.tile_bytes() > local_bytes_ && test.kind != Kind::whole)
      throw Unable("the tiles do not fit into local memory");
    if (test.kernel.ends_with("_2d") &&
        device_text(device_, CL_DEVICE_EXTENSIONS).find("cl_khr_extended_async_copies") == std::string::npos)
      throw Unable("cl_khr_extended_async_copies is not reported");
    make_buffers();
    with_mapped(dst_, bytes_, CL_MAP_WRITE, [&](auto bytes) { spoil(test, run, bytes); });

    const bool by_item = test.is_pipeline() || test.kind == Kind::read_tile;
    std::vector<cl_uint> out(test.groups * (by_item ? test.local_size : 1));
    Buffer sums = make_buffer(context_, CL_MEM_READ_WRITE, out.size() * sizeof(cl_uint), out.data());
    cl_kernel kernel = test.kernel.empty() ? nullptr : kernel_of(test, run, sums);

    const size_t local = test.local_size, global = test.groups * local;
    cl_event done = nullptr;
    const auto begin = Clock::now();
    if (kernel)
      check(clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &global, &local, 0, nullptr, &done),
            "clEnqueueNDRangeKernel");
    else
      check(clEnqueueCopyBuffer(queue_, src_, dst_, 0, 0, test.bytes(), 0, nullptr, &done), "clEnqueueCopyBuffer");
    check(clFinish(queue_), "clFinish");
    Times times{std::chrono::duration<double, std::nano>(Clock::now() - begin).count()};
    const Event event(done);
    cl_ulong started = 0, ended = 0;
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof started, &started, nullptr),
          "clGetEventProfilingInfo");
    check(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof ended, &ended, nullptr),
          "clGetEventProfilingInfo");
    times.event = double(ended - started);

    if (test.kind == Kind::whole || test.kind == Kind::to_global || test.kind == Kind::through) {
      with_mapped(dst_, bytes_, CL_MAP_READ, [&](auto bytes) { check_written(test, run, bytes); });
    } else {
      check(
          clEnqueueReadBuffer(queue_, sums, CL_TRUE, 0, out.size() * sizeof(cl_uint), out.data(), 0, nullptr, nullptr),
          "clEnqueueReadBuffer");
      check_sums(test, run, out);
    }
    return times;
  }

 private:
  void make_buffers() {
    if (src_) return;
    src_ = make_buffer(context_, CL_MEM_READ_ONLY, bytes_);
    dst_ = make_buffer(context_, CL_MEM_READ_WRITE, bytes_);
    with_mapped(src_, bytes_, CL_MAP_WRITE,
                [](auto bytes) { fill_source({reinterpret_cast<uint32_t *>(bytes.data()), bytes.size() / 4}); });
  }

  template <class Use> void with_mapped(cl_mem buffer, size_t bytes, cl_map_flags flags, Use use) {
    cl_int error = CL_SUCCESS;
    void *at = clEnqueueMapBuffer(queue_, buffer, CL_TRUE, flags, 0, bytes, 0, nullptr, nullptr, &error);
    check(error, "clEnqueueMapBuffer");
    struct Unmap {
      cl_command_queue queue;
      cl_mem buffer;
      void *at;
      ~Unmap() {
        clEnqueueUnmapMemObject(queue, buffer, at, 0, nullptr, nullptr);
        clFinish(queue);
      }
    } unmap{queue_, buffer, at};
    use(std::span(static_cast<unsigned char *>(at), bytes));
  }

  cl_kernel kernel_of(const Case &test, const Run &run, cl_mem sums) {
    Kernel &kernel = kernels_[test.kernel];
    if (!kernel) kernel = make_kernel(program_, test.kernel.c_str());
    const cl_uint count = test.count, stride = test.stride, tiles = test.tiles, seed = run.seed, never = 0;
    const cl_mem src = src_, dst = dst_;
    const Local tile{test.buffers * test.tile_bytes()};
    const cl_uint copied = run.part == Part::computation ? 1 : count, computed = run.part == Part::copies ? 1 : count;
    switch (test.kind) {
    case Kind::whole: break;
    case Kind::to_local: set(kernel, src, sums, tile, count, stride, tiles, seed, never); break;
    case Kind::to_global: set(kernel, dst, tile, count, stride, tiles, seed); break;
    case Kind::read_tile: set(kernel, src, sums, tile, count, tiles); break;
    case Kind::pipeline:
      if (test.rows != 1) {
        const cl_uint rows = test.rows, copied_rows = run.part == Part::computation ? 1 : rows;
        set(kernel, src, sums, tile, cl_uint(test.count / rows), rows, cl_uint(test.halo), cl_uint(test.pitch),
            cl_uint(test.across), tiles, copied_rows, computed, cl_uint{run.work});
        break;
      }
      if (test.kernel == "pipeline_apart")
        set(kernel, src, sums, tile, count, stride, cl_uint(test.step()), tiles, copied, computed, cl_uint{run.work});
      else
        set(kernel, src, sums, tile, count, tiles, copied, computed, cl_uint{run.work});
      break;
    case Kind::through: set(kernel, src, dst, tile, count, tiles, copied, computed, cl_uint{run.work}); break;
    case Kind::halo:
      set(kernel, src, sums, tile, cl_uint(test.count / test.rows), cl_uint(test.rows), cl_uint(test.halo),
          cl_uint(test.pitch), cl_uint(test.across), tiles, seed, never);
    }
    return kernel;
  }

  struct Local {
    size_t bytes;
  };
  static void set_one(cl_kernel kernel, cl_uint index, Local local) {
    check(clSetKernelArg(kernel, index, local.bytes, nullptr), "clSetKernelArg");
  }
  template <class T> static void set_one(cl_kernel kernel, cl_uint index, const T &value) {
    check(clSetKernelArg(kernel, index, sizeof value, &value), "clSetKernelArg");
  }
  template <class... Args> static void set(cl_kernel kernel, const Args &...args) {
    cl_uint index = 0;
    (set_one(kernel, index++, args), ...);
  }

  Device device_;
  size_t bytes_;
  size_t local_bytes_ = 0;
  Context context_;
  Queue queue_;
  Program program_;
  Buffer src_, dst_;
  std::map<std::string, Kernel> kernels_;
};
}  // namespace

std::unique_ptr<Runner> make_opencl_runner(const std::string &platform, size_t bytes) {
  return std::make_unique<OpenClRunner>(platform, bytes);
}

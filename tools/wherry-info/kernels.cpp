// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "checks.h"
#include "wherry/cl_wherry.h"

namespace wherry::info {
namespace {

// Copies with strides: contiguous ones the compiler may leave out, and read their source in place.
constexpr char kSource[] = R"(
kernel void squares(global int *out) { size_t i = get_global_id(0); out[i] = (int)(i * i); }

kernel void copies(global const int *in, global int *out, local int *tile) {
  size_t group = get_group_id(0), i = get_local_id(0);
  event_t event = async_work_group_strided_copy(tile, in + group * TILE * STRIDE, TILE, STRIDE, 0);
  wait_group_events(1, &event);
  int sum = 0;
  for (size_t at = i; at < TILE; at += get_local_size(0)) sum += tile[at];
  out[group * get_local_size(0) + i] = sum;
}
)";
constexpr size_t kTile = 4096, kStride = 8, kGroups = 16, kItems = 64;  // 16 KiB in a tile: many chunks
constexpr char kOptions[] = "-DTILE=4096 -DSTRIDE=8";

constexpr char kReport[] = "report this line with the output of wherry-info --json";

// Releases by a function of the loader's.
template <class Handle, class Release> class Owned {
 public:
  Owned(Handle handle, Release release) : handle_(handle), release_(release) {}
  Owned(const Owned &) = delete;
  ~Owned() {
    if (handle_) release_(handle_);
  }
  Handle get() const { return handle_; }

 private:
  Handle handle_;
  Release release_;
};

class Failed {
 public:
  Failed(const char *call, cl_int code) : text_(std::string(call) + " returns " + std::to_string(code)) {}
  const std::string &text() const { return text_; }

 private:
  std::string text_;
};

void must(const char *call, cl_int code) {
  if (code != CL_SUCCESS) throw Failed(call, code);
}

double seconds_since(std::chrono::steady_clock::time_point begun) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

class Kernels {
 public:
  Kernels(const Calls &calls, const Driver &driver)
      : calls_(calls), device_(driver.device), context_(make_context(), calls.clReleaseContext),
        queue_(make_queue(), calls.clReleaseCommandQueue), program_(make_program(), calls.clReleaseProgram) {}

  // The build log is added to the report where the build fails.
  bool build(Report &report) {
    step = "building a kernel";
    const auto begun = std::chrono::steady_clock::now();
    const cl_int code = calls_.clBuildProgram(program_.get(), 1, &device_, kOptions, nullptr, nullptr);
    if (code != CL_SUCCESS) {
      std::string log(4096, '\0');
      calls_.clGetProgramBuildInfo(program_.get(), device_, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
      log = log.substr(0, log.find_first_of(std::string("\n\0", 2)));
      report.line("kernel", "not built");
      report.wrong("build", "a kernel cannot be built (" + std::to_string(code) + "): " + log,
                   code == CL_COMPILER_NOT_AVAILABLE
                       ? "see the compiler's line; install Wherry again if that is missing"
                       : kReport);
      return false;
    }
    seconds_ = seconds_since(begun);
    report.fact("kernel", "build_seconds", seconds_);
    return true;
  }

  void squares(Report &report) {
    step = "running a kernel";
    constexpr size_t count = 1 << 20;
    std::vector<cl_int> out(count);
    const Owned kernel = make_kernel("squares");
    const Owned to = make_buffer(CL_MEM_WRITE_ONLY, count * sizeof(cl_int), nullptr);
    set(kernel.get(), 0, to.get());
    const auto begun = std::chrono::steady_clock::now();
    run(kernel.get(), count, 0);
    read(to.get(), out);
    const double seconds = seconds_since(begun);
    bool right = true;
    for (size_t i = 0; i < count; ++i) right = right && out[i] == static_cast<cl_int>(i * i);
    report.fact("kernel", "right", right);
    char text[96];
    std::snprintf(text, sizeof text, "built in %.2f s, run over %zu work-items in %.1f ms: %s", seconds_, count,
                  seconds * 1e3, right ? "right" : "wrong");
    report.line("kernel", text);
    if (!right) report.wrong("result", "a kernel computes wrong results", kReport);
  }

  void copies(Report &report) {
    step = "running a kernel with async copies";
    std::vector<cl_int> in(kGroups * kTile * kStride), out(kGroups * kItems);
    for (size_t i = 0; i < in.size(); ++i) in[i] = static_cast<cl_int>(i % 1009);
    const Owned kernel = make_kernel("copies");
    const Owned from = make_buffer(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, in.size() * sizeof(cl_int), in.data());
    const Owned to = make_buffer(CL_MEM_WRITE_ONLY, out.size() * sizeof(cl_int), nullptr);
    set(kernel.get(), 0, from.get());
    set(kernel.get(), 1, to.get());
    must("clSetKernelArg", calls_.clSetKernelArg(kernel.get(), 2, kTile * sizeof(cl_int), nullptr));
    const Owned event(run(kernel.get(), kGroups * kItems, kItems), calls_.clReleaseEvent);
    read(to.get(), out);
    bool right = true;
    for (size_t i = 0; i < out.size(); ++i) {
      cl_int sum = 0;
      for (size_t at = i % kItems; at < kTile; at += kItems) sum += in[(i / kItems * kTile + at) * kStride];
      right = right && out[i] == sum;
    }
    const cl_ulong made = count(event.get(), CL_EVENT_ASYNC_COPIES_WHERRY);
    const cl_ulong bytes = count(event.get(), CL_EVENT_ASYNC_COPY_BYTES_WHERRY);
    const cl_ulong chunks = count(event.get(), CL_EVENT_ASYNC_COPY_CHUNKS_WHERRY);
    const cl_ulong offloaded = count(event.get(), CL_EVENT_ASYNC_COPY_OFFLOADED_CHUNKS_WHERRY);
    for (const auto &[name, number] :
         {std::pair("copies", made), {"bytes", bytes}, {"chunks", chunks}, {"offloaded_chunks", offloaded}})
      report.fact("async", name, static_cast<int64_t>(number));
    report.fact("async", "right", right);
    report.line("async", std::to_string(made) + " copies of " + std::to_string(bytes / 1024) + " KiB in all, " +
                             std::to_string(chunks) + " chunks, " + std::to_string(offloaded) +
                             " of them by other threads: " + (right ? "right" : "wrong"));
    if (!right) report.wrong("async_result", "a kernel with async copies computes wrong results", kReport);
    if (made != kGroups || bytes != kGroups * kTile * sizeof(cl_int))
      report.wrong("async_counts",
                   "the driver counts " + std::to_string(made) + " async copies where a kernel makes " +
                       std::to_string(kGroups),
                   kReport);
  }

 private:
  using Kernel = Owned<cl_kernel, decltype(Calls::clReleaseKernel)>;
  using Buffer = Owned<cl_mem, decltype(Calls::clReleaseMemObject)>;

  cl_context make_context() {
    step = "making a context";
    cl_int code;
    cl_context context = calls_.clCreateContext(nullptr, 1, &device_, nullptr, nullptr, &code);
    must("clCreateContext", code);
    return context;
  }
  cl_command_queue make_queue() {
    cl_int code;
    cl_command_queue queue = calls_.clCreateCommandQueueWithProperties(context_.get(), device_, nullptr, &code);
    must("clCreateCommandQueueWithProperties", code);
    return queue;
  }
  cl_program make_program() {
    cl_int code;
    const char *source = kSource;
    cl_program program = calls_.clCreateProgramWithSource(context_.get(), 1, &source, nullptr, &code);
    must("clCreateProgramWithSource", code);
    return program;
  }
  Kernel make_kernel(const char *name) {
    cl_int code;
    cl_kernel kernel = calls_.clCreateKernel(program_.get(), name, &code);
    must("clCreateKernel", code);
    return {kernel, calls_.clReleaseKernel};
  }
  Buffer make_buffer(cl_mem_flags flags, size_t bytes, void *data) {
    cl_int code;
    cl_mem buffer = calls_.clCreateBuffer(context_.get(), flags, bytes, data, &code);
    must("clCreateBuffer", code);
    return {buffer, calls_.clReleaseMemObject};
  }
  void set(cl_kernel kernel, cl_uint index, cl_mem buffer) {
    must("clSetKernelArg", calls_.clSetKernelArg(kernel, index, sizeof buffer, &buffer));
  }
  // The caller releases the event, unless it has no use for the counts (local 0).
  cl_event run(cl_kernel kernel, size_t global, size_t local) {
    cl_event event = nullptr;
    must("clEnqueueNDRangeKernel",
         calls_.clEnqueueNDRangeKernel(queue_.get(), kernel, 1, nullptr, &global, local ? &local : nullptr, 0, nullptr,
                                       local ? &event : nullptr));
    return event;
  }
  void read(cl_mem from, std::vector<cl_int> &to) {
    must("clEnqueueReadBuffer", calls_.clEnqueueReadBuffer(queue_.get(), from, CL_TRUE, 0, to.size() * sizeof to[0],
                                                           to.data(), 0, nullptr, nullptr));
  }
  cl_ulong count(cl_event event, cl_event_info which) {
    cl_ulong number = 0;
    must("clGetEventInfo", calls_.clGetEventInfo(event, which, sizeof number, &number, nullptr));
    return number;
  }

  const Calls &calls_;
  const cl_device_id device_;
  const Owned<cl_context, decltype(Calls::clReleaseContext)> context_;
  const Owned<cl_command_queue, decltype(Calls::clReleaseCommandQueue)> queue_;
  const Owned<cl_program, decltype(Calls::clReleaseProgram)> program_;
  double seconds_ = 0;
};

}  // namespace

void check_kernels(const Calls &calls, const Driver &driver, Report &report) {
  // The driver reads the variable at each build. So the compiler is at work, and the cache is left alone.
  setenv("WHERRY_CACHE", "0", 1);
  try {
    Kernels kernels(calls, driver);
    if (!kernels.build(report)) return;
    kernels.squares(report);
    kernels.copies(report);
  } catch (const Failed &failed) {
    report.wrong("call", std::string(step) + ": " + failed.text(), kReport);
  }
}

}  // namespace wherry::info

// What launching costs, and what moving buffers costs beside memcpy.
//   bench_host [--short] [--rounds=N] VENDORS...
// VENDORS: folders with .icd files, one for each driver. Drivers take turns, each time in a new process; the table
// holds medians over the rounds.
#include <CL/cl_ext.h>
#include <CL/opencl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <functional>
#include <map>
#include <span>
#include <stdexcept>
#include <string>

#include "common/threads.h"

namespace {

using Clock = std::chrono::steady_clock;

bool short_run = false;

void ok(cl_int code) {
  if (code) throw std::runtime_error("OpenCL error " + std::to_string(code));
}

double nanoseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::nano>(Clock::now() - since).count();
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

// The median time of `body`, in nanoseconds.
double time(size_t times, const std::function<void()> &body) {
  std::vector<double> all;
  body();
  for (size_t i = 0; i < (short_run ? 2 : times); ++i) {
    const auto begin = Clock::now();
    body();
    all.push_back(nanoseconds(begin));
  }
  return median(all);
}

void report(const char *what, double value) { std::printf("%s\t%.6g\n", what, value); }

struct Driver {
  Driver() {
    ok(clGetPlatformIDs(1, &platform, nullptr));
    ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
    cl_int error;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    ok(error);
    queue = clCreateCommandQueue(context, device, 0, &error);
    ok(error);
    const char *source = "kernel void empty(void) {}";
    cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    ok(error);
    ok(clBuildProgram(program, 1, &device, "", nullptr, nullptr));
    kernel = clCreateKernel(program, "empty", &error);
    ok(error);
  }
  void launch() {
    const size_t one = 1;
    ok(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr));
  }
  template <class Function> Function *function(const char *name) {
    return reinterpret_cast<Function *>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
  cl_kernel kernel;
};

void launches(Driver &driver) {
  report("empty kernel, enqueue to clFinish: ns", time(5000, [&] {
           driver.launch();
           ok(clFinish(driver.queue));
         }));
  const int count = 10000;
  report("10,000 empty kernels, one clFinish: ns each", time(20, [&] {
                                                          for (int i = 0; i < count; ++i) driver.launch();
                                                          ok(clFinish(driver.queue));
                                                        }) / count);
  auto *create = driver.function<decltype(clCreateCommandBufferKHR)>("clCreateCommandBufferKHR");
  auto *record = driver.function<decltype(clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");
  auto *finalize = driver.function<decltype(clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR");
  auto *enqueue = driver.function<decltype(clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
  if (!create || !record || !finalize || !enqueue) return;
  cl_int error;
  cl_command_buffer_khr buffer = create(1, &driver.queue, nullptr, &error);
  ok(error);
  const size_t one = 1;
  for (int i = 0; i < count; ++i)
    ok(record(buffer, nullptr, nullptr, driver.kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr, nullptr));
  ok(finalize(buffer));
  report("the same in a command buffer: ns each", time(20, [&] {
                                                    ok(enqueue(0, nullptr, buffer, 0, nullptr, nullptr));
                                                    ok(clFinish(driver.queue));
                                                  }) / count);
}

void transfers(Driver &driver) {
  const size_t bytes = short_run ? size_t{8} << 20 : size_t{256} << 20, part = size_t{256} << 10;
  cl_uint units;
  ok(clGetDeviceInfo(driver.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr));
  const cl_uint zero = 0, pattern[4] = {1, 2, 3, 4};
  cl_mem buffers[2];
  for (cl_mem &buffer : buffers) {
    cl_int error;
    buffer = clCreateBuffer(driver.context, CL_MEM_READ_WRITE, bytes, nullptr, &error);
    ok(error);
    ok(clEnqueueFillBuffer(driver.queue, buffer, pattern, sizeof pattern, 0, bytes, 0, nullptr, nullptr));
  }
  auto *host = static_cast<char *>(allocate_pages(bytes)), *other = static_cast<char *>(allocate_pages(bytes));
  Threads threads(units);
  // Each beside what it is compared with, in turns.
  struct Case {
    const char *name;
    enum { copies, clears, fills } what;
    std::function<void()> run;
  };
  const Case cases[] = {
      {"read", Case::copies,
       [&] { ok(clEnqueueReadBuffer(driver.queue, buffers[0], CL_TRUE, 0, bytes, host, 0, nullptr, nullptr)); }},
      {"write", Case::copies,
       [&] { ok(clEnqueueWriteBuffer(driver.queue, buffers[0], CL_TRUE, 0, bytes, host, 0, nullptr, nullptr)); }},
      {"copy", Case::copies,
       [&] {
         ok(clEnqueueCopyBuffer(driver.queue, buffers[0], buffers[1], 0, 0, bytes, 0, nullptr, nullptr));
         ok(clFinish(driver.queue));
       }},
      {"fill by zeros", Case::clears,
       [&] {
         ok(clEnqueueFillBuffer(driver.queue, buffers[0], &zero, 4, 0, bytes, 0, nullptr, nullptr));
         ok(clFinish(driver.queue));
       }},
      {"fill by a pattern", Case::fills,
       [&] {
         ok(clEnqueueFillBuffer(driver.queue, buffers[0], pattern, sizeof pattern, 0, bytes, 0, nullptr, nullptr));
         ok(clFinish(driver.queue));
       }},
      {"map and unmap", Case::copies, [&] {
         cl_int error;
         void *mapped = clEnqueueMapBuffer(driver.queue, buffers[0], CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0,
                                           nullptr, nullptr, &error);
         ok(error);
         ok(clEnqueueUnmapMemObject(driver.queue, buffers[0], mapped, 0, nullptr, nullptr));
         ok(clFinish(driver.queue));
       }}};
  for (auto &test : cases) {
    test.run();
    test.run();
    std::vector<double> mine, plain;
    for (int i = 0; i < (short_run ? 1 : 9); ++i) {
      const auto begin = Clock::now();
      test.run();
      mine.push_back(nanoseconds(begin));
      plain.push_back(threads
                          .run(bytes / part,
                               [&](size_t, size_t at) {
                                 if (test.what != Case::copies)  // zeros are faster than others on some machines
                                   std::memset(other + at * part, test.what == Case::fills, part);
                                 else
                                   std::memcpy(other + at * part, host + at * part, part);
                               })
                          .wall);
    }
    const std::string name = std::string(test.name) + (short_run ? ", 8 MB" : ", 256 MB");
    report((name + ": GB/s").c_str(), static_cast<double>(bytes) / median(mine));
    report((name + ": times the speed of " + (test.what == Case::copies ? "memcpy" : "memset")).c_str(),
           median(plain) / median(mine));
  }
}

// In a process of its own; its lines become numbers.
std::map<std::string, double> ask(const std::string &self, const std::string &vendors,
                                  std::vector<std::string> &order) {
  setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
  FILE *child = popen((self + (short_run ? " --short" : "") + " --measure").c_str(), "r");
  if (!child) throw std::runtime_error("no child");
  std::map<std::string, double> values;
  char line[256];
  while (std::fgets(line, sizeof line, child)) {
    const std::string text = line, name = text.substr(0, text.find('\t'));
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
    values[name] = std::stod(text.substr(text.find('\t') + 1));
  }
  if (pclose(child) != 0) throw std::runtime_error(vendors + ": failed");
  return values;
}

}  // namespace

int main(int argc, char **argv) try {
  size_t rounds = 5;
  bool measure = false;
  std::vector<std::string> drivers;
  for (const std::string argument : std::span(argv + 1, argv + argc)) {
    if (argument == "--short")
      short_run = true;
    else if (argument == "--measure")
      measure = true;
    else if (argument.starts_with("--rounds="))
      rounds = std::stoul(argument.substr(9));
    else
      drivers.push_back(argument);
  }
  if (measure) {
    Driver driver;
    launches(driver);
    transfers(driver);
    return 0;
  }
  if (drivers.empty() || rounds == 0) {
    std::fprintf(stderr, "bench_host [--short] [--rounds=N] VENDORS...\n");
    return 2;
  }
  if (short_run) rounds = 1;
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) throw std::runtime_error("who am I?");
  std::vector<std::string> order;
  std::vector<std::map<std::string, std::vector<double>>> all(drivers.size());
  for (size_t round = 0; round < rounds; ++round)
    for (size_t i = 0; i < drivers.size(); ++i)
      for (auto &[name, value] : ask(self, drivers[i], order)) all[i][name].push_back(value);
  for (const std::string &name : order) {
    std::printf("%-52s", name.c_str());
    for (auto &values : all)
      values.contains(name) ? std::printf(" %12.4g", median(values[name])) : std::printf(" %12s", "-");
    std::printf("\n");
  }
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

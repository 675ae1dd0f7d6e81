// SPDX-License-Identifier: Apache-2.0
// What launching costs, what moving buffers costs beside memcpy, how long an urgent command waits, how long a small
// kernel is built, and, only if asked for, what vectors in a work-item give.
//   bench_host [--short] [--rounds=N] [--only=launches|transfers|fairness|builds|widths] VENDORS...
// VENDORS: folders with .icd files, one for each driver. Drivers take turns, each time in a new process; the table
// holds medians over the rounds.
#include <stdlib.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <map>
#include <span>

#include "common/threads.h"
#include "host.h"

namespace {

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

void launches(Driver &driver) {
  const char *source = "kernel void empty(void) {}";
  cl_int error;
  cl_program program = clCreateProgramWithSource(driver.context, 1, &source, nullptr, &error);
  ok(error);
  ok(clBuildProgram(program, 1, &driver.device, "", nullptr, nullptr));
  cl_kernel kernel = clCreateKernel(program, "empty", &error);
  ok(error);
  const size_t one = 1;
  auto launch = [&] { ok(clEnqueueNDRangeKernel(driver.queue, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr)); };
  report("empty kernel, enqueue to clFinish: ns", time(5000, [&] {
           launch();
           ok(clFinish(driver.queue));
         }));
  const int count = 10000;
  report("10,000 empty kernels, one clFinish: ns each", time(20, [&] {
                                                          for (int i = 0; i < count; ++i) launch();
                                                          ok(clFinish(driver.queue));
                                                        }) / count);
  auto *create = driver.function<decltype(clCreateCommandBufferKHR)>("clCreateCommandBufferKHR");
  auto *record = driver.function<decltype(clCommandNDRangeKernelKHR)>("clCommandNDRangeKernelKHR");
  auto *finalize = driver.function<decltype(clFinalizeCommandBufferKHR)>("clFinalizeCommandBufferKHR");
  auto *enqueue = driver.function<decltype(clEnqueueCommandBufferKHR)>("clEnqueueCommandBufferKHR");
  if (!create || !record || !finalize || !enqueue) return;
  cl_command_buffer_khr buffer = create(1, &driver.queue, nullptr, &error);
  ok(error);
  for (int i = 0; i < count; ++i)
    ok(record(buffer, nullptr, nullptr, kernel, 1, nullptr, &one, &one, 0, nullptr, nullptr, nullptr));
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

using Values = std::map<std::string, double>;

// In a process of its own; its lines become numbers.
void ask(const std::string &self, const std::string &vendors, const char *what, std::vector<std::string> &order,
         Values &values) {
  setenv("OCL_ICD_VENDORS", vendors.c_str(), 1);
  FILE *child = popen((self + (short_run ? " --short" : "") + " --measure=" + what).c_str(), "r");
  if (!child) throw std::runtime_error("no child");
  char line[256];
  while (std::fgets(line, sizeof line, child)) {
    const std::string text = line, name = text.substr(0, text.find('\t'));
    if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
    values[name] = std::stod(text.substr(text.find('\t') + 1));
  }
  if (pclose(child) != 0) throw std::runtime_error(vendors + ": failed");
}

// The first finds no cache, the second what the first left there.
void ask_for_builds(const std::string &self, const std::string &vendors, std::vector<std::string> &order,
                    Values &values) {
  char folder[] = "/tmp/bench-host-XXXXXX";
  if (!mkdtemp(folder)) throw std::runtime_error("no folder");
  for (const char *variable : {"WHERRY_CACHE_DIR", "POCL_CACHE_DIR"}) setenv(variable, folder, 1);
  ask(self, vendors, "builds", order, values);
  Values warm;
  std::vector<std::string> names;
  ask(self, vendors, "build", names, warm);
  for (const std::string &name : names) {
    order.push_back("warm: " + name);
    values["warm: " + name] = warm[name];
  }
  std::filesystem::remove_all(folder);
}

}  // namespace

Driver::Driver() {
  ok(clGetPlatformIDs(1, &platform, nullptr));
  ok(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr));
  cl_int error;
  context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
  ok(error);
  queue = clCreateCommandQueue(context, device, 0, &error);
  ok(error);
}

int main(int argc, char **argv) try {
  size_t rounds = 5;
  std::string measured, only;
  std::vector<std::string> drivers;
  for (const std::string argument : std::span(argv + 1, argv + argc)) {
    if (argument == "--short")
      short_run = true;
    else if (argument.starts_with("--measure="))
      measured = argument.substr(10);
    else if (argument.starts_with("--only="))
      only = argument.substr(7);
    else if (argument.starts_with("--rounds="))
      rounds = std::stoul(argument.substr(9));
    else
      drivers.push_back(argument);
  }
  if (!measured.empty()) {
    if (measured == "builds" || measured == "build") {
      measure_builds(measured == "builds");
      return 0;
    }
    Driver driver;
    measured == "launches"   ? launches(driver)
    : measured == "fairness" ? fairness(driver)
    : measured == "widths"   ? widths(driver)
                             : transfers(driver);
    return 0;
  }
  if (drivers.empty() || rounds == 0) {
    std::fprintf(stderr,
                 "bench_host [--short] [--rounds=N] [--only=launches|transfers|fairness|builds|widths] VENDORS...\n");
    return 2;
  }
  if (short_run) rounds = 1;
  char self[4096] = {};
  if (readlink("/proc/self/exe", self, sizeof self - 1) < 0) throw std::runtime_error("who am I?");
  std::vector<std::string> order;
  std::vector<std::map<std::string, std::vector<double>>> all(drivers.size());
  std::vector<double> clang;
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < drivers.size(); ++i) {
      Values values;
      std::vector<std::string> names;
      for (const char *what : {"launches", "transfers", "fairness"})
        if (only.empty() || only == what) ask(self, drivers[i], what, names, values);
      if (only == "widths") ask(self, drivers[i], "widths", names, values);
      if (only.empty() || only == "builds") ask_for_builds(self, drivers[i], names, values);
      for (const std::string &name : names) {
        if (std::find(order.begin(), order.end(), name) == order.end()) order.push_back(name);
        all[i][name].push_back(values[name]);
      }
    }
    if (only.empty() || only == "builds") clang.push_back(measure_clang());
  }
  for (const std::string &name : order) {
    std::printf("%-52s", name.c_str());
    for (auto &values : all)
      values.contains(name) ? std::printf(" %12.4g", median(values[name])) : std::printf(" %12s", "-");
    std::printf("\n");
  }
  if (!clang.empty()) std::printf("%-52s %12.4g\n", "clang -O2 -c: ms", median(clang));
  return 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

// SPDX-License-Identifier: Apache-2.0
// How long a small kernel is built: the first in a process and others after it, with an empty cache and from it.
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "host.h"

namespace {

constexpr int kLater = 10;

std::string source(int number) {
  return "kernel void scale(global float *y, global const float *x, float a, int n) {\n"
         "  const int i = get_global_id(0);\n"
         "  if (i < n) y[i] = a * x[i] + sqrt(y[i]) + " +
         std::to_string(number) + ".5f;\n}\n";
}

struct Times {
  double build, with_launch;  // ms
};

Times build(Driver &driver, int number) {
  cl_int error;
  cl_mem buffer = clCreateBuffer(driver.context, CL_MEM_READ_WRITE, 4096, nullptr, &error);
  ok(error);
  const std::string text = source(number);
  const char *lines = text.c_str();
  const auto begin = Clock::now();
  cl_program program = clCreateProgramWithSource(driver.context, 1, &lines, nullptr, &error);
  ok(error);
  ok(clBuildProgram(program, 1, &driver.device, "", nullptr, nullptr));
  Times times{nanoseconds(begin) / 1e6, 0};
  cl_kernel kernel = clCreateKernel(program, "scale", &error);
  ok(error);
  const float a = 2;
  const cl_int n = 1024;
  for (cl_uint i : {0u, 1u}) ok(clSetKernelArg(kernel, i, sizeof buffer, &buffer));
  ok(clSetKernelArg(kernel, 2, sizeof a, &a));
  ok(clSetKernelArg(kernel, 3, sizeof n, &n));
  const size_t items = 1024, group = 64;
  ok(clEnqueueNDRangeKernel(driver.queue, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr));
  ok(clFinish(driver.queue));
  times.with_launch = nanoseconds(begin) / 1e6;
  return times;
}

}  // namespace

void measure_builds(bool later) {
  Driver driver;
  const Times first = build(driver, 0);
  report("a build, first in the process: ms", first.build);
  report("a build and a launch, first in the process: ms", first.with_launch);
  if (later) {
    std::vector<double> builds, launches;
    for (int i = 1; i <= (short_run ? 1 : kLater); ++i) {
      const Times times = build(driver, i);
      builds.push_back(times.build);
      launches.push_back(times.with_launch);
    }
    report("a later build: ms", median(builds));
    report("a later build and a launch: ms", median(launches));
    return;
  }
  int mapped = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) mapped += line.find("LLVM") != std::string::npos;
  report("parts of LLVM in memory", mapped);
}

double measure_clang() {
  std::vector<double> all;
  const std::string file = "/tmp/bench-host-" + std::to_string(getpid()) + ".cl";
  for (int i = 1; i <= (short_run ? 1 : kLater); ++i) {
    std::ofstream(file) << source(i);
    const auto begin = Clock::now();
    if (std::system((WHERRY_CLANG " -O2 -c -o /dev/null " + file).c_str()) != 0) throw std::runtime_error("no Clang");
    all.push_back(nanoseconds(begin) / 1e6);
  }
  unlink(file.c_str());
  return median(all);
}

// SPDX-License-Identifier: Apache-2.0
// What the measurements of bench_host share. A child prints lines: what, a tab, a number.
#pragma once
#include <CL/cl_ext.h>
#include <CL/opencl.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

using Clock = std::chrono::steady_clock;

inline bool short_run = false;

inline void ok(cl_int code) {
  if (code) throw std::runtime_error("OpenCL error " + std::to_string(code));
}

inline double nanoseconds(Clock::time_point since) {
  return std::chrono::duration<double, std::nano>(Clock::now() - since).count();
}

inline double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

inline void report(const char *what, double value) { std::printf("%s\t%.6g\n", what, value); }

struct Driver {
  Driver();
  template <class Function> Function *function(const char *name) {
    return reinterpret_cast<Function *>(clGetExtensionFunctionAddressForPlatform(platform, name));
  }
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  cl_command_queue queue;
};

// In a child: a small kernel's first build in the process, and, where `later`, builds of others like it; what is cached
// is the caller's matter.
void measure_builds(bool later);
// In a child, which ends the process.
void fairness(Driver &driver);
void widths(Driver &driver);
// What Clang takes to compile the same sources, in milliseconds.
double measure_clang();

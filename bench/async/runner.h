// SPDX-License-Identifier: Apache-2.0
// What runs the cases: an OpenCL device, or memcpy in threads.
#pragma once
#include <memory>
#include <string>

#include "cases.h"
#include "common/serve.h"

class Runner {
 public:
  virtual ~Runner() = default;
  virtual Description describe() = 0;
  // Throws Unable, Wrong, or std::runtime_error with OpenCL's error.
  virtual Times run(const Case &test, const Run &run) = 0;
};

// The platform whose name contains `platform`; empty: Wherry's, else the first that the loader finds.
// `bytes`: of the source, and of the destination.
std::unique_ptr<Runner> make_opencl_runner(const std::string &platform, size_t bytes);
std::unique_ptr<Runner> make_memcpy_runner(size_t threads, size_t bytes);

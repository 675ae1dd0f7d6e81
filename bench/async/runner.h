// What runs the cases: an OpenCL device, or memcpy in threads.
#pragma once
#include <memory>
#include <stdexcept>
#include <string>

#include "cases.h"

struct Description {
  size_t threads = 0;      // compute units
  size_t local_bytes = 0;  // of local memory
  std::string platform;
  std::string device;
};

struct Times {
  double wall = 0;   // ns from before the call that enqueues until clFinish has returned
  double event = 0;  // ns from start to end by the command's event
};

// What the driver or the device cannot do, and why.
struct Unable : std::runtime_error {
  using runtime_error::runtime_error;
};

class Runner {
 public:
  virtual ~Runner() = default;
  virtual Description describe() = 0;
  // Throws Unable, Wrong (data.h), or std::runtime_error with OpenCL's error.
  virtual Times run(const Case &test, const Run &run) = 0;
};

// The platform whose name contains `platform`; empty: Wherry's, else the first that the loader finds.
// `bytes`: of the source, and of the destination.
std::unique_ptr<Runner> make_opencl_runner(const std::string &platform, size_t bytes);
std::unique_ptr<Runner> make_memcpy_runner(size_t threads, size_t bytes);

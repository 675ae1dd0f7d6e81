// SPDX-License-Identifier: Apache-2.0
// What runs a case in a child: an OpenCL device, or the case's loop in C++.
#pragma once
#include <memory>
#include <string>

#include "case.h"
#include "common/serve.h"

class Runner {
 public:
  virtual ~Runner() = default;
  virtual Description describe() = 0;
  // ns from the source to its kernels and the first result, which is not checked; where a driver compiles at the first
  // launch, that counts. `nonce` makes the source another for caches. 0: there is nothing to build.
  virtual double build(Case &test, const std::string &source, unsigned nonce) = 0;
  // Forgets all cases built.
  virtual void clear() {}
  // The case is built. Its buffers are reset; the results are in them when it returns.
  virtual Times run(Case &test) = 0;
};

// The platform whose name contains `platform`; empty: Wherry's, else the first that the loader finds.
std::unique_ptr<Runner> make_opencl_runner(const std::string &platform);
std::unique_ptr<Runner> make_native_runner(size_t threads);

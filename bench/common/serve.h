// SPDX-License-Identifier: Apache-2.0
// The child's side of child.h.
#pragma once
#include <functional>
#include <sstream>
#include <stdexcept>
#include <string>

struct Description {
  size_t threads = 0;      // compute units
  size_t local_bytes = 0;  // of local memory
  std::string platform;
  std::string device;
};
std::string to_text(const Description &description);
Description to_description(const std::string &text);

struct Times {
  double wall = 0;   // ns from before the first call that enqueues until clFinish has returned
  double event = 0;  // ns from start to end by the commands' events
  double cpu = 0;    // ns of CPU time of the process while `wall` ran; not sent
};
// Of this process, in all its threads.
double cpu_ns();
std::string to_text(const Times &times);
Times to_times(const std::string &text);

// What the driver or the device cannot do, and why.
struct Unable : std::runtime_error {
  using runtime_error::runtime_error;
};
// What is not as it should be in a result.
struct Wrong : std::runtime_error {
  using runtime_error::runtime_error;
};

// Answers requests until the parent closes the pipe: answer(verb, the words behind it) returns what stands behind "ok".
// The child "platforms" prints the names of the loader's and ends.
int serve(const std::string &child, const std::function<std::string(const std::string &, std::istream &)> &answer);

// SPDX-License-Identifier: Apache-2.0
// Any bytes as source and options: a build ends, well or with a log.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "build/build.h"

extern "C" int LLVMFuzzerInitialize(int *, char ***) {
  setenv("WHERRY_COMPILER", WHERRYC, 1);
  setenv("WHERRY_COMPILE_TIMEOUT", "10", 1);
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  size_t newline = text.find('\n');
  wherry::build::Request request;
  request.options = newline == std::string::npos ? "" : text.substr(0, newline);
  request.source = "kernel void k(global int *g) {" + text.substr(newline == std::string::npos ? 0 : newline + 1);
  auto result = wherry::build::compile(request);
  if (result.status == wherry::build::Status::unavailable ||
      (result.status != wherry::build::Status::ok && result.log.empty())) {
    std::fprintf(stderr, "status %d, log: %s\n", static_cast<int>(result.status), result.log.c_str());
    abort();
  }
  return 0;
}

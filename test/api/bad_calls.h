// SPDX-License-Identifier: Apache-2.0
// Calls with wrong arguments, in tables: what is wrong, the error that the specification names, the call.
#pragma once
#include <gtest/gtest.h>

#include <span>

#include "common/cl.h"

namespace wherry::test {

// Good objects of every kind, to be used wrongly.
struct World {
  World();
  cl_platform_id platform;
  cl_device_id device;
  cl_context context;
  Context other_context;
  cl_command_queue queue;
  Queue other_queue;
  Buffer buffer, other_buffer, read_only, write_only, no_access, sub, host_read_only, host_write_only;  // 1024 bytes
  size_t align;  // of sub-buffers
  Program program, unbuilt, failed;
  Kernel kernel;  // test(global int *, int, local int *), arguments set
  Kernel unset;   // the same, without arguments
  Kernel fixed;   // reqd_work_group_size(8, 1, 1)
  Event complete, user, other_event;
  char bytes[4096];

  // A handle of the wrong kind, which is no null pointer.
  template <class Handle> Handle wrong() { return reinterpret_cast<Handle>(context); }
  cl_context wrong_context() { return reinterpret_cast<cl_context>(queue); }
};

struct BadCall {
  const char *what;
  cl_int expected;
  cl_int (*call)(World &);
  cl_int or_expected = CL_SUCCESS;  // where the specification allows two
};

// Makes each call; none may crash, and each must return its error.
void expect_errors(std::span<const BadCall> calls);

// For calls that return an object: their error; a returned object is a failure.
template <class Call> cl_int created(Call call) {
  cl_int error = CL_SUCCESS;
  auto made = call(&error);
  EXPECT_TRUE(made == nullptr || error == CL_SUCCESS) << "an object beside an error";
  // Without a place for the error the call still must not crash, nor give an object.
  if (error != CL_SUCCESS) EXPECT_TRUE(call(nullptr) == nullptr);
  return error;
}

}  // namespace wherry::test

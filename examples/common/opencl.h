// SPDX-License-Identifier: Apache-2.0
// OpenCL's handles with owners, and errors as exceptions.
#pragma once
#include <CL/cl.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Throws where an OpenCL call failed; `call` is its name.
inline void check(cl_int code, const char *call) {
  if (code != CL_SUCCESS) throw std::runtime_error(std::string(call) + " failed with error " + std::to_string(code));
}

template <class Handle, auto release> class Owned {
 public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) {}
  Owned(Owned &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() {
    if (handle_) release(handle_);
  }
  operator Handle() const { return handle_; }

 private:
  Handle handle_ = nullptr;
};

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Buffer = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;

struct Device {
  cl_platform_id platform;
  cl_device_id id;
  std::string platform_name;
  std::string name;
};

// The first device of the first platform whose name contains `platform_name` (in any case); without a name, of Wherry,
// or else of the first platform. Throws, and says which platforms there are.
Device find_device(const std::string &platform_name);

// A number that a device answers.
template <class T> T device_info(const Device &device, cl_device_info what) {
  T value{};
  check(clGetDeviceInfo(device.id, what, sizeof value, &value, nullptr), "clGetDeviceInfo");
  return value;
}
std::string device_text(const Device &device, cl_device_info what);

// Throws with the compiler's log where the source does not build.
Program build_program(cl_context context, const Device &device, const std::string &source, const std::string &options);
Kernel make_kernel(cl_program program, const char *name);
Buffer make_buffer(cl_context context, cl_mem_flags flags, size_t bytes, const void *contents = nullptr);

template <class... Args> void set_args(cl_kernel kernel, const Args &...args) {
  cl_uint index = 0;
  (check(clSetKernelArg(kernel, index++, sizeof args, &args), "clSetKernelArg"), ...);
}

// SPDX-License-Identifier: Apache-2.0
// OpenCL handles with owners, and calls that throw on an error: a test's body is what it tests.
#pragma once
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_0_APIS
#define CL_USE_DEPRECATED_OPENCL_2_1_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace wherry::test {

// "CL_INVALID_VALUE (-30)".
std::string error_name(cl_int code);

// Throws, with the error's name and the caller's line, unless `code` is CL_SUCCESS. GoogleTest
// reports the exception as the test's failure.
void ok(cl_int code, std::source_location where = std::source_location::current());

// Owns one reference.
template <class Handle, auto release> class Owned {
 public:
  Owned() = default;
  explicit Owned(Handle handle) : handle_(handle) {}
  Owned(Owned &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  Owned &operator=(Owned &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~Owned() { reset(); }
  void reset() {
    if (handle_) release(std::exchange(handle_, nullptr));
  }
  operator Handle() const { return handle_; }
  Handle get() const { return handle_; }
  // For out parameters.
  Handle *out() {
    reset();
    return &handle_;
  }

 private:
  Handle handle_ = nullptr;
};

using Context = Owned<cl_context, clReleaseContext>;
using Queue = Owned<cl_command_queue, clReleaseCommandQueue>;
using Buffer = Owned<cl_mem, clReleaseMemObject>;
using Program = Owned<cl_program, clReleaseProgram>;
using Kernel = Owned<cl_kernel, clReleaseKernel>;
using Event = Owned<cl_event, clReleaseEvent>;

// The only platform and its only device; made once for the process.
cl_platform_id platform();
cl_device_id device();
cl_context context();      // shared by tests that do not test contexts
cl_command_queue queue();  // in order, profiling

// A function of an extension; throws where there is none.
void *extension_address(const char *name);
template <class Function> Function extension(const char *name) {
  return reinterpret_cast<Function>(extension_address(name));
}

Context make_context();
Queue make_queue(cl_command_queue_properties properties = 0, cl_context in = nullptr);
inline Queue out_of_order_queue() { return make_queue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE); }

// Builds; throws with the build log on failure.
Program build(const std::string &source, const char *options = "", cl_context in = nullptr,
              std::source_location where = std::source_location::current());
std::string build_log(cl_program program);
// Of a program for one device.
std::vector<unsigned char> binary_of(cl_program program);
// A program of the binary of another, built.
Program build_from_binary(cl_program other);
Kernel kernel(cl_program program, const char *name, std::source_location where = std::source_location::current());

Buffer make_buffer(size_t bytes, const void *contents = nullptr, cl_mem_flags flags = CL_MEM_READ_WRITE);
template <class T> Buffer make_buffer(const std::vector<T> &contents, cl_mem_flags flags = CL_MEM_READ_WRITE) {
  return make_buffer(contents.size() * sizeof(T), contents.data(), flags);
}
void read_bytes(cl_mem buffer, void *to, size_t bytes, cl_command_queue on = nullptr);
template <class T> std::vector<T> read(cl_mem buffer, size_t count, cl_command_queue on = nullptr) {
  std::vector<T> result(count);
  if (count) read_bytes(buffer, result.data(), count * sizeof(T), on);
  return result;
}

// An argument of local memory.
struct LocalBytes {
  size_t bytes;
};

inline void set_arg(cl_kernel k, cl_uint index, LocalBytes local) {
  ok(clSetKernelArg(k, index, local.bytes, nullptr));
}
inline void set_arg(cl_kernel k, cl_uint index, const Buffer &buffer) {
  cl_mem handle = buffer;
  ok(clSetKernelArg(k, index, sizeof handle, &handle));
}
template <class T> void set_arg(cl_kernel k, cl_uint index, const T &value) {
  static_assert(std::is_trivially_copyable_v<T>);
  ok(clSetKernelArg(k, index, sizeof value, &value));
}
template <class... Args> void set_args(cl_kernel k, const Args &...args) {
  cl_uint index = 0;
  (set_arg(k, index++, args), ...);
}

// Up to three sizes; an empty one is a null pointer.
using Sizes = std::vector<size_t>;

cl_int try_launch(cl_command_queue on, cl_kernel k, const Sizes &global, const Sizes &local = {},
                  const Sizes &offset = {}, cl_event *event = nullptr);
// Enqueues on the shared queue and waits.
void run(cl_kernel k, const Sizes &global, const Sizes &local = {}, const Sizes &offset = {},
         std::source_location where = std::source_location::current());

// A query's answer as a T, a vector of T, or text.
template <class T, class Query, class Object, class Param> T info(Query query, Object object, Param param) {
  T value{};
  ok(query(object, param, sizeof value, &value, nullptr));
  return value;
}
template <class T, class Query, class Object, class Param>
std::vector<T> info_list(Query query, Object object, Param param) {
  size_t bytes = 0;
  ok(query(object, param, 0, nullptr, &bytes));
  std::vector<T> values(bytes / sizeof(T));
  if (bytes) ok(query(object, param, bytes, values.data(), nullptr));
  return values;
}
template <class Query, class Object, class Param> std::string info_text(Query query, Object object, Param param) {
  auto characters = info_list<char>(query, object, param);
  if (characters.empty() || characters.back() != 0) throw std::runtime_error("the answer does not end in a zero");
  return characters.data();
}

// WHERRY_TEST_SEED, or a fixed number; printed once, so that a random failure is found again.
uint64_t seed();

// A small generator whose sequence is the same everywhere (splitmix64).
class Random {
 public:
  explicit Random(uint64_t start) : state_(start) {}
  uint64_t next() {
    uint64_t z = state_ += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // Below `bound`, which is not 0.
  uint64_t below(uint64_t bound) { return next() % bound; }
  std::vector<uint8_t> bytes(size_t count) {
    std::vector<uint8_t> result(count);
    for (auto &byte : result) byte = static_cast<uint8_t>(next() >> 33);
    return result;
  }

 private:
  uint64_t state_;
};

// What is written to file descriptor 1 while it lives.
class CapturedOutput {
 public:
  CapturedOutput();
  ~CapturedOutput();
  std::string text();  // ends the capture

 private:
  int saved_;
  int file_;
};

}  // namespace wherry::test

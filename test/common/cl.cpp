// SPDX-License-Identifier: Apache-2.0
#include "common/cl.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

#include "common/spirv.h"

namespace wherry::test {

std::string error_name(cl_int code) {
  static const struct {
    cl_int code;
    const char *name;
  } names[] = {
#define NAME(code) {code, #code},
      NAME(CL_SUCCESS) NAME(CL_DEVICE_NOT_FOUND) NAME(CL_DEVICE_NOT_AVAILABLE) NAME(CL_COMPILER_NOT_AVAILABLE) NAME(
          CL_MEM_OBJECT_ALLOCATION_FAILURE) NAME(CL_OUT_OF_RESOURCES) NAME(CL_OUT_OF_HOST_MEMORY)
          NAME(CL_PROFILING_INFO_NOT_AVAILABLE) NAME(CL_MEM_COPY_OVERLAP) NAME(CL_IMAGE_FORMAT_MISMATCH) NAME(
              CL_IMAGE_FORMAT_NOT_SUPPORTED) NAME(CL_BUILD_PROGRAM_FAILURE) NAME(CL_MAP_FAILURE)
              NAME(CL_MISALIGNED_SUB_BUFFER_OFFSET) NAME(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) NAME(
                  CL_COMPILE_PROGRAM_FAILURE) NAME(CL_LINKER_NOT_AVAILABLE) NAME(CL_LINK_PROGRAM_FAILURE)
                  NAME(CL_DEVICE_PARTITION_FAILED) NAME(CL_KERNEL_ARG_INFO_NOT_AVAILABLE) NAME(CL_INVALID_VALUE) NAME(
                      CL_INVALID_DEVICE_TYPE) NAME(CL_INVALID_PLATFORM) NAME(CL_INVALID_DEVICE) NAME(CL_INVALID_CONTEXT)
                      NAME(CL_INVALID_QUEUE_PROPERTIES) NAME(CL_INVALID_COMMAND_QUEUE) NAME(CL_INVALID_HOST_PTR) NAME(
                          CL_INVALID_MEM_OBJECT) NAME(CL_INVALID_IMAGE_FORMAT_DESCRIPTOR) NAME(CL_INVALID_IMAGE_SIZE)
                          NAME(CL_INVALID_SAMPLER) NAME(CL_INVALID_BINARY) NAME(CL_INVALID_BUILD_OPTIONS)
                              NAME(CL_INVALID_PROGRAM) NAME(CL_INVALID_PROGRAM_EXECUTABLE) NAME(CL_INVALID_KERNEL_NAME)
                                  NAME(CL_INVALID_KERNEL_DEFINITION) NAME(CL_INVALID_KERNEL) NAME(CL_INVALID_ARG_INDEX)
                                      NAME(CL_INVALID_ARG_VALUE) NAME(CL_INVALID_ARG_SIZE) NAME(CL_INVALID_KERNEL_ARGS)
                                          NAME(CL_INVALID_WORK_DIMENSION) NAME(CL_INVALID_WORK_GROUP_SIZE)
                                              NAME(CL_INVALID_WORK_ITEM_SIZE) NAME(CL_INVALID_GLOBAL_OFFSET) NAME(
                                                  CL_INVALID_EVENT_WAIT_LIST) NAME(CL_INVALID_EVENT)
                                                  NAME(CL_INVALID_OPERATION) NAME(CL_INVALID_GL_OBJECT) NAME(
                                                      CL_INVALID_BUFFER_SIZE) NAME(CL_INVALID_MIP_LEVEL)
                                                      NAME(CL_INVALID_GLOBAL_WORK_SIZE) NAME(CL_INVALID_PROPERTY) NAME(
                                                          CL_INVALID_IMAGE_DESCRIPTOR) NAME(CL_INVALID_COMPILER_OPTIONS)
                                                          NAME(CL_INVALID_LINKER_OPTIONS)
                                                              NAME(CL_INVALID_DEVICE_PARTITION_COUNT)
                                                                  NAME(CL_INVALID_PIPE_SIZE)
                                                                      NAME(CL_INVALID_DEVICE_QUEUE)
                                                                          NAME(CL_INVALID_SPEC_ID)
                                                                              NAME(CL_MAX_SIZE_RESTRICTION_EXCEEDED)
#undef NAME
  };
  for (auto &entry : names)
    if (entry.code == code) return std::string(entry.name) + " (" + std::to_string(code) + ")";
  return "error " + std::to_string(code);
}

static std::runtime_error failure(const std::string &what, std::source_location where) {
  return std::runtime_error(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " + what);
}

void ok(cl_int code, std::source_location where) {
  if (code != CL_SUCCESS) throw failure(error_name(code), where);
}

cl_platform_id platform() {
  static cl_platform_id only = [] {
    cl_platform_id found = nullptr;
    ok(clGetPlatformIDs(1, &found, nullptr));
    return found;
  }();
  return only;
}

cl_device_id device() {
  static cl_device_id only = [] {
    cl_device_id found = nullptr;
    ok(clGetDeviceIDs(platform(), CL_DEVICE_TYPE_ALL, 1, &found, nullptr));
    return found;
  }();
  return only;
}

void *extension_address(const char *name) {
  void *address = clGetExtensionFunctionAddressForPlatform(platform(), name);
  if (!address) throw std::runtime_error(std::string("no function ") + name);
  return address;
}

Context make_context() {
  cl_device_id on = device();
  cl_int error = CL_SUCCESS;
  Context made(clCreateContext(nullptr, 1, &on, nullptr, nullptr, &error));
  ok(error);
  return made;
}

Queue make_queue(cl_command_queue_properties properties, cl_context in) {
  cl_int error = CL_SUCCESS;
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
  Queue made(clCreateCommandQueueWithProperties(in ? in : context(), device(), list, &error));
  ok(error);
  return made;
}

cl_context context() {
  static Context shared = make_context();
  return shared;
}

cl_command_queue queue() {
  context();  // made first, released last
  static Queue shared = make_queue(CL_QUEUE_PROFILING_ENABLE);
  return shared;
}

std::vector<unsigned char> binary_of(cl_program program) {
  std::vector<unsigned char> bytes(info<size_t>(clGetProgramInfo, program, CL_PROGRAM_BINARY_SIZES));
  unsigned char *place = bytes.data();
  ok(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof place, &place, nullptr));
  return bytes;
}

Program build_from_binary(cl_program other) {
  const std::vector<unsigned char> bytes = binary_of(other);
  const unsigned char *from = bytes.data();
  const size_t size = bytes.size();
  cl_device_id on = device();
  cl_int error = CL_SUCCESS;
  Program made(clCreateProgramWithBinary(context(), 1, &on, &size, &from, nullptr, &error));
  ok(error);
  ok(clBuildProgram(made, 0, nullptr, "", nullptr, nullptr));
  return made;
}

std::string build_log(cl_program program) {
  size_t bytes = 0;
  const cl_device_id on = info_list<cl_device_id>(clGetProgramInfo, program, CL_PROGRAM_DEVICES).front();
  ok(clGetProgramBuildInfo(program, on, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes));
  std::string log(bytes, 0);
  ok(clGetProgramBuildInfo(program, on, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr));
  return log.c_str();
}

Program build(const std::string &source, const char *options, cl_context in, std::source_location where) {
  cl_int error = CL_SUCCESS;
  Program program(nullptr);
  if (std::getenv("WHERRY_TEST_SPIRV")) {
    const std::string module = spirv_of(source, options ? options : "");
    program = Program(clCreateProgramWithIL(in ? in : context(), module.data(), module.size(), &error));
  } else {
    const char *text = source.c_str();
    const size_t length = source.size();
    program = Program(clCreateProgramWithSource(in ? in : context(), 1, &text, &length, &error));
  }
  ok(error, where);
  error = clBuildProgram(program, 0, nullptr, options, nullptr, nullptr);
  const std::string log = build_log(program);
  if (error) throw failure(error_name(error) + "\n" + log, where);
  if (log.find("built without vectorising") != log.npos) throw failure(log, where);
  return program;
}

Kernel kernel(cl_program program, const char *name, std::source_location where) {
  cl_int error = CL_SUCCESS;
  Kernel made(clCreateKernel(program, name, &error));
  ok(error, where);
  return made;
}

Buffer make_buffer(size_t bytes, const void *contents, cl_mem_flags flags) {
  cl_int error = CL_SUCCESS;
  if (contents) flags |= CL_MEM_COPY_HOST_PTR;
  Buffer made(clCreateBuffer(context(), flags, bytes, const_cast<void *>(contents), &error));
  ok(error);
  return made;
}

void read_bytes(cl_mem buffer, void *to, size_t bytes, cl_command_queue on) {
  ok(clEnqueueReadBuffer(on ? on : queue(), buffer, CL_TRUE, 0, bytes, to, 0, nullptr, nullptr));
}

cl_int try_launch(cl_command_queue on, cl_kernel k, const Sizes &global, const Sizes &local, const Sizes &offset,
                  cl_event *event) {
  return clEnqueueNDRangeKernel(on, k, static_cast<cl_uint>(global.size()), offset.empty() ? nullptr : offset.data(),
                                global.data(), local.empty() ? nullptr : local.data(), 0, nullptr, event);
}

void run(cl_kernel k, const Sizes &global, const Sizes &local, const Sizes &offset, std::source_location where) {
  ok(try_launch(queue(), k, global, local, offset), where);
  ok(clFinish(queue()), where);
}

uint64_t seed() {
  static uint64_t value = [] {
    const char *text = std::getenv("WHERRY_TEST_SEED");
    uint64_t chosen = text ? std::strtoull(text, nullptr, 0) : 20261121;
    std::printf("WHERRY_TEST_SEED=%llu\n", static_cast<unsigned long long>(chosen));
    return chosen;
  }();
  return value;
}

CapturedOutput::CapturedOutput() {
  std::fflush(stdout);
  saved_ = dup(1);
  std::FILE *temporary = std::tmpfile();
  if (!temporary) throw std::runtime_error("no temporary file");
  file_ = dup(fileno(temporary));
  std::fclose(temporary);
  dup2(file_, 1);
}

std::string CapturedOutput::text() {
  std::fflush(stdout);
  if (saved_ >= 0) {
    dup2(saved_, 1);
    close(std::exchange(saved_, -1));
  }
  std::string result;
  lseek(file_, 0, SEEK_SET);
  char block[4096];
  for (ssize_t got; (got = ::read(file_, block, sizeof block)) > 0;) result.append(block, static_cast<size_t>(got));
  return result;
}

CapturedOutput::~CapturedOutput() {
  if (saved_ >= 0) {
    std::fflush(stdout);
    dup2(saved_, 1);
    close(saved_);
  }
  close(file_);
}

}  // namespace wherry::test

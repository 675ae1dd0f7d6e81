// SPDX-License-Identifier: Apache-2.0
#include "opencl.h"

#include <algorithm>
#include <cctype>

static std::string platform_name(cl_platform_id platform) {
  size_t bytes = 0;
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, 0, nullptr, &bytes), "clGetPlatformInfo");
  std::string text(bytes, 0);
  check(clGetPlatformInfo(platform, CL_PLATFORM_NAME, bytes, text.data(), nullptr), "clGetPlatformInfo");
  return text.c_str();
}

std::string device_text(const Device &device, cl_device_info what) {
  size_t bytes = 0;
  check(clGetDeviceInfo(device.id, what, 0, nullptr, &bytes), "clGetDeviceInfo");
  std::string text(bytes, 0);
  check(clGetDeviceInfo(device.id, what, bytes, text.data(), nullptr), "clGetDeviceInfo");
  return text.c_str();
}

static bool contains(const std::string &text, const std::string &part) {
  auto same = [](unsigned char a, unsigned char b) { return std::tolower(a) == std::tolower(b); };
  return std::search(text.begin(), text.end(), part.begin(), part.end(), same) != text.end();
}

Device find_device(const std::string &wanted) {
  cl_uint count = 0;
  clGetPlatformIDs(0, nullptr, &count);
  if (count == 0)
    throw std::runtime_error(
        "the OpenCL loader finds no driver. Install one, or point OCL_ICD_VENDORS at the folder of its .icd file\n"
        "(Wherry's build tree: OCL_ICD_VENDORS=build/release/vendors)");
  std::vector<cl_platform_id> platforms(count);
  check(clGetPlatformIDs(count, platforms.data(), nullptr), "clGetPlatformIDs");

  Device device{};
  std::string names;
  for (cl_platform_id platform : platforms) {
    std::string name = platform_name(platform);
    names += "\n  " + name;
    if (!device.platform && contains(name, wanted.empty() ? "Wherry" : wanted)) device.platform = platform;
  }
  if (!device.platform && wanted.empty()) device.platform = platforms[0];
  if (!device.platform) throw std::runtime_error("no platform named \"" + wanted + "\"; the loader finds:" + names);
  device.platform_name = platform_name(device.platform);
  if (clGetDeviceIDs(device.platform, CL_DEVICE_TYPE_ALL, 1, &device.id, nullptr) != CL_SUCCESS)
    throw std::runtime_error("the platform " + device.platform_name + " has no device");
  device.name = device_text(device, CL_DEVICE_NAME);
  return device;
}

Program build_program(cl_context context, const Device &device, const std::string &source, const std::string &options) {
  const char *text = source.c_str();
  size_t length = source.size();
  cl_int error = CL_SUCCESS;
  Program program(clCreateProgramWithSource(context, 1, &text, &length, &error));
  check(error, "clCreateProgramWithSource");
  error = clBuildProgram(program, 1, &device.id, options.c_str(), nullptr, nullptr);
  if (error != CL_SUCCESS) {
    size_t bytes = 0;
    clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &bytes);
    std::string log(bytes, 0);
    clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, bytes, log.data(), nullptr);
    throw std::runtime_error("clBuildProgram failed with error " + std::to_string(error) + "\n" + log.c_str());
  }
  return program;
}

Kernel make_kernel(cl_program program, const char *name) {
  cl_int error = CL_SUCCESS;
  Kernel kernel(clCreateKernel(program, name, &error));
  check(error, "clCreateKernel");
  return kernel;
}

Buffer make_buffer(cl_context context, cl_mem_flags flags, size_t bytes, const void *contents) {
  cl_int error = CL_SUCCESS;
  if (contents) flags |= CL_MEM_COPY_HOST_PTR;
  Buffer buffer(clCreateBuffer(context, flags, bytes, const_cast<void *>(contents), &error));
  check(error, "clCreateBuffer");
  return buffer;
}

// SPDX-License-Identifier: Apache-2.0
// The OpenCL loader, opened as a program would, and the vendor files that it reads.
#pragma once
#include <CL/cl.h>

#include <string>
#include <vector>

#include "report.h"

namespace wherry::info {

#define WHERRY_INFO_CALLS(X)                                                                                           \
  X(clGetPlatformIDs)                                                                                                  \
  X(clGetPlatformInfo)                                                                                                 \
  X(clGetDeviceIDs)                                                                                                    \
  X(clGetDeviceInfo)                                                                                                   \
  X(clCreateContext)                                                                                                   \
  X(clReleaseContext)                                                                                                  \
  X(clCreateCommandQueueWithProperties)                                                                                \
  X(clReleaseCommandQueue)                                                                                             \
  X(clCreateProgramWithSource)                                                                                         \
  X(clBuildProgram)                                                                                                    \
  X(clGetProgramBuildInfo)                                                                                             \
  X(clReleaseProgram)                                                                                                  \
  X(clCreateKernel)                                                                                                    \
  X(clReleaseKernel)                                                                                                   \
  X(clSetKernelArg)                                                                                                    \
  X(clCreateBuffer)                                                                                                    \
  X(clReleaseMemObject)                                                                                                \
  X(clEnqueueNDRangeKernel)                                                                                            \
  X(clEnqueueReadBuffer)                                                                                               \
  X(clGetEventInfo)                                                                                                    \
  X(clGetExtensionFunctionAddress)                                                                                     \
  X(clReleaseEvent)

// The loader's functions. wherry-info links no loader: it is to say so where there is none.
struct Calls {
#define WHERRY_INFO_CALL(name) decltype(&::name) name = nullptr;
  WHERRY_INFO_CALLS(WHERRY_INFO_CALL)
#undef WHERRY_INFO_CALL
};

// Opens `file`, or libOpenCL.so.1 where it is empty, and reports the loader. False, and a problem, where there is none.
bool open_loader(const std::string &file, Calls &calls, Report &report);

struct VendorFiles {
  std::vector<std::string> files;  // that the loader reads, or libraries that it opens without a file
  std::string wherrys;             // the one that names libwherry.so; empty if none does
  std::string library;             // that name
};

// By the rules of the loader that is open, ocl-icd's or Khronos'. Reports them.
VendorFiles find_vendor_files(Report &report);

// The libwherry.so that belongs to this wherry-info; empty where there is none.
std::string own_library();

// Reports why the loader has no platform of Wherry's.
void explain_no_platform(const VendorFiles &vendors, Report &report);

}  // namespace wherry::info

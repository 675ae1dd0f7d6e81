// SPDX-License-Identifier: Apache-2.0
// A small program: probe <libwherry.so>. Checks that the loader brought this library, that a kernel
// runs with a copy in it, and that no LLVM is mapped, before or after the build.
#include <CL/cl.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>

static void check(bool good, const char *what) {
  if (good) return;
  std::fprintf(stderr, "failed: %s\n", what);
  std::exit(1);
}

static bool mapped(const std::string &name) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find(name) != std::string::npos) return true;
  return false;
}

int main(int argc, char **argv) {
  cl_platform_id platform;
  cl_device_id device;
  cl_uint platforms = 0;
  check(clGetPlatformIDs(1, &platform, &platforms) == CL_SUCCESS && platforms == 1, "one platform");
  char name[64] = "";
  clGetPlatformInfo(platform, CL_PLATFORM_NAME, sizeof name, name, nullptr);
  check(std::string(name) == "Wherry", "the platform is Wherry");
  check(argc == 2 && mapped(argv[1]), "the library is the one that was asked for");
  check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) == CL_SUCCESS, "a device");
  check(!mapped("libLLVM") && !mapped("libclang"), "no LLVM after enumeration");

  const char *source = "kernel void test(global const int *in, global int *out, local int *tile) {"
                       "  event_t e = async_work_group_copy(tile, in, 16, 0);"
                       "  wait_group_events(1, &e);"
                       "  out[get_local_id(0)] = tile[15 - get_local_id(0)] + (int)sqrt((float)get_local_size(0)); }";
  int in[16], out[16] = {};
  for (int i = 0; i < 16; ++i) in[i] = i * 3;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
  if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) != CL_SUCCESS) {
    static char log[65536];
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    std::fprintf(stderr, "%s\n", log);
    return 1;
  }
  cl_kernel kernel = clCreateKernel(program, "test", nullptr);
  cl_mem from = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, sizeof in, in, nullptr);
  cl_mem to = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof out, nullptr, nullptr);
  size_t items = 16;
  clSetKernelArg(kernel, 0, sizeof from, &from);
  clSetKernelArg(kernel, 1, sizeof to, &to);
  clSetKernelArg(kernel, 2, sizeof in, nullptr);
  check(clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &items, 0, nullptr, nullptr) == CL_SUCCESS, "launch");
  check(clEnqueueReadBuffer(queue, to, CL_TRUE, 0, sizeof out, out, 0, nullptr, nullptr) == CL_SUCCESS, "read");
  for (int i = 0; i < 16; ++i) check(out[i] == (15 - i) * 3 + 4, "the kernel's result");
  check(!mapped("libLLVM") && !mapped("libclang"), "no LLVM after a build");
  clReleaseMemObject(from);
  clReleaseMemObject(to);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
  clReleaseCommandQueue(queue);
  clReleaseContext(context);
  std::puts("the installed driver works");
}

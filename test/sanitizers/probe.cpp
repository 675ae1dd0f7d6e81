// SPDX-License-Identifier: Apache-2.0
// Mistakes that a sanitizer must report, each with the driver's own code in it:
// probe leak | overrun | race
#include <CL/cl.h>

#include <cstdlib>
#include <cstring>
#include <string_view>
#include <thread>
#include <vector>

static void overrun(cl_context context) {
  std::vector<char> host(100);
  clReleaseMemObject(clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, host.size() + 1, host.data(), nullptr));
}

// Two queues write one buffer, and nothing orders them. Long and often: what is counted on the way orders by chance
// those that do not overlap.
static void race(cl_context context, cl_device_id device) {
  constexpr size_t kBytes = 1 << 20;
  cl_mem buffer = clCreateBuffer(context, 0, kBytes, nullptr, nullptr);
  const auto write = [&] {
    const std::vector<char> host(kBytes);
    cl_command_queue queue = clCreateCommandQueueWithProperties(context, device, nullptr, nullptr);
    for (int i = 0; i < 50; ++i)
      clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, host.size(), host.data(), 0, nullptr, nullptr);
    clReleaseCommandQueue(queue);
  };
  std::thread other(write);
  write();
  other.join();
  clReleaseMemObject(buffer);
}

int main(int, char **argv) {
  const std::string_view mistake = argv[1] ? argv[1] : "";
  cl_platform_id platform;
  cl_device_id device;
  if (clGetPlatformIDs(1, &platform, nullptr) != CL_SUCCESS) return 2;
  if (clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr) != CL_SUCCESS) return 2;
  cl_context context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, nullptr);
  if (mistake == "overrun") overrun(context);
  if (mistake == "race") race(context, device);
  if (mistake != "leak") clReleaseContext(context);
  context = nullptr;
  return 0;
}

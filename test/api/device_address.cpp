// SPDX-License-Identifier: Apache-2.0
// cl_ext_buffer_device_address.
#include <gtest/gtest.h>

#include "api/bad_calls.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

const auto set_pointer = extension<clSetKernelArgDevicePointerEXT_fn>("clSetKernelArgDevicePointerEXT");

using Properties = std::vector<cl_mem_properties>;
const Properties kFixed{CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};

Buffer create(const Properties &properties, cl_int *error, cl_mem_flags flags = 0, void *host = nullptr) {
  return Buffer(clCreateBufferWithProperties(context(), properties.data(), flags, 1024, host, error));
}

TEST(DeviceAddress, a_kernel_takes_it_with_an_offset_and_from_memory) {
  EXPECT_NE(std::string::npos,
            info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS).find("cl_ext_buffer_device_address"));
  Program program = build("kernel void add(global int *p, int n) { p[get_global_id(0)] += n; }"
                          "kernel void follow(global ulong *address) { *(global int *)*address = 77; }");
  cl_int error;
  Buffer buffer = create(kFixed, &error);
  ok(error);
  EXPECT_EQ(kFixed, info_list<cl_mem_properties>(clGetMemObjectInfo, buffer.get(), CL_MEM_PROPERTIES));
  const auto address = info<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer.get(), CL_MEM_DEVICE_ADDRESS_EXT);
  ASSERT_NE(0u, address);
  const int zero = 0;
  ok(clEnqueueFillBuffer(queue(), buffer, &zero, 4, 0, 1024, 0, nullptr, nullptr));
  Kernel add = kernel(program, "add"), follow = kernel(program, "follow");
  ok(set_pointer(add, 0, address + 8));
  set_arg(add, 1, 5);
  run(add, {3});
  ok(clSetKernelExecInfo(follow, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, sizeof address, &address));
  Buffer of_address = make_buffer(std::vector<cl_ulong>{address});
  set_arg(follow, 0, of_address);
  run(follow, {1});
  EXPECT_EQ((std::vector<int>{77, 0, 5, 5, 5, 0}), read<int>(buffer, 6));
}

TEST(DeviceAddress, of_shared_memory_it_is_the_same) {
  void *memory = clSVMAlloc(context(), 0, 1024, 0);
  cl_int error;
  Buffer buffer = create(kFixed, &error, CL_MEM_USE_HOST_PTR, memory);
  ok(error);
  EXPECT_EQ(reinterpret_cast<cl_ulong>(memory),
            info<cl_mem_device_address_ext>(clGetMemObjectInfo, buffer.get(), CL_MEM_DEVICE_ADDRESS_EXT));
  buffer.reset();
  clSVMFree(context(), memory);
}

cl_int creation(const Properties &properties) {
  return created([&](cl_int *error) {
    return clCreateBufferWithProperties(context(), properties.data(), 0, 1024, nullptr, error);
  });
}
cl_int address_of(cl_mem mem, size_t size = sizeof(cl_mem_device_address_ext)) {
  cl_mem_device_address_ext address;
  return clGetMemObjectInfo(mem, CL_MEM_DEVICE_ADDRESS_EXT, size, &address, nullptr);
}

const BadCall calls[] = {
    {"unknown property", CL_INVALID_PROPERTY, [](World &) { return creation({7, 1, 0}); }},
    {"no bool", CL_INVALID_PROPERTY, [](World &) { return creation({CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, 2, 0}); }},
    {"twice", CL_INVALID_PROPERTY, [](World &) { return creation({kFixed[0], 1, kFixed[0], 1, 0}); }},
    {"address of any buffer", CL_INVALID_OPERATION, [](World &w) { return address_of(w.buffer); }},
    {"address where it was not wanted", CL_INVALID_OPERATION,
     [](World &) {
       cl_int error;
       return address_of(create({kFixed[0], CL_FALSE, 0}, &error));
     }},
    {"address: no room", CL_INVALID_VALUE,
     [](World &) {
       cl_int error;
       return address_of(create(kFixed, &error), 4);
     }},
    {"argument: no kernel", CL_INVALID_KERNEL, [](World &) { return set_pointer(nullptr, 0, 0); }},
    {"argument: index", CL_INVALID_ARG_INDEX, [](World &w) { return set_pointer(w.kernel, 3, 0); }},
    {"argument: a value", CL_INVALID_ARG_INDEX, [](World &w) { return set_pointer(w.kernel, 1, 0); }},
    {"argument: local", CL_INVALID_ARG_INDEX, [](World &w) { return set_pointer(w.kernel, 2, 0); }},
    {"execution info: size", CL_INVALID_VALUE,
     [](World &w) { return clSetKernelExecInfo(w.kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT, 3, w.bytes); }},
};

TEST(DeviceAddress, wrong_arguments) { expect_errors(calls); }

}  // namespace

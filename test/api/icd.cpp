// SPDX-License-Identifier: Apache-2.0
// cl_khr_icd 2.0: the loader keeps its own table of calls, found through the second word of every object.
#include <CL/cl_icd.h>
#include <dlfcn.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

#include "common/child.h"
#include "common/cl.h"
#include "common/hang.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

const auto kTag = reinterpret_cast<void *>(intptr_t{0x4F50454E434C3331});

// Past the loader, which may have functions of these names itself.
template <class Function> Function driver(Function, const char *name) {
  static void *library = [] {
    std::ifstream file(std::string(std::getenv("OCL_ICD_VENDORS")) + "/wherry.icd");
    std::string path;
    std::getline(file, path);
    return dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD);
  }();
  return reinterpret_cast<Function>(library ? dlsym(library, name) : nullptr);
}
#define DRIVER(name) driver(static_cast<decltype(&name)>(nullptr), #name)

void *word(void *object, int index) { return static_cast<void **>(object)[index]; }

TEST(Icd, objects_carry_what_the_loader_gave) {
  platform();
  auto set = DRIVER(clIcdSetPlatformDispatchDataKHR);
  ASSERT_TRUE(set);
  auto *table = static_cast<const cl_icd_dispatch *>(word(platform(), 0));
  EXPECT_EQ(kTag, reinterpret_cast<void *>(table->clGetPlatformIDs));
  EXPECT_EQ(kTag, reinterpret_cast<void *>(table->clUnloadCompiler));
  void *before = word(platform(), 1);
  int data = 0;
  ok(set(platform(), &data));
  {
    Context c = make_context();
    Queue q = make_queue(0, c);
    cl_int error = CL_SUCCESS;
    Buffer buffer(clCreateBuffer(c, 0, 256, nullptr, &error));
    Program p = build("kernel void k() {}", "", c);
    Kernel k = kernel(p, "k");
    Event event;
    ok(clEnqueueMarkerWithWaitList(q, 0, nullptr, event.out()));
    for (void *object : {static_cast<void *>(platform()), static_cast<void *>(c.get()), static_cast<void *>(q.get()),
                         static_cast<void *>(buffer.get()), static_cast<void *>(p.get()), static_cast<void *>(k.get()),
                         static_cast<void *>(event.get())}) {
      EXPECT_EQ(table, word(object, 0));
      EXPECT_EQ(&data, word(object, 1));
    }
    ok(clFinish(q));
  }
  ok(set(platform(), before));
  EXPECT_EQ(CL_INVALID_PLATFORM, set(nullptr, &data));
  EXPECT_EQ(CL_INVALID_PLATFORM, set(reinterpret_cast<cl_platform_id>(context()), &data));
}

// The platform says that it stays, and it does: dlclose() changes nothing for what runs.
TEST(Icd, the_library_is_not_unloaded) {
  EXPECT_NE(std::string::npos,
            info_text(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS).find("cl_khr_icd_unloadable"));
  EXPECT_EQ(cl_bool{CL_FALSE}, info<cl_bool>(clGetPlatformInfo, platform(), CL_PLATFORM_UNLOADABLE_KHR));
  Dl_info about{};
  ASSERT_TRUE(dladdr(reinterpret_cast<void *>(DRIVER(clIcdSetPlatformDispatchDataKHR)), &about));
  EXPECT_EQ(0, in_child([path = std::string(about.dli_fname)] {
              end_if_hung();
              Event gate(clCreateUserEvent(context(), nullptr));
              const cl_event waits = gate;
              Queue q = make_queue();
              ok(clEnqueueMarkerWithWaitList(q, 1, &waits, nullptr));
              // More than all references that the loader can have.
              for (int i = 0; i < 1000; ++i)
                if (void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD)) dlclose(library), dlclose(library);
              if (!dlopen(path.c_str(), RTLD_NOW | RTLD_NOLOAD)) return 1;
              ok(clSetUserEventStatus(gate, CL_COMPLETE));
              ok(clFinish(q));
              return read<int>(make_buffer(std::vector<int>{7}), 1)[0] == 7 ? 0 : 2;
            }));
}

TEST(Icd, the_loader_finds_every_call) {
  auto find = DRIVER(clIcdGetFunctionAddressForPlatformKHR);
  ASSERT_TRUE(find);
  for (const char *name :
       {"clGetPlatformIDs", "clGetPlatformInfo", "clGetDeviceIDs", "clUnloadCompiler", "clCreateImage",
        "clEnqueueNDRangeKernel", "clCreateFromGLBuffer", "clSetContextDestructorCallback", "clCreateSubDevicesEXT",
        "clCreateCommandBufferKHR", "clIcdSetPlatformDispatchDataKHR"})
    EXPECT_TRUE(find(platform(), name)) << name;
  EXPECT_FALSE(find(platform(), "clMakeCoffee"));
  EXPECT_FALSE(find(platform(), nullptr));
  EXPECT_FALSE(find(nullptr, "clGetPlatformInfo"));
  auto absent = reinterpret_cast<cl_mem(CL_API_CALL *)(cl_context, cl_mem_flags, cl_uint, cl_int *)>(
      find(platform(), "clCreateFromGLBuffer"));
  cl_int error = 1;
  EXPECT_FALSE(absent(context(), 0, 0, &error));
  EXPECT_EQ(CL_INVALID_OPERATION, error);
}

}  // namespace

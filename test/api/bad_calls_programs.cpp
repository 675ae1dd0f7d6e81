// SPDX-License-Identifier: Apache-2.0
// Wrong arguments: programs and kernels.
#include "api/bad_calls.h"

using namespace wherry::test;

#define CALL(...)                                                                                                      \
  [](World &w) -> cl_int {                                                                                             \
    (void)w;                                                                                                           \
    __VA_ARGS__;                                                                                                       \
  }

static const char *const nothing = "kernel void nothing() {}";

static const BadCall program_calls[] = {
    {"source: null context", CL_INVALID_CONTEXT, CALL(const char *s = nothing; return created([&](cl_int *e) {
                                                        return clCreateProgramWithSource(nullptr, 1, &s, nullptr, e);
                                                      }))},
    {"source: wrong kind of context", CL_INVALID_CONTEXT,
     CALL(const char *s = nothing;
          return created([&](cl_int *e) { return clCreateProgramWithSource(w.wrong_context(), 1, &s, nullptr, e); }))},
    {"source: no strings", CL_INVALID_VALUE, CALL(const char *s = nothing; return created([&](cl_int *e) {
                                                    return clCreateProgramWithSource(w.context, 0, &s, nullptr, e);
                                                  }))},
    {"source: null list", CL_INVALID_VALUE,
     CALL(return created([&](cl_int *e) { return clCreateProgramWithSource(w.context, 1, nullptr, nullptr, e); }))},
    {"source: a null string", CL_INVALID_VALUE,
     CALL(const char *s[] = {nothing, nullptr};
          return created([&](cl_int *e) { return clCreateProgramWithSource(w.context, 2, s, nullptr, e); }))},
    {"binary: null context", CL_INVALID_CONTEXT,
     CALL(size_t n = 4; auto b = reinterpret_cast<const unsigned char *>("bin"); return created(
              [&](cl_int *e) { return clCreateProgramWithBinary(nullptr, 1, &w.device, &n, &b, nullptr, e); }))},
    {"binary: no devices", CL_INVALID_VALUE,
     CALL(size_t n = 4; auto b = reinterpret_cast<const unsigned char *>("bin"); return created(
              [&](cl_int *e) { return clCreateProgramWithBinary(w.context, 0, &w.device, &n, &b, nullptr, e); }))},
    {"binary: null lengths", CL_INVALID_VALUE,
     CALL(auto b = reinterpret_cast<const unsigned char *>("bin"); return created(
              [&](cl_int *e) { return clCreateProgramWithBinary(w.context, 1, &w.device, nullptr, &b, nullptr, e); }))},
    {"binary: length 0", CL_INVALID_VALUE,
     CALL(size_t n = 0; auto b = reinterpret_cast<const unsigned char *>("bin"); return created(
              [&](cl_int *e) { return clCreateProgramWithBinary(w.context, 1, &w.device, &n, &b, nullptr, e); }))},
    {"binary: garbage", CL_INVALID_BINARY,
     CALL(size_t n = sizeof w.bytes; auto b = reinterpret_cast<const unsigned char *>(w.bytes); return created(
              [&](cl_int *e) { return clCreateProgramWithBinary(w.context, 1, &w.device, &n, &b, nullptr, e); }))},
    {"built-in kernels: null names", CL_INVALID_VALUE, CALL(return created([&](cl_int *e) {
       return clCreateProgramWithBuiltInKernels(w.context, 1, &w.device, nullptr, e);
     }))},
    {"built-in kernels: unknown name", CL_INVALID_VALUE, CALL(return created([&](cl_int *e) {
       return clCreateProgramWithBuiltInKernels(w.context, 1, &w.device, "nobody", e);
     }))},
    {"IL: unsupported", CL_INVALID_OPERATION,
     CALL(return created([&](cl_int *e) { return clCreateProgramWithIL(w.context, w.bytes, 100, e); })),
     CL_INVALID_VALUE},
    {"retain program: null", CL_INVALID_PROGRAM, CALL(return clRetainProgram(nullptr))},
    {"release program: null", CL_INVALID_PROGRAM, CALL(return clReleaseProgram(nullptr))},
    {"retain program: wrong kind", CL_INVALID_PROGRAM, CALL(return clRetainProgram(w.wrong<cl_program>()))},
    {"release program: wrong kind", CL_INVALID_PROGRAM, CALL(return clReleaseProgram(w.wrong<cl_program>()))},
    {"build: null", CL_INVALID_PROGRAM, CALL(return clBuildProgram(nullptr, 0, nullptr, "", nullptr, nullptr))},
    {"build: wrong kind", CL_INVALID_PROGRAM,
     CALL(return clBuildProgram(w.wrong<cl_program>(), 0, nullptr, "", nullptr, nullptr))},
    {"build: a count without a list", CL_INVALID_VALUE,
     CALL(return clBuildProgram(w.unbuilt, 1, nullptr, "", nullptr, nullptr))},
    {"build: a list without a count", CL_INVALID_VALUE,
     CALL(return clBuildProgram(w.unbuilt, 0, &w.device, "", nullptr, nullptr))},
    {"build: user data without a callback", CL_INVALID_VALUE,
     CALL(return clBuildProgram(w.unbuilt, 0, nullptr, "", nullptr, w.bytes))},
    {"build: wrong kind of device", CL_INVALID_DEVICE,
     CALL(cl_device_id d = w.wrong<cl_device_id>(); return clBuildProgram(w.unbuilt, 1, &d, "", nullptr, nullptr))},
    {"build: unknown option", CL_INVALID_BUILD_OPTIONS,
     CALL(return clBuildProgram(w.unbuilt, 0, nullptr, "-fno-such-option", nullptr, nullptr))},
    {"build: -cl-std of nothing known", CL_INVALID_BUILD_OPTIONS,
     CALL(return clBuildProgram(w.unbuilt, 0, nullptr, "-cl-std=CL9.9", nullptr, nullptr))},
    {"build: a vector width that there is not", CL_INVALID_BUILD_OPTIONS,
     CALL(return clBuildProgram(w.unbuilt, 0, nullptr, "-cl-wherry-vector-width=4 -cl-wherry-vector-width=7", nullptr,
                                nullptr))},
    {"build: with kernels attached", CL_INVALID_OPERATION,
     CALL(return clBuildProgram(w.program, 0, nullptr, "", nullptr, nullptr))},
    {"compile: null", CL_INVALID_PROGRAM,
     CALL(return clCompileProgram(nullptr, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr))},
    {"compile: a count without a list", CL_INVALID_VALUE,
     CALL(return clCompileProgram(w.unbuilt, 1, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr))},
    {"compile: headers without names", CL_INVALID_VALUE,
     CALL(cl_program h = w.unbuilt;
          return clCompileProgram(w.unbuilt, 0, nullptr, "", 1, &h, nullptr, nullptr, nullptr))},
    {"compile: header names without headers", CL_INVALID_VALUE,
     CALL(const char *n = "a.h"; return clCompileProgram(w.unbuilt, 0, nullptr, "", 0, nullptr, &n, nullptr, nullptr))},
    {"compile: unknown option", CL_INVALID_COMPILER_OPTIONS,
     CALL(return clCompileProgram(w.unbuilt, 0, nullptr, "-fno-such-option", 0, nullptr, nullptr, nullptr, nullptr))},
    {"compile: a failing source", CL_COMPILE_PROGRAM_FAILURE,
     CALL(return clCompileProgram(w.failed, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr))},
    {"compile: user data without a callback", CL_INVALID_VALUE,
     CALL(return clCompileProgram(w.unbuilt, 0, nullptr, "", 0, nullptr, nullptr, nullptr, w.bytes))},
    {"link: null context", CL_INVALID_CONTEXT, CALL(cl_program p = w.unbuilt; return created([&](cl_int *e) {
                                                      return clLinkProgram(nullptr, 0, nullptr, "", 1, &p, nullptr,
                                                                           nullptr, e);
                                                    }))},
    {"link: no programs", CL_INVALID_VALUE, CALL(return created([&](cl_int *e) {
       return clLinkProgram(w.context, 0, nullptr, "", 0, nullptr, nullptr, nullptr, e);
     }))},
    {"link: null list", CL_INVALID_VALUE, CALL(return created([&](cl_int *e) {
       return clLinkProgram(w.context, 0, nullptr, "", 1, nullptr, nullptr, nullptr, e);
     }))},
    {"link: a null program", CL_INVALID_PROGRAM, CALL(cl_program p = nullptr; return created([&](cl_int *e) {
                                                        return clLinkProgram(w.context, 0, nullptr, "", 1, &p, nullptr,
                                                                             nullptr, e);
                                                      }))},
    {"link: a program that is not compiled", CL_INVALID_OPERATION,
     CALL(cl_program p = w.unbuilt; return created(
              [&](cl_int *e) { return clLinkProgram(w.context, 0, nullptr, "", 1, &p, nullptr, nullptr, e); }))},
    {"program info: null", CL_INVALID_PROGRAM,
     CALL(return clGetProgramInfo(nullptr, CL_PROGRAM_SOURCE, 100, w.bytes, nullptr))},
    {"program info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetProgramInfo(w.program, 0xDEAD, 100, w.bytes, nullptr))},
    {"program info: too small", CL_INVALID_VALUE,
     CALL(return clGetProgramInfo(w.program, CL_PROGRAM_SOURCE, 1, w.bytes, nullptr))},
    {"program info: kernels of an unbuilt one", CL_INVALID_PROGRAM_EXECUTABLE,
     CALL(return clGetProgramInfo(w.unbuilt, CL_PROGRAM_NUM_KERNELS, 100, w.bytes, nullptr))},
    {"program info: constructors of an unbuilt one", CL_INVALID_PROGRAM_EXECUTABLE,
     CALL(return clGetProgramInfo(w.unbuilt, CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, 100, w.bytes, nullptr))},
    {"program info: destructors of a failed one", CL_INVALID_PROGRAM_EXECUTABLE,
     CALL(return clGetProgramInfo(w.failed, CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, 100, w.bytes, nullptr))},
    {"program info: kernel names of a failed one", CL_INVALID_PROGRAM_EXECUTABLE,
     CALL(return clGetProgramInfo(w.failed, CL_PROGRAM_KERNEL_NAMES, 100, w.bytes, nullptr))},
    {"build info: null program", CL_INVALID_PROGRAM,
     CALL(return clGetProgramBuildInfo(nullptr, w.device, CL_PROGRAM_BUILD_LOG, 100, w.bytes, nullptr))},
    {"build info: null device", CL_INVALID_DEVICE,
     CALL(return clGetProgramBuildInfo(w.program, nullptr, CL_PROGRAM_BUILD_LOG, 100, w.bytes, nullptr))},
    {"build info: wrong kind of device", CL_INVALID_DEVICE,
     CALL(return clGetProgramBuildInfo(w.program, w.wrong<cl_device_id>(), CL_PROGRAM_BUILD_LOG, 100, w.bytes,
                                       nullptr))},
    {"build info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetProgramBuildInfo(w.program, w.device, 0xDEAD, 100, w.bytes, nullptr))},
    {"build info: too small", CL_INVALID_VALUE,
     CALL(return clGetProgramBuildInfo(w.program, w.device, CL_PROGRAM_BUILD_STATUS, 1, w.bytes, nullptr))},
    {"specialization constant: not from IL", CL_INVALID_PROGRAM,
     CALL(return clSetProgramSpecializationConstant(w.program, 0, 4, w.bytes)), CL_INVALID_OPERATION},
    {"unload compiler: wrong kind", CL_INVALID_PLATFORM,
     CALL(return clUnloadPlatformCompiler(w.wrong<cl_platform_id>()))},
};

static cl_int set(cl_kernel k, cl_uint index, size_t size, const void *value) {
  return clSetKernelArg(k, index, size, value);
}

static const BadCall kernel_calls[] = {
    {"kernel: null program", CL_INVALID_PROGRAM,
     CALL(return created([&](cl_int *e) { return clCreateKernel(nullptr, "test", e); }))},
    {"kernel: wrong kind of program", CL_INVALID_PROGRAM,
     CALL(return created([&](cl_int *e) { return clCreateKernel(w.wrong<cl_program>(), "test", e); }))},
    {"kernel: unbuilt program", CL_INVALID_PROGRAM_EXECUTABLE,
     CALL(return created([&](cl_int *e) { return clCreateKernel(w.unbuilt, "test", e); }))},
    {"kernel: failed program", CL_INVALID_PROGRAM_EXECUTABLE,
     CALL(return created([&](cl_int *e) { return clCreateKernel(w.failed, "test", e); }))},
    {"kernel: null name", CL_INVALID_VALUE,
     CALL(return created([&](cl_int *e) { return clCreateKernel(w.program, nullptr, e); }))},
    {"kernel: unknown name", CL_INVALID_KERNEL_NAME,
     CALL(return created([&](cl_int *e) { return clCreateKernel(w.program, "nobody", e); }))},
    {"kernel: empty name", CL_INVALID_KERNEL_NAME,
     CALL(return created([&](cl_int *e) { return clCreateKernel(w.program, "", e); }))},
    {"kernels in program: null", CL_INVALID_PROGRAM,
     CALL(return clCreateKernelsInProgram(nullptr, 0, nullptr, nullptr))},
    {"kernels in program: unbuilt", CL_INVALID_PROGRAM_EXECUTABLE,
     CALL(cl_uint n; return clCreateKernelsInProgram(w.unbuilt, 0, nullptr, &n))},
    {"kernels in program: too few places", CL_INVALID_VALUE,
     CALL(cl_kernel k; return clCreateKernelsInProgram(w.program, 1, &k, nullptr))},
    {"clone: null", CL_INVALID_KERNEL, CALL(return created([&](cl_int *e) { return clCloneKernel(nullptr, e); }))},
    {"clone: wrong kind", CL_INVALID_KERNEL,
     CALL(return created([&](cl_int *e) { return clCloneKernel(w.wrong<cl_kernel>(), e); }))},
    {"retain kernel: null", CL_INVALID_KERNEL, CALL(return clRetainKernel(nullptr))},
    {"release kernel: null", CL_INVALID_KERNEL, CALL(return clReleaseKernel(nullptr))},
    {"retain kernel: wrong kind", CL_INVALID_KERNEL, CALL(return clRetainKernel(w.wrong<cl_kernel>()))},
    {"release kernel: wrong kind", CL_INVALID_KERNEL, CALL(return clReleaseKernel(w.wrong<cl_kernel>()))},
    {"argument: null kernel", CL_INVALID_KERNEL, CALL(return set(nullptr, 0, 4, w.bytes))},
    {"argument: wrong kind of kernel", CL_INVALID_KERNEL, CALL(return set(w.wrong<cl_kernel>(), 0, 4, w.bytes))},
    {"argument: index past the last", CL_INVALID_ARG_INDEX, CALL(return set(w.kernel, 3, 4, w.bytes))},
    {"argument: index of all ones", CL_INVALID_ARG_INDEX, CALL(return set(w.kernel, ~0u, 4, w.bytes))},
    {"argument: value too small", CL_INVALID_ARG_SIZE, CALL(return set(w.kernel, 1, 2, w.bytes))},
    {"argument: value too big", CL_INVALID_ARG_SIZE, CALL(return set(w.kernel, 1, 8, w.bytes))},
    {"argument: value of size 0", CL_INVALID_ARG_SIZE, CALL(return set(w.kernel, 1, 0, w.bytes))},
    {"argument: null value", CL_INVALID_ARG_VALUE, CALL(return set(w.kernel, 1, 4, nullptr))},
    {"argument: buffer's size wrong", CL_INVALID_ARG_SIZE, CALL(cl_mem m = w.buffer; return set(w.kernel, 0, 4, &m))},
    {"argument: wrong kind as buffer", CL_INVALID_MEM_OBJECT,
     CALL(cl_mem m = w.wrong<cl_mem>(); return set(w.kernel, 0, sizeof m, &m)), CL_INVALID_ARG_VALUE},
    {"argument: local with a value", CL_INVALID_ARG_VALUE, CALL(return set(w.kernel, 2, 4, w.bytes))},
    {"kernel info: null", CL_INVALID_KERNEL,
     CALL(return clGetKernelInfo(nullptr, CL_KERNEL_NUM_ARGS, 100, w.bytes, nullptr))},
    {"kernel info: wrong kind", CL_INVALID_KERNEL,
     CALL(return clGetKernelInfo(w.wrong<cl_kernel>(), CL_KERNEL_NUM_ARGS, 100, w.bytes, nullptr))},
    {"kernel info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetKernelInfo(w.kernel, 0xDEAD, 100, w.bytes, nullptr))},
    {"kernel info: too small", CL_INVALID_VALUE,
     CALL(return clGetKernelInfo(w.kernel, CL_KERNEL_NUM_ARGS, 1, w.bytes, nullptr))},
    {"argument info: null", CL_INVALID_KERNEL,
     CALL(return clGetKernelArgInfo(nullptr, 0, CL_KERNEL_ARG_NAME, 100, w.bytes, nullptr))},
    {"argument info: index past the last", CL_INVALID_ARG_INDEX,
     CALL(return clGetKernelArgInfo(w.kernel, 3, CL_KERNEL_ARG_NAME, 100, w.bytes, nullptr))},
    {"argument info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetKernelArgInfo(w.kernel, 0, 0xDEAD, 100, w.bytes, nullptr))},
    {"argument info: too small", CL_INVALID_VALUE,
     CALL(return clGetKernelArgInfo(w.kernel, 0, CL_KERNEL_ARG_NAME, 1, w.bytes, nullptr))},
    {"work-group info: null", CL_INVALID_KERNEL,
     CALL(return clGetKernelWorkGroupInfo(nullptr, w.device, CL_KERNEL_WORK_GROUP_SIZE, 100, w.bytes, nullptr))},
    {"work-group info: wrong kind of device", CL_INVALID_DEVICE,
     CALL(return clGetKernelWorkGroupInfo(w.kernel, w.wrong<cl_device_id>(), CL_KERNEL_WORK_GROUP_SIZE, 100, w.bytes,
                                          nullptr))},
    {"work-group info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetKernelWorkGroupInfo(w.kernel, w.device, 0xDEAD, 100, w.bytes, nullptr))},
    {"work-group info: too small", CL_INVALID_VALUE,
     CALL(return clGetKernelWorkGroupInfo(w.kernel, w.device, CL_KERNEL_WORK_GROUP_SIZE, 1, w.bytes, nullptr))},
    {"work-group info: global size of an ordinary kernel", CL_INVALID_VALUE,
     CALL(return clGetKernelWorkGroupInfo(w.kernel, w.device, CL_KERNEL_GLOBAL_WORK_SIZE, 100, w.bytes, nullptr))},
    {"sub-group info: null", CL_INVALID_KERNEL,
     CALL(return clGetKernelSubGroupInfo(nullptr, w.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 8, w.bytes,
                                         nullptr))},
    {"sub-group info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetKernelSubGroupInfo(w.kernel, w.device, 0xDEAD, 0, nullptr, 100, w.bytes, nullptr))},
    {"sub-group info: no input", CL_INVALID_VALUE,
     CALL(return clGetKernelSubGroupInfo(w.kernel, w.device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 0, nullptr, 8,
                                         w.bytes, nullptr))},
    {"sub-group info: input of an odd size", CL_INVALID_VALUE,
     CALL(return clGetKernelSubGroupInfo(w.kernel, w.device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, 12, w.bytes, 8,
                                         w.bytes, nullptr))},
    {"sub-group info: too small", CL_INVALID_VALUE,
     CALL(return clGetKernelSubGroupInfo(w.kernel, w.device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, 4, w.bytes,
                                         nullptr))},
    {"exec info: null kernel", CL_INVALID_KERNEL,
     CALL(return clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, 8, w.bytes))},
    {"SVM argument: null kernel", CL_INVALID_KERNEL, CALL(return clSetKernelArgSVMPointer(nullptr, 0, w.bytes))},
};

TEST(BadCalls, programs) { expect_errors(program_calls); }
TEST(BadCalls, kernels) { expect_errors(kernel_calls); }

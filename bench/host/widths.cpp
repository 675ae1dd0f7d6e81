// SPDX-License-Identifier: Apache-2.0
// Kernels with vectors of 2 to 16 elements in each work-item, beside the same with one element: what
// CL_DEVICE_PREFERRED_VECTOR_WIDTH_* should say.
#include <cstring>
#include <span>

#include "host.h"

namespace {

// T: an element's type; VT: N elements of type T. Each kernel takes the same elements in every width.
constexpr char kSource[] = R"(
#ifdef cl_khr_fp16
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#if N == 1
#define ANY(c) (c)
#define CHOOSE(c, a, b) ((c) ? (a) : (b))
#else
#define ANY(c) any(c)
#define CHOOSE(c, a, b) select(b, a, c)
#endif
#define ITEM size_t i = get_global_id(0); VT x = a[i], y = b[i];
kernel void stream(global const VT *a, global const VT *b, global VT *out) { ITEM out[i] = x * (T)3 + y; }
kernel void chain(global const VT *a, global const VT *b, global VT *out) {
  ITEM
  for (int k = 0; k < 64; ++k) x = x * y + (T)1;
  out[i] = x;
}
#ifdef INTEGERS
kernel void rotations(global const VT *a, global const VT *b, global VT *out) {
  ITEM
  VT p = x, q = y, r = x ^ y, s = x + y;
  for (int k = 0; k < 16; ++k) {
    p = q + rotate((VT)(p + ((q & r) | (~q & s)) + x + (T)0x78), (VT)7);
    s = p + rotate((VT)(s + ((p & q) | (~p & r)) + y + (T)0x56), (VT)5);
    r = s + rotate((VT)(r + ((s & p) | (~s & q)) + x + (T)0xdb), (VT)3);
    q = r + rotate((VT)(q + ((r & s) | (~r & p)) + y + (T)0xee), (VT)6);
  }
  out[i] = p ^ q ^ r ^ s;
}
kernel void functions(global const VT *a, global const VT *b, global VT *out) {
  ITEM
  for (int k = 0; k < 8; ++k) x = hadd(abs_diff(x, y), mul_hi(x, y)) + clamp(x, (VT)9, y) + popcount(x);
  out[i] = x;
}
kernel void rounds(global const VT *a, global const VT *b, global VT *out) {
  ITEM
  VT n = 0;
  while (ANY(x > y)) {
    n = CHOOSE(x > y, n + (T)1, n);
    x = CHOOSE(x > y, x - (x >> (VT)3) - (T)1, x);
  }
  out[i] = n;
}
#else
kernel void functions(global const VT *a, global const VT *b, global VT *out) {
  ITEM
  out[i] = exp2(x) + log2(y) * sin(x) + sqrt(y);
}
kernel void rounds(global const VT *a, global const VT *b, global VT *out) {
  ITEM
  VT u = 0, v = 0, n = 0;
  for (int k = 0; k < 64 && ANY(u * u + v * v < (T)4); ++k) {
    n = CHOOSE(u * u + v * v < (T)4, n + (T)1, n);
    VT next = u * u - v * v + x - (T)1.25;
    v = (T)2 * u * v + y - (T)0.75;
    u = next;
  }
  out[i] = n;
}
#endif
)";

struct Type {
  const char *name;
  size_t bytes;
  // Without integers: the bits of 0.5, to which bits of the fraction are added.
  cl_ulong half_bits;
  cl_ulong fraction;
};
const Type kTypes[] = {{"uchar", 1, 0, 0},
                       {"ushort", 2, 0, 0},
                       {"uint", 4, 0, 0},
                       {"ulong", 8, 0, 0},
                       {"half", 2, 0x3800, 0x3ff},
                       {"float", 4, 0x3f000000, 0x7fffff},
                       {"double", 8, 0x3fe0000000000000, 0xfffffffffffff}};
const size_t kWidths[] = {1, 2, 4, 8, 16};

cl_mem make_buffer(const Driver &driver, const Type &type, size_t elements, cl_ulong seed) {
  std::vector<unsigned char> bytes(elements * type.bytes);
  for (size_t i = 0; i < elements; ++i) {
    seed = seed * 6364136223846793005 + 1442695040888963407;
    const cl_ulong bits = type.fraction ? type.half_bits | (seed >> 11 & type.fraction) : seed >> 11;
    std::memcpy(&bytes[i * type.bytes], &bits, type.bytes);
  }
  cl_int error;
  cl_mem buffer = clCreateBuffer(driver.context, CL_MEM_COPY_HOST_PTR, bytes.size(), bytes.data(), &error);
  ok(error);
  return buffer;
}

cl_program build(const Driver &driver, const Type &type, size_t width) {
  const char *source = kSource;
  cl_int error;
  cl_program program = clCreateProgramWithSource(driver.context, 1, &source, nullptr, &error);
  ok(error);
  const std::string name = type.name, n = std::to_string(width);
  ok(clBuildProgram(
      program, 1, &driver.device,
      ("-DT=" + name + " -DVT=" + name + (width > 1 ? n : "") + " -DN=" + n + (type.fraction ? "" : " -DINTEGERS"))
          .c_str(),
      nullptr, nullptr));
  return program;
}

}  // namespace

void widths(Driver &driver) {
  for (const Type &type : std::span(kTypes).first(short_run ? 1 : std::size(kTypes))) {
    // Three buffers that the second-level cache of most CPUs holds: memory gives the same to all widths.
    const size_t elements = (size_t{256} << 10) / type.bytes;
    cl_mem buffers[] = {make_buffer(driver, type, elements, 1), make_buffer(driver, type, elements, 2),
                        make_buffer(driver, type, elements, 3)};
    std::vector<cl_program> programs;
    for (const size_t width : kWidths) programs.push_back(build(driver, type, width));
    for (const char *name : {"stream", "chain", "rotations", "functions", "rounds"}) {
      if (type.fraction && name == std::string("rotations")) continue;
      std::vector<cl_kernel> kernels;
      for (cl_program program : programs) {
        cl_int error;
        kernels.push_back(clCreateKernel(program, name, &error));
        ok(error);
        for (cl_uint i = 0; i < 3; ++i) ok(clSetKernelArg(kernels.back(), i, sizeof(cl_mem), &buffers[i]));
      }
      std::vector<double> times[std::size(kWidths)];
      // The first tries are not counted: a driver may build a kernel again for the launches that it sees.
      const int tries = short_run ? 1 : 60, skipped = short_run ? 0 : 20;
      for (int i = 0; i < tries; ++i)
        for (size_t k = 0; k < std::size(kWidths); ++k) {
          const size_t items = elements / kWidths[k];
          const int launches = short_run ? 1 : 8;
          const auto begin = Clock::now();
          for (int n = 0; n < launches; ++n)
            ok(clEnqueueNDRangeKernel(driver.queue, kernels[k], 1, nullptr, &items, nullptr, 0, nullptr, nullptr));
          ok(clFinish(driver.queue));
          if (i >= skipped) times[k].push_back(nanoseconds(begin));
        }
      for (size_t k = 1; k < std::size(kWidths); ++k)
        report((std::string(name) + ", " + type.name + std::to_string(kWidths[k]) + ": times the speed of " + type.name)
                   .c_str(),
               median(times[0]) / median(times[k]));
      for (cl_kernel kernel : kernels) ok(clReleaseKernel(kernel));
    }
    for (cl_program program : programs) ok(clReleaseProgram(program));
    for (cl_mem buffer : buffers) ok(clReleaseMemObject(buffer));
  }
}

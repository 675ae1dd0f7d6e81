// SPDX-License-Identifier: Apache-2.0
// Functions of small extensions against the host: bfloat16, the kernel clock, atomics of half, work-groups' bitwise,
// logical and multiplying collectives.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "common/cl.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

// Rounded to the nearest, even where two are as near; a NaN stays one.
uint16_t bfloat16_of(uint32_t bits) {
  const float x = std::bit_cast<float>(bits);
  if (x != x) return static_cast<uint16_t>(bits >> 16 | 0x40);
  const uint32_t low = bits & 0xFFFF, high = bits >> 16;
  return static_cast<uint16_t>(high + (low > 0x8000 || (low == 0x8000 && high % 2)));
}

TEST(Bfloat16, conversions_to) {
  // For each upper half what decides on rounding, and some numbers between.
  std::vector<uint32_t> bits;
  Random random(seed());
  for (uint32_t high = 0; high < 0x10000; ++high)
    for (uint32_t low : {0u, 1u, 0x7FFFu, 0x8000u, 0x8001u, 0xFFFFu, 0u, 0u})
      bits.push_back(high << 16 | low | (bits.size() % 8 > 5 ? uint32_t(random.below(0x10000)) : 0));
  for (const char *options : {"-cl-std=CL1.0", "-cl-std=CL3.0", "-cl-std=CLC++2021", "-cl-wherry-cpu-level=1",
                              "-cl-fast-relaxed-math -cl-denorms-are-zero"}) {
    std::string text =
        "kernel void to(global const float *in, global ushort *out) {\n  const size_t i = get_global_id(0);\n"
        "  out[i] = intel_convert_bfloat16_as_ushort(in[i]);\n}\n";
    for (const char *count : {"2", "3", "4", "8", "16"})
      text += "kernel void to" + std::string(count) + "(global const float *in, global ushort *out) {\n" +
              "  const size_t i = get_global_id(0);\n  vstore" + count + "(intel_convert_bfloat16" + count +
              "_as_ushort" + count + "(vload" + count + "(i, in)), i, out);\n}\n";
    Program program = build(text, options);
    Buffer in = make_buffer(bits);
    for (size_t count : {1u, 2u, 3u, 4u, 8u, 16u}) {
      SCOPED_TRACE(std::to_string(count) + options);
      Kernel to = kernel(program, count == 1 ? "to" : ("to" + std::to_string(count)).c_str());
      Buffer out_buffer = make_buffer(bits.size() * 2);
      set_args(to, in, out_buffer);
      const size_t items = bits.size() / count;
      run(to, {items});
      const auto out = read<uint16_t>(out_buffer, items * count);
      for (size_t i = 0; i < out.size(); ++i) ASSERT_EQ(bfloat16_of(bits[i]), out[i]) << std::hex << bits[i];
    }
  }
}

TEST(Bfloat16, conversions_from) {
  std::vector<uint16_t> all(0x10000);
  for (size_t i = 0; i < all.size(); ++i) all[i] = static_cast<uint16_t>(i);
  std::string text =
      "kernel void from(global const ushort *in, global float *out) {\n  const size_t i = get_global_id(0);\n"
      "  out[i] = intel_convert_as_bfloat16_float(in[i]);\n}\n";
  for (const char *count : {"2", "3", "4", "8", "16"})
    text += "kernel void from" + std::string(count) + "(global const ushort *in, global float *out) {\n" +
            "  const size_t i = get_global_id(0);\n  vstore" + count + "(intel_convert_as_bfloat16" + count + "_float" +
            count + "(vload" + count + "(i, in)), i, out);\n}\n";
  Program program = build(text, "-cl-std=CL1.2");
  Buffer in = make_buffer(all);
  for (size_t count : {1u, 2u, 3u, 4u, 8u, 16u}) {
    Kernel from = kernel(program, count == 1 ? "from" : ("from" + std::to_string(count)).c_str());
    Buffer out_buffer = make_buffer(all.size() * 4);
    set_args(from, in, out_buffer);
    const size_t items = all.size() / count;
    run(from, {items});
    const auto out = read<uint32_t>(out_buffer, items * count);
    for (size_t i = 0; i < out.size(); ++i) ASSERT_EQ(uint32_t(i) << 16, out[i]) << count;
  }
}

TEST(KernelClock, goes_forward) {
  EXPECT_EQ(
      info<cl_device_kernel_clock_capabilities_khr>(clGetDeviceInfo, device(), CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR),
      cl_device_kernel_clock_capabilities_khr{CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR |
                                              CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR |
                                              CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR});
  uint64_t latest = 0;
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CLC++2021"})
    for (const char *scope : {"device", "work_group", "sub_group"}) {
      SCOPED_TRACE(std::string(scope) + options);
      Program program =
          build("#define READ clock_read_" + std::string(scope) + "\n#define HALVES clock_read_hilo_" + scope + R"(
        #if !defined(cl_khr_kernel_clock) || !defined(__opencl_c_kernel_clock_scope_device)
        #error the macros are missing
        #endif
        kernel void test(global ulong *out, global int *work, int n) {
          const size_t i = get_global_id(0);
          const ulong begin = READ();
          int sum = (int)i;
          for (int k = 0; k < n + (int)(i % 3); ++k) sum = sum * 1664525 + work[(i + k) % get_global_size(0)];
          work[i] = sum;
          const uint2 halves = HALVES();
          barrier(CLK_GLOBAL_MEM_FENCE);
          out[i * 3] = begin;
          out[i * 3 + 1] = upsample(halves.hi, halves.lo);
          out[i * 3 + 2] = READ();
        })",
                options);
      Kernel test = kernel(program, "test");
      constexpr size_t items = 160;
      Buffer out_buffer = make_buffer(items * 24), work = make_buffer(std::vector<int32_t>(items, 3));
      set_args(test, out_buffer, work, 1000);
      run(test, {items}, {40});
      const auto out = read<uint64_t>(out_buffer, items * 3);
      // A clock for the device: what ran before is earlier.
      for (size_t i = 0; i < items; ++i) {
        ASSERT_LE(latest, out[i * 3]);
        // 1000 steps take longer than a tick each.
        ASSERT_LE(out[i * 3] + 1000, out[i * 3 + 1]);
        ASSERT_LT(out[i * 3 + 1], out[i * 3 + 2]);
      }
      latest = *std::max_element(out.begin(), out.end());
    }
}

// Adds reach no number that half would round; each old value is seen once.
const char *const half_source = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if !defined(__opencl_c_ext_fp16_global_atomic_load_store) || !defined(__opencl_c_ext_fp16_local_atomic_load_store) || \
    !defined(__opencl_c_ext_fp16_global_atomic_add) || !defined(__opencl_c_ext_fp16_local_atomic_add) || \
    !defined(__opencl_c_ext_fp16_global_atomic_min_max) || !defined(__opencl_c_ext_fp16_local_atomic_min_max)
#error the features are missing
#endif
// `at`: five halves: a sum, a difference, a minimum, a maximum, one that is exchanged.
#define ALL(at, result) \
  result[0] = atomic_fetch_add_explicit(at, 1.0h, memory_order_relaxed, memory_scope_device); \
  result[1] = atomic_fetch_sub(at + 1, 0.5h); \
  atomic_fetch_min_explicit(at + 2, (half)(100 - (int)(i * 7 % 61)), memory_order_acq_rel); \
  atomic_fetch_max(at + 3, (half)(i * 7 % 61) - 2000.0h); \
  result[2] = atomic_exchange_explicit(at + 4, (half)i, memory_order_relaxed);
kernel void test(volatile global atomic_half *at, global half *out, global half *sums) {
  const uint i = get_global_id(0), l = get_local_id(0);
  volatile local atomic_half own[5];
  if (l == 0) {
    atomic_store(own, 0.0h);
    atomic_store_explicit(own + 1, 0.0h, memory_order_relaxed);
    atomic_store(own + 2, 1000.0h);
    atomic_store(own + 3, -INFINITY);
    atomic_store(own + 4, -1.0h);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  global half *to = out + i * 9;
  ALL(at, to)
  to += 3;
  ALL(own, to)
  volatile atomic_half *any = i % 2 ? (volatile atomic_half *)(at + 5) : (volatile atomic_half *)(own + 1);
  to[3] = atomic_fetch_add(any, 0.25h);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 5) sums[get_group_id(0) * 5 + l] = atomic_load(own + l);
}
)";

float float_of(uint16_t half) {
  _Float16 value;
  memcpy(&value, &half, sizeof value);
  return static_cast<float>(value);
}

TEST(HalfAtomics, in_global_local_and_generic_memory) {
  constexpr cl_device_fp_atomic_capabilities_ext all =
      CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |
      CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |
      CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT;
  EXPECT_EQ(
      info<cl_device_fp_atomic_capabilities_ext>(clGetDeviceInfo, device(), CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT),
      all);
  constexpr size_t items = 1024, group = 64;
  for (const char *options : {"-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.0 -cl-wherry-cpu-level=1"}) {
    SCOPED_TRACE(options);
    Program program = build(half_source, options);
    Kernel test = kernel(program, "test");
    // 0, 0, 1000, -infinity, -1, 0
    Buffer at = make_buffer(std::vector<uint16_t>{0, 0, 0x63D0, 0xFC00, 0xBC00, 0}),
           out_buffer = make_buffer(items * 9 * 2), sum_buffer = make_buffer(items / group * 5 * 2);
    set_args(test, at, out_buffer, sum_buffer);
    run(test, {items}, {group});
    const auto now = read<uint16_t>(at, 6), out = read<uint16_t>(out_buffer, items * 9),
               sums = read<uint16_t>(sum_buffer, items / group * 5);
    EXPECT_EQ(float_of(now[0]), items);
    EXPECT_EQ(float_of(now[1]), -0.5f * items);
    EXPECT_EQ(float_of(now[2]), 40);
    EXPECT_EQ(float_of(now[3]), -1940);
    EXPECT_EQ(float_of(now[5]), 0.25f * items / 2);
    std::vector<int> seen(items), seen_half(items), exchanged(items + 1);
    for (size_t i = 0; i < items; ++i) {
      ++seen.at(size_t(float_of(out[i * 9])));
      ++seen_half.at(size_t(-2 * float_of(out[i * 9 + 1])));
      ++exchanged.at(size_t(float_of(out[i * 9 + 2]) + 1));
    }
    ++exchanged.at(size_t(float_of(now[4]) + 1));
    EXPECT_EQ(seen, std::vector<int>(items, 1));
    EXPECT_EQ(seen_half, std::vector<int>(items, 1));
    EXPECT_EQ(exchanged, std::vector<int>(items + 1, 1));
    for (size_t g = 0; g < items / group; ++g) {
      std::vector<int> in_group(group);
      float least = 1000, most = -INFINITY;
      for (size_t i = g * group; i < (g + 1) * group; ++i) {
        ++in_group.at(size_t(float_of(out[i * 9 + 3])));
        least = std::min(least, 100 - float(i * 7 % 61));
        most = std::max(most, float(i * 7 % 61) - 2000);
      }
      EXPECT_EQ(in_group, std::vector<int>(group, 1));
      EXPECT_EQ(float_of(sums[g * 5]), group);
      EXPECT_EQ(float_of(sums[g * 5 + 1]), -0.5f * group + 0.25f * group / 2);
      EXPECT_EQ(float_of(sums[g * 5 + 2]), least);
      EXPECT_EQ(float_of(sums[g * 5 + 3]), most);
    }
  }
}

// A sum is rounded to half, not to float and stored.
TEST(HalfAtomics, sums_are_rounded) {
  Program program = build(R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    kernel void test(global atomic_half *at, global half *by, global half *old) {
      for (int k = 0; k < 6; ++k) old[k] = atomic_fetch_add(at + k, by[k]);
    })",
                          "-cl-std=CL3.0");
  Kernel test = kernel(program, "test");
  auto bits = [](const std::vector<float> &values) {
    std::vector<uint16_t> halves;
    for (float value : values) halves.push_back(std::bit_cast<uint16_t>(static_cast<_Float16>(value)));
    return halves;
  };
  // To even: down, up; to infinity; below the normal numbers; NaN.
  const std::vector<float> start{2048, 2050, 65504, 3e-7F, 1, -INFINITY}, by{1, 1, 16, 6e-8F, NAN, INFINITY};
  Buffer at = make_buffer(bits(start)), by_buffer = make_buffer(bits(by)), old = make_buffer(12);
  set_args(test, at, by_buffer, old);
  run(test, {1});
  EXPECT_EQ(bits(start), read<uint16_t>(old, 6));
  const auto now = read<uint16_t>(at, 6);
  for (size_t k = 0; k < 4; ++k)
    EXPECT_EQ(now[k], std::bit_cast<uint16_t>(
                          static_cast<_Float16>(static_cast<_Float16>(start[k]) + static_cast<_Float16>(by[k]))))
        << k;
  EXPECT_NE(float_of(now[4]), float_of(now[4]));
  EXPECT_NE(float_of(now[5]), float_of(now[5]));
}

// cl_khr_work_group_uniform_arithmetic
template <class T> void check_work_group(const std::string &type, const char *options) {
  SCOPED_TRACE(type + " " + options);
  constexpr bool integer = std::is_integral_v<T>;
  constexpr size_t forms = integer ? 12 : 3, group = 24, items = 72;
  Program program = build("#define T " + type + "\n#define INTEGER " + std::to_string(integer) + R"(
    #ifndef cl_khr_work_group_uniform_arithmetic
    #error the macro is missing
    #endif
    #pragma OPENCL EXTENSION cl_khr_work_group_uniform_arithmetic : enable
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    #define FORMS(op, x) to[n++] = work_group_reduce_##op(x); to[n++] = work_group_scan_inclusive_##op(x); \
                         to[n++] = work_group_scan_exclusive_##op(x);
    kernel void test(global const T *in, global const T *factors, global T *out, global int *truths) {
      const size_t i = get_global_id(0);
      const T x = in[i];
      global T *to = out + i * )" +
                              std::to_string(forms) +
                              R"(;
      int n = 0;
      FORMS(mul, factors[i])
    #if INTEGER
      FORMS(and, x) FORMS(or, x) FORMS(xor, x)
    #endif
      {
        global int *to = truths + i * 9;
        int n = 0;
        const int p = i % 24 < 5 ? 4 : i % 24 == 11 ? 0 : (int)(i % 3);
        FORMS(logical_and, p) FORMS(logical_or, p == 4 ? 0 : p) FORMS(logical_xor, p)
      }
    })",
                          options);
  Kernel test = kernel(program, "test");
  Random random(seed());
  std::vector<T> in(items), factors(items);
  for (size_t i = 0; i < items; ++i) {
    in[i] = static_cast<T>(random.next());
    if constexpr (std::is_integral_v<T>)
      factors[i] = static_cast<T>(random.next() | 1);
    else
      factors[i] = static_cast<T>(i % 4 == 0 ? 2 : i % 4 == 1 ? 0.5 : i % 4 == 2 ? -1 : 1);
  }
  Buffer in_buffer = make_buffer(in), factor_buffer = make_buffer(factors),
         out_buffer = make_buffer(items * forms * sizeof(T)), truth_buffer = make_buffer(items * 9 * 4);
  set_args(test, in_buffer, factor_buffer, out_buffer, truth_buffer);
  run(test, {items}, {group});
  const auto out = read<T>(out_buffer, items * forms);
  const auto truths = read<int32_t>(truth_buffer, items * 9);
  for (size_t i = 0; i < items; ++i) {
    const size_t begin = i / group * group, lane = i - begin;
    auto check = [&](auto start, auto join, auto value, auto seen) {
      for (size_t end : {group, lane + 1, lane}) {
        auto all = start;
        for (size_t k = begin; k < begin + end; ++k) all = static_cast<decltype(all)>(join(all, value(k)));
        seen(all);
      }
    };
    size_t n = 0;
    auto same = [&](T expected) {
      ASSERT_EQ(expected, out[i * forms + n]) << "form " << n << ", item " << i;
      ++n;
    };
    auto multiply = [](T a, T b) {
      if constexpr (std::is_integral_v<T>)
        return static_cast<T>(uint64_t(a) * uint64_t(b));  // wraps around
      else
        return a * b;
    };
    check(T{1}, multiply, [&](size_t k) { return factors[k]; }, same);
    auto x = [&](size_t k) { return in[k]; };
    if constexpr (std::is_integral_v<T>) {
      check(static_cast<T>(~T{}), [](T a, T b) { return a & b; }, x, same);
      check(T{}, [](T a, T b) { return a | b; }, x, same);
      check(T{}, [](T a, T b) { return a ^ b; }, x, same);
    }
    n = 0;
    auto same_truth = [&](bool expected) {
      ASSERT_EQ(expected, truths[i * 9 + n] != 0) << "truth " << n << ", item " << i;
      ++n;
    };
    auto p = [](size_t k) { return k % 24 < 5 ? 4 : k % 24 == 11 ? 0 : int(k % 3); };
    check(true, [](bool a, bool b) { return a && b; }, [&](size_t k) { return p(k) != 0; }, same_truth);
    check(false, [](bool a, bool b) { return a || b; }, [&](size_t k) { return p(k) != 4 && p(k) != 0; }, same_truth);
    check(false, [](bool a, bool b) { return a != b; }, [&](size_t k) { return p(k) != 0; }, same_truth);
  }
}

TEST(WorkGroupUniformArithmetic, matches_the_host) {
  check_work_group<int32_t>("int", "-cl-std=CL2.0");
  check_work_group<uint32_t>("uint", "-cl-std=CL3.0");
  check_work_group<int64_t>("long", "-cl-std=CLC++2021");
  check_work_group<uint64_t>("ulong", "-cl-std=CL3.0");
  check_work_group<float>("float", "-cl-std=CL3.0");
  check_work_group<double>("double", "-cl-std=CL2.0");
  check_work_group<_Float16>("half", "-cl-std=CL3.0");
}

}  // namespace

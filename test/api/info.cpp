// SPDX-License-Identifier: Apache-2.0
// Every query of every object: its size, a place too small, exact, and larger than needed.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>

#include "api/bad_calls.h"
#include "wherry/cl_newer.h"
#include "wherry/cl_wherry.h"

using namespace wherry::test;

namespace {

constexpr size_t any = ~size_t(0);    // an array or text
constexpr size_t optional = any - 1;  // may be refused as unknown

struct Param {
  cl_uint name;
  const char *text;
  size_t size;
};
#define P(name, size) {name, #name, size}

using Query = std::function<cl_int(cl_uint, size_t, void *, size_t *)>;

void check_param(const Query &query, const Param &param) {
  SCOPED_TRACE(param.text);
  size_t size = 12345;
  cl_int result = query(param.name, 0, nullptr, &size);
  if (param.size == optional && result == CL_INVALID_VALUE) return;
  ASSERT_EQ("CL_SUCCESS (0)", error_name(result));
  if (param.size < optional) EXPECT_EQ(param.size, size);
  ASSERT_LT(size, 1u << 20);
  std::vector<unsigned char> exact(size + 16, 0xC3), larger(size + 64, 0xC3);
  if (size > 0) {
    EXPECT_EQ("CL_INVALID_VALUE (-30)", error_name(query(param.name, size - 1, exact.data(), nullptr)));
    EXPECT_EQ(0xC3, exact[size - 1]) << "written beside an error";
  }
  EXPECT_EQ("CL_SUCCESS (0)", error_name(query(param.name, size, exact.data(), nullptr)));
  for (size_t at = size; at < exact.size(); ++at) ASSERT_EQ(0xC3, exact[at]) << "written past the end";
  size_t again = 0;
  EXPECT_EQ("CL_SUCCESS (0)", error_name(query(param.name, size + 48, larger.data(), &again)));
  EXPECT_EQ(size, again);
  for (size_t at = size; at < larger.size(); ++at) ASSERT_EQ(0xC3, larger[at]) << "written past the end";
}

void check_params(const Query &query, std::span<const Param> params) {
  for (auto &param : params) check_param(query, param);
}

template <class Call, class... Objects> Query bind(Call call, Objects... objects) {
  return [=](cl_uint name, size_t size, void *value, size_t *needed) {
    return call(objects..., name, size, value, needed);
  };
}

TEST(Info, platform) {
  const Param params[] = {P(CL_PLATFORM_PROFILE, any),       P(CL_PLATFORM_VERSION, any),
                          P(CL_PLATFORM_NAME, any),          P(CL_PLATFORM_VENDOR, any),
                          P(CL_PLATFORM_EXTENSIONS, any),    P(CL_PLATFORM_HOST_TIMER_RESOLUTION, 8),
                          P(CL_PLATFORM_NUMERIC_VERSION, 4), P(CL_PLATFORM_EXTENSIONS_WITH_VERSION, any),
                          P(CL_PLATFORM_ICD_SUFFIX_KHR, any)};
  check_params(bind(clGetPlatformInfo, platform()), params);
  EXPECT_EQ(0u, info_text(clGetPlatformInfo, platform(), CL_PLATFORM_VERSION).find("OpenCL 3.1 "));
  EXPECT_EQ("FULL_PROFILE", info_text(clGetPlatformInfo, platform(), CL_PLATFORM_PROFILE));
  EXPECT_EQ(CL_MAKE_VERSION(3, 1, 0), info<cl_version>(clGetPlatformInfo, platform(), CL_PLATFORM_NUMERIC_VERSION));
}

TEST(Info, device) {
  const Param params[] = {P(CL_DEVICE_TYPE, 8),
                          P(CL_DEVICE_VENDOR_ID, 4),
                          P(CL_DEVICE_MAX_COMPUTE_UNITS, 4),
                          P(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 4),
                          P(CL_DEVICE_MAX_WORK_ITEM_SIZES, 24),
                          P(CL_DEVICE_MAX_WORK_GROUP_SIZE, 8),
                          P(CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 4),
                          P(CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 4),
                          P(CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 4),
                          P(CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 4),
                          P(CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 4),
                          P(CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 4),
                          P(CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 4),
                          P(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 4),
                          P(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 4),
                          P(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 4),
                          P(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 4),
                          P(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 4),
                          P(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 4),
                          P(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 4),
                          P(CL_DEVICE_MAX_CLOCK_FREQUENCY, 4),
                          P(CL_DEVICE_ADDRESS_BITS, 4),
                          P(CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8),
                          P(CL_DEVICE_IMAGE_SUPPORT, 4),
                          P(CL_DEVICE_MAX_READ_IMAGE_ARGS, 4),
                          P(CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 4),
                          P(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 4),
                          P(CL_DEVICE_IL_VERSION, any),
                          P(CL_DEVICE_ILS_WITH_VERSION, any),
                          P(CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR, any),
                          P(CL_DEVICE_SPIRV_EXTENSIONS_KHR, any),
                          P(CL_DEVICE_SPIRV_CAPABILITIES_KHR, any),
                          P(CL_DEVICE_IMAGE2D_MAX_WIDTH, 8),
                          P(CL_DEVICE_IMAGE2D_MAX_HEIGHT, 8),
                          P(CL_DEVICE_IMAGE3D_MAX_WIDTH, 8),
                          P(CL_DEVICE_IMAGE3D_MAX_HEIGHT, 8),
                          P(CL_DEVICE_IMAGE3D_MAX_DEPTH, 8),
                          P(CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, 8),
                          P(CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, 8),
                          P(CL_DEVICE_MAX_SAMPLERS, 4),
                          P(CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 4),
                          P(CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 4),
                          P(CL_DEVICE_MAX_PIPE_ARGS, 4),
                          P(CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 4),
                          P(CL_DEVICE_PIPE_MAX_PACKET_SIZE, 4),
                          P(CL_DEVICE_MAX_PARAMETER_SIZE, 8),
                          P(CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4),
                          P(CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 4),
                          P(CL_DEVICE_SINGLE_FP_CONFIG, 8),
                          P(CL_DEVICE_DOUBLE_FP_CONFIG, 8),
                          P(CL_DEVICE_HALF_FP_CONFIG, optional),
                          P(CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, 4),
                          P(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 4),
                          P(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 8),
                          P(CL_DEVICE_GLOBAL_MEM_SIZE, 8),
                          P(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 8),
                          P(CL_DEVICE_MAX_CONSTANT_ARGS, 4),
                          P(CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, 8),
                          P(CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, 8),
                          P(CL_DEVICE_LOCAL_MEM_TYPE, 4),
                          P(CL_DEVICE_LOCAL_MEM_SIZE, 8),
                          P(CL_DEVICE_ERROR_CORRECTION_SUPPORT, 4),
                          P(CL_DEVICE_HOST_UNIFIED_MEMORY, 4),
                          P(CL_DEVICE_PROFILING_TIMER_RESOLUTION, 8),
                          P(CL_DEVICE_ENDIAN_LITTLE, 4),
                          P(CL_DEVICE_AVAILABLE, 4),
                          P(CL_DEVICE_COMPILER_AVAILABLE, 4),
                          P(CL_DEVICE_LINKER_AVAILABLE, 4),
                          P(CL_DEVICE_EXECUTION_CAPABILITIES, 8),
                          P(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES, 8),
                          P(CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 8),
                          P(CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 4),
                          P(CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 4),
                          P(CL_DEVICE_MAX_ON_DEVICE_QUEUES, 4),
                          P(CL_DEVICE_MAX_ON_DEVICE_EVENTS, 4),
                          P(CL_DEVICE_BUILT_IN_KERNELS, any),
                          P(CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, any),
                          P(CL_DEVICE_PLATFORM, sizeof(cl_platform_id)),
                          P(CL_DEVICE_NAME, any),
                          P(CL_DEVICE_VENDOR, any),
                          P(CL_DRIVER_VERSION, any),
                          P(CL_DEVICE_PROFILE, any),
                          P(CL_DEVICE_VERSION, any),
                          P(CL_DEVICE_NUMERIC_VERSION, 4),
                          P(CL_DEVICE_OPENCL_C_VERSION, any),
                          P(CL_DEVICE_OPENCL_C_ALL_VERSIONS, any),
                          P(CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT, 4),
                          P(CL_DEVICE_OPENCL_C_FEATURES, any),
                          P(CL_DEVICE_EXTENSIONS, any),
                          P(CL_DEVICE_EXTENSIONS_WITH_VERSION, any),
                          P(CL_DEVICE_PRINTF_BUFFER_SIZE, 8),
                          P(CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, 4),
                          P(CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id)),
                          P(CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 4),
                          P(CL_DEVICE_PARTITION_PROPERTIES, any),
                          P(CL_DEVICE_PARTITION_AFFINITY_DOMAIN, 8),
                          P(CL_DEVICE_PARTITION_TYPE, any),
                          P(CL_DEVICE_REFERENCE_COUNT, 4),
                          P(CL_DEVICE_SVM_CAPABILITIES, 8),
                          P(CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 4),
                          P(CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 4),
                          P(CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 4),
                          P(CL_DEVICE_MAX_NUM_SUB_GROUPS, 4),
                          P(CL_DEVICE_SUB_GROUP_SIZES_INTEL, any),
                          P(CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, 4),
                          P(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, 8),
                          P(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES, 8),
                          P(CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, 4),
                          P(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, 4),
                          P(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, 4),
                          P(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 8),
                          P(CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT, 8),
                          P(CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT, 8),
                          P(CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT, 8),
                          P(CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR, 8),
                          P(CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR, 8),
                          P(CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR, 24),
                          P(CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR, 24),
                          P(CL_DEVICE_PIPE_SUPPORT, 4),
                          P(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 8),
                          P(CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, any),
                          P(CL_DEVICE_UUID_KHR, CL_UUID_SIZE_KHR),
                          P(CL_DRIVER_UUID_KHR, CL_UUID_SIZE_KHR),
                          P(CL_DEVICE_LUID_VALID_KHR, 4),
                          P(CL_DEVICE_LUID_KHR, CL_LUID_SIZE_KHR),
                          P(CL_DEVICE_NODE_MASK_KHR, 4),
                          P(CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, 8)};
  const Param ours[] = {P(CL_DEVICE_CPU_LEVEL_WHERRY, 4),      P(CL_DEVICE_AFFINITY_CPUS_WHERRY, 4),
                        P(CL_DEVICE_CGROUP_CPUS_WHERRY, 4),    P(CL_DEVICE_LIBRARY_WHERRY, any),
                        P(CL_DEVICE_COMPILER_WHERRY, any),     P(CL_DEVICE_CACHE_DIRECTORY_WHERRY, any),
                        P(CL_DEVICE_CACHE_MAX_BYTES_WHERRY, 8)};
  check_params(bind(clGetDeviceInfo, device()), ours);
  const auto level = info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_CPU_LEVEL_WHERRY);
  EXPECT_TRUE(level >= 1 && level <= 4) << level;
  check_params(bind(clGetDeviceInfo, device()), params);
}

// cl_khr_device_uuid: another process gets the same, another object another.
TEST(Info, uuids) {
  using Uuid = std::array<unsigned char, CL_UUID_SIZE_KHR>;
  auto ids = [] {
    return std::array{info<Uuid>(clGetDeviceInfo, device(), CL_DEVICE_UUID_KHR),
                      info<Uuid>(clGetDeviceInfo, device(), CL_DRIVER_UUID_KHR)};
  };
  const auto mine = ids();
  EXPECT_NE(mine[0], mine[1]);
  int pipes[2];
  ASSERT_EQ(0, pipe(pipes));
  if (const pid_t child = fork(); child == 0) {
    const auto its = ids();
    _exit(write(pipes[1], &its, sizeof its) == sizeof its ? 0 : 1);
  } else {
    auto its = mine;
    its[0][0] ^= 1;
    ASSERT_EQ(ssize_t{sizeof its}, ::read(pipes[0], &its, sizeof its));
    int status;
    waitpid(child, &status, 0);
    EXPECT_EQ(mine, its);
  }
  close(pipes[0]);
  close(pipes[1]);
  EXPECT_EQ(cl_bool{CL_FALSE}, info<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_LUID_VALID_KHR));
}

// Programs that keep binaries ask for other ones when the version differs.
TEST(Info, driver_version_names_the_form_of_binaries) {
  const std::string version = info_text(clGetDeviceInfo, device(), CL_DRIVER_VERSION);
  const size_t plus = version.find('+');
  ASSERT_NE(plus, std::string::npos) << version;
  EXPECT_EQ("OpenCL 3.1 Wherry " + version.substr(0, plus), info_text(clGetDeviceInfo, device(), CL_DEVICE_VERSION));
  EXPECT_EQ(version.find_first_not_of("0123456789abcdef", plus + 1), std::string::npos) << version;
  EXPECT_EQ(version.size() - plus - 1, 8u) << version;
}

// Both are of one clock, which is that of the profiling.
TEST(Info, timers) {
  cl_ulong before, device_time, host_time, after;
  ok(clGetHostTimer(device(), &before));
  Event event;
  ok(clEnqueueMarkerWithWaitList(queue(), 0, nullptr, event.out()));
  ok(clFinish(queue()));
  ok(clGetDeviceAndHostTimer(device(), &device_time, &host_time));
  ok(clGetHostTimer(device(), &after));
  EXPECT_LE(before, host_time);
  EXPECT_LE(host_time, after);
  EXPECT_EQ(device_time, host_time);
  const auto ended = info<cl_ulong>(clGetEventProfilingInfo, event.get(), CL_PROFILING_COMMAND_END);
  EXPECT_LE(before, ended);
  EXPECT_LE(ended, device_time);
}

// The least that the specification allows a full-profile device that is not a custom one.
TEST(Info, device_minima) {
  auto number = [](cl_uint name) { return info<cl_uint>(clGetDeviceInfo, device(), name); };
  auto big = [](cl_uint name) { return info<cl_ulong>(clGetDeviceInfo, device(), name); };
  EXPECT_EQ(cl_ulong(CL_DEVICE_TYPE_CPU), big(CL_DEVICE_TYPE) & CL_DEVICE_TYPE_CPU);
  EXPECT_GE(number(CL_DEVICE_MAX_COMPUTE_UNITS), 1u);
  EXPECT_GE(number(CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS), 3u);
  EXPECT_GE(big(CL_DEVICE_MAX_WORK_GROUP_SIZE), 4096u) << "the design promises big groups";
  EXPECT_EQ(64u, number(CL_DEVICE_ADDRESS_BITS));
  EXPECT_GE(big(CL_DEVICE_MAX_MEM_ALLOC_SIZE), std::min<cl_ulong>(1ull << 30, big(CL_DEVICE_GLOBAL_MEM_SIZE) / 4));
  EXPECT_GE(big(CL_DEVICE_MAX_PARAMETER_SIZE), 1024u);
  EXPECT_GE(number(CL_DEVICE_MEM_BASE_ADDR_ALIGN), 128u * 8);
  EXPECT_GE(big(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE), 64u * 1024);
  EXPECT_GE(number(CL_DEVICE_MAX_CONSTANT_ARGS), 8u);
  EXPECT_GE(big(CL_DEVICE_LOCAL_MEM_SIZE), 32u * 1024);
  EXPECT_GE(big(CL_DEVICE_PRINTF_BUFFER_SIZE), 1u << 20);
  EXPECT_EQ(cl_ulong(CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN),
            big(CL_DEVICE_SINGLE_FP_CONFIG) & (CL_FP_ROUND_TO_NEAREST | CL_FP_INF_NAN));
  EXPECT_NE(0u, big(CL_DEVICE_EXECUTION_CAPABILITIES) & CL_EXEC_KERNEL);
  EXPECT_NE(0u, big(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) & CL_QUEUE_PROFILING_ENABLE);
  EXPECT_EQ(cl_uint(CL_TRUE), number(CL_DEVICE_AVAILABLE));
  EXPECT_EQ(cl_uint(CL_TRUE), number(CL_DEVICE_COMPILER_AVAILABLE));
  EXPECT_EQ(platform(), info<cl_platform_id>(clGetDeviceInfo, device(), CL_DEVICE_PLATFORM));
  EXPECT_EQ(nullptr, info<cl_device_id>(clGetDeviceInfo, device(), CL_DEVICE_PARENT_DEVICE));
  EXPECT_EQ(0u, info_text(clGetDeviceInfo, device(), CL_DEVICE_VERSION).find("OpenCL 3.1 "));
  EXPECT_EQ(0u, info_text(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_VERSION).find("OpenCL C "));
  EXPECT_NE(std::string::npos, info_text(clGetPlatformInfo, platform(), CL_PLATFORM_EXTENSIONS).find("cl_khr_icd"));
}

// Lanes are work-items, so vectors in a kernel's own code are not what is fast; registers are as wide as they are.
TEST(Info, vector_widths) {
  auto number = [](cl_uint name) { return info<cl_uint>(clGetDeviceInfo, device(), name); };
  for (cl_uint name : {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT,
                       CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG,
                       CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT,
                       CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE})
    EXPECT_EQ(1u, number(name)) << name;
  const cl_uint bytes = number(CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR);
  EXPECT_TRUE(bytes == 16 || bytes == 32 || bytes == 64) << bytes;
  EXPECT_EQ(bytes / 2, number(CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT));
  EXPECT_EQ(bytes / 4, number(CL_DEVICE_NATIVE_VECTOR_WIDTH_INT));
  EXPECT_EQ(bytes / 8, number(CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG));
  EXPECT_EQ(bytes / 4, number(CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT));
  EXPECT_EQ(bytes / 8, number(CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE));
  const cl_uint halves = number(CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF);
  EXPECT_TRUE(halves == bytes / 2 || halves == bytes / 4) << halves;
}

// Lists with versions name the same as the texts.
TEST(Info, extensions_agree_with_their_list) {
  std::string text = info_text(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS), joined;
  for (auto &one : info_list<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS_WITH_VERSION)) {
    EXPECT_NE(0u, one.version) << one.name;
    EXPECT_NE(std::string::npos, (" " + text + " ").find(std::string(" ") + one.name + " ")) << one.name;
    joined += std::string(joined.empty() ? "" : " ") + one.name;
  }
  EXPECT_EQ(std::count(joined.begin(), joined.end(), ' '), std::count(text.begin(), text.end(), ' '));
  for (const char *feature : {"cl_khr_byte_addressable_store", "cl_khr_global_int32_base_atomics",
                              "cl_khr_local_int32_extended_atomics", "cl_khr_fp64"})
    EXPECT_NE(std::string::npos, text.find(feature)) << feature;
}

// What is said of sub-groups hangs together, and is what kernels see.
TEST(Info, sub_groups) {
  Program program = build("kernel void any(global uint *out) { out[0] = get_max_sub_group_size(); }"
                          "__attribute__((intel_reqd_sub_group_size(32))) kernel void wide() {}\n"
                          "#ifndef cl_khr_subgroup_rotate\n#error\n#endif\n#ifndef cl_khr_subgroups\n#error\n#endif\n",
                          "-cl-std=CL3.0");
  auto ask = [](cl_kernel k, cl_kernel_sub_group_info param, std::vector<size_t> input) {
    size_t answer = 0, again = 0, bytes = 0;
    ok(clGetKernelSubGroupInfo(k, device(), param, input.size() * sizeof(size_t), input.data(), sizeof answer, &answer,
                               &bytes));
    EXPECT_EQ(sizeof answer, bytes);
    ok(extension<decltype(&clGetKernelSubGroupInfoKHR)>("clGetKernelSubGroupInfoKHR")(
        k, device(), param, input.size() * sizeof(size_t), input.data(), sizeof again, &again, nullptr));
    EXPECT_EQ(answer, again);
    return answer;
  };
  Kernel any = kernel(program, "any"), wide = kernel(program, "wide");
  Buffer out = make_buffer(4);
  set_args(any, out);
  run(any, {1}, {1});
  const size_t lanes = read<cl_uint>(out, 1)[0];
  const auto sizes = info_list<size_t>(clGetDeviceInfo, device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL);
  EXPECT_NE(sizes.end(), std::find(sizes.begin(), sizes.end(), lanes));
  EXPECT_EQ(lanes, ask(any, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64, 2}));
  EXPECT_EQ(32u, ask(wide, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, {64}));
  EXPECT_EQ(32u, ask(wide, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}));
  EXPECT_EQ(0u, ask(any, CL_KERNEL_COMPILE_SUB_GROUP_SIZE_INTEL, {}));
  EXPECT_EQ(3u, ask(wide, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {5, 13}));
  EXPECT_EQ(1u, ask(any, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {1, 1, 1}));
  EXPECT_EQ(0u, ask(any, CL_KERNEL_COMPILE_NUM_SUB_GROUPS, {}));
  const size_t most = ask(any, CL_KERNEL_MAX_NUM_SUB_GROUPS, {});
  EXPECT_LE(most, info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_NUM_SUB_GROUPS));
  EXPECT_TRUE(info<cl_bool>(clGetDeviceInfo, device(), CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS));
  for (size_t count : {size_t{1}, size_t{3}, most}) {
    const size_t local = ask(any, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {count});
    EXPECT_EQ(count, ask(any, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, {local}));
  }
  EXPECT_EQ(0u, ask(any, CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, {most + 1}));
  EXPECT_EQ("intel_reqd_sub_group_size(32)", info_text(clGetKernelInfo, wide.get(), CL_KERNEL_ATTRIBUTES));
  EXPECT_EQ(
      0u, info<cl_ulong>([](cl_kernel k, cl_uint param, size_t size, void *value,
                            size_t *bytes) { return clGetKernelWorkGroupInfo(k, device(), param, size, value, bytes); },
                         wide.get(), CL_KERNEL_SPILL_MEM_SIZE_INTEL));
}

// What OpenCL 3.1 requires of every device, in its section "Requirements for extensions" and its appendix on changes.
TEST(Info, opencl_3_1) {
  EXPECT_EQ(CL_MAKE_VERSION(3, 1, 0), info<cl_version>(clGetDeviceInfo, device(), CL_DEVICE_NUMERIC_VERSION));
  EXPECT_GE(info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_NUM_SUB_GROUPS), 1u);
  EXPECT_EQ(info<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR) &
                CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR,
            cl_ulong{CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR});
  auto has = [](cl_device_info query, const std::string &name, cl_version version) {
    const auto list = info_list<cl_name_version>(clGetDeviceInfo, device(), query);
    return std::any_of(list.begin(), list.end(),
                       [&](const cl_name_version &one) { return one.name == name && one.version >= version; });
  };
  for (const char *name :
       {"device_uuid", "extended_bit_ops", "integer_dot_product", "spirv_queries", "subgroup_extended_types",
        "subgroup_rotate", "subgroup_shuffle", "subgroup_shuffle_relative", "suggested_local_work_size"})
    EXPECT_TRUE(has(CL_DEVICE_EXTENSIONS_WITH_VERSION, std::string("cl_khr_") + name, 0)) << name;
  EXPECT_TRUE(has(CL_DEVICE_ILS_WITH_VERSION, "SPIR-V", CL_MAKE_VERSION(1, 4, 0)));
  EXPECT_TRUE(has(CL_DEVICE_OPENCL_C_ALL_VERSIONS, "OpenCL C", CL_MAKE_VERSION(3, 1, 0)));
}

// The list of features, the compiler's macros, and the queries say the same.
TEST(Info, features_agree_with_macros_and_queries) {
  std::string source;
  auto list = info_list<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_FEATURES);
  auto has = [&](const std::string &name) {
    return std::any_of(list.begin(), list.end(), [&](const cl_name_version &one) { return one.name == name; });
  };
  for (const char *name :
       {"3d_image_writes", "atomic_order_acq_rel", "atomic_order_seq_cst", "atomic_scope_device",
        "atomic_scope_all_devices", "device_enqueue", "fp64", "generic_address_space", "images", "int64", "pipes",
        "program_scope_global_variables", "read_write_images", "subgroups", "work_group_collective_functions"}) {
    const std::string macro = std::string("__opencl_c_") + name;
    source += (has(macro) ? "#ifndef " : "#ifdef ") + macro + "\n#error " + macro + "\n#endif\n";
  }
  for (const cl_name_version &one : list)
    source += std::string("#ifndef ") + one.name + "\n#error " + one.name + "\n#endif\n";
  Program program = build(source + "kernel void k(void) {}", "-cl-std=CL3.0");

  auto flag = [](cl_uint name) { return info<cl_bool>(clGetDeviceInfo, device(), name) != 0; };
  auto bits = [](cl_uint name) { return info<cl_bitfield>(clGetDeviceInfo, device(), name); };
  EXPECT_EQ(has("__opencl_c_generic_address_space"), flag(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT));
  EXPECT_EQ(has("__opencl_c_work_group_collective_functions"), flag(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT));
  EXPECT_EQ(has("__opencl_c_subgroups"), info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_MAX_NUM_SUB_GROUPS) > 0);
  EXPECT_EQ(has("__opencl_c_pipes"), flag(CL_DEVICE_PIPE_SUPPORT));
  EXPECT_EQ(has("__opencl_c_images"), flag(CL_DEVICE_IMAGE_SUPPORT));
  EXPECT_EQ(has("__opencl_c_program_scope_global_variables"),
            info<size_t>(clGetDeviceInfo, device(), CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE) > 0);
  EXPECT_EQ(has("__opencl_c_device_enqueue"), bits(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0);
  for (cl_uint query : {CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES, CL_DEVICE_ATOMIC_FENCE_CAPABILITIES}) {
    EXPECT_EQ(has("__opencl_c_atomic_order_acq_rel"), (bits(query) & CL_DEVICE_ATOMIC_ORDER_ACQ_REL) != 0);
    EXPECT_EQ(has("__opencl_c_atomic_order_seq_cst"), (bits(query) & CL_DEVICE_ATOMIC_ORDER_SEQ_CST) != 0);
    EXPECT_EQ(has("__opencl_c_atomic_scope_device"), (bits(query) & CL_DEVICE_ATOMIC_SCOPE_DEVICE) != 0);
    EXPECT_EQ(has("__opencl_c_atomic_scope_all_devices"), (bits(query) & CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES) != 0);
  }
}

TEST(Info, context) {
  Context c = make_context();
  const Param params[] = {P(CL_CONTEXT_REFERENCE_COUNT, 4), P(CL_CONTEXT_NUM_DEVICES, 4),
                          P(CL_CONTEXT_DEVICES, sizeof(cl_device_id)), P(CL_CONTEXT_PROPERTIES, 0)};
  check_params(bind(clGetContextInfo, c.get()), params);
  EXPECT_EQ(device(), info<cl_device_id>(clGetContextInfo, c.get(), CL_CONTEXT_DEVICES));

  const cl_context_properties list[] = {CL_CONTEXT_PLATFORM, reinterpret_cast<cl_context_properties>(platform()), 0};
  cl_int error = CL_SUCCESS;
  Context with(clCreateContextFromType(list, CL_DEVICE_TYPE_DEFAULT, nullptr, nullptr, &error));
  ok(error);
  auto got = info_list<cl_context_properties>(clGetContextInfo, with.get(), CL_CONTEXT_PROPERTIES);
  EXPECT_EQ(std::vector<cl_context_properties>(list, list + 3), got);
}

TEST(Info, context_callbacks_in_reverse_order) {
  std::vector<int> order;
  struct Call {
    std::vector<int> *order;
    int number;
  } calls[3] = {{&order, 0}, {&order, 1}, {&order, 2}};
  Context c = make_context();
  for (Call &call : calls)
    ok(clSetContextDestructorCallback(
        c,
        [](cl_context, void *data) {
          auto *call = static_cast<Call *>(data);
          call->order->push_back(call->number);
        },
        &call));
  Queue q = make_queue(0, c);
  c.reset();
  EXPECT_TRUE(order.empty()) << "the queue keeps it";
  q.reset();
  EXPECT_EQ((std::vector<int>{2, 1, 0}), order);
}

TEST(Info, queue) {
  Queue q = make_queue(CL_QUEUE_PROFILING_ENABLE);
  const Param params[] = {
      P(CL_QUEUE_CONTEXT, sizeof(cl_context)), P(CL_QUEUE_DEVICE, sizeof(cl_device_id)),
      P(CL_QUEUE_REFERENCE_COUNT, 4),          P(CL_QUEUE_PROPERTIES, 8),
      P(CL_QUEUE_PROPERTIES_ARRAY, 24),        P(CL_QUEUE_DEVICE_DEFAULT, sizeof(cl_command_queue))};
  check_params(bind(clGetCommandQueueInfo, q.get()), params);
  EXPECT_EQ(context(), info<cl_context>(clGetCommandQueueInfo, q.get(), CL_QUEUE_CONTEXT));
  EXPECT_EQ(cl_ulong(CL_QUEUE_PROFILING_ENABLE), info<cl_ulong>(clGetCommandQueueInfo, q.get(), CL_QUEUE_PROPERTIES));
  EXPECT_EQ(1u, info<cl_uint>(clGetCommandQueueInfo, q.get(), CL_QUEUE_REFERENCE_COUNT));
  ok(clRetainCommandQueue(q));
  EXPECT_EQ(2u, info<cl_uint>(clGetCommandQueueInfo, q.get(), CL_QUEUE_REFERENCE_COUNT));
  ok(clReleaseCommandQueue(q));
}

TEST(Info, memory) {
  World w;
  const Param params[] = {P(CL_MEM_TYPE, 4),        P(CL_MEM_FLAGS, 8),
                          P(CL_MEM_SIZE, 8),        P(CL_MEM_HOST_PTR, 8),
                          P(CL_MEM_MAP_COUNT, 4),   P(CL_MEM_REFERENCE_COUNT, 4),
                          P(CL_MEM_CONTEXT, 8),     P(CL_MEM_ASSOCIATED_MEMOBJECT, 8),
                          P(CL_MEM_OFFSET, 8),      P(CL_MEM_USES_SVM_POINTER, 4),
                          P(CL_MEM_PROPERTIES, any)};
  check_params(bind(clGetMemObjectInfo, w.buffer.get()), params);
  check_params(bind(clGetMemObjectInfo, w.sub.get()), params);
  EXPECT_EQ(1024u, info<size_t>(clGetMemObjectInfo, w.buffer.get(), CL_MEM_SIZE));
  EXPECT_EQ(64u, info<size_t>(clGetMemObjectInfo, w.sub.get(), CL_MEM_SIZE));
  EXPECT_EQ(w.buffer.get(), info<cl_mem>(clGetMemObjectInfo, w.sub.get(), CL_MEM_ASSOCIATED_MEMOBJECT));
  EXPECT_EQ(cl_uint(CL_MEM_OBJECT_BUFFER), info<cl_uint>(clGetMemObjectInfo, w.sub.get(), CL_MEM_TYPE));
  EXPECT_EQ(cl_ulong(CL_MEM_READ_ONLY), info<cl_ulong>(clGetMemObjectInfo, w.read_only.get(), CL_MEM_FLAGS));
}

TEST(Info, image_and_sampler) {
  cl_int error;
  const cl_image_format format{CL_RGBA, CL_UNORM_INT8};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 4;
  Buffer image(clCreateImage(context(), 0, &format, &desc, nullptr, &error));
  ok(error);
  const Param of_image[] = {P(CL_IMAGE_FORMAT, 8),         P(CL_IMAGE_ELEMENT_SIZE, 8), P(CL_IMAGE_ROW_PITCH, 8),
                            P(CL_IMAGE_SLICE_PITCH, 8),    P(CL_IMAGE_WIDTH, 8),        P(CL_IMAGE_HEIGHT, 8),
                            P(CL_IMAGE_DEPTH, 8),          P(CL_IMAGE_ARRAY_SIZE, 8),   P(CL_IMAGE_BUFFER, 8),
                            P(CL_IMAGE_NUM_MIP_LEVELS, 4), P(CL_IMAGE_NUM_SAMPLES, 4)};
  check_params(bind(clGetImageInfo, image.get()), of_image);
  Owned<cl_sampler, clReleaseSampler> sampler(clCreateSamplerWithProperties(context(), nullptr, &error));
  ok(error);
  const Param of_sampler[] = {
      P(CL_SAMPLER_REFERENCE_COUNT, 4),     P(CL_SAMPLER_CONTEXT, 8),     P(CL_SAMPLER_NORMALIZED_COORDS, 4),
      P(CL_SAMPLER_ADDRESSING_MODE, 4),     P(CL_SAMPLER_FILTER_MODE, 4), P(CL_SAMPLER_PROPERTIES, any),
      P(CL_SAMPLER_MIP_FILTER_MODE_KHR, 4), P(CL_SAMPLER_LOD_MIN_KHR, 4), P(CL_SAMPLER_LOD_MAX_KHR, 4)};
  check_params(bind(clGetSamplerInfo, sampler.get()), of_sampler);
}

TEST(Info, program) {
  World w;
  const Param params[] = {P(CL_PROGRAM_REFERENCE_COUNT, 4),
                          P(CL_PROGRAM_CONTEXT, 8),
                          P(CL_PROGRAM_NUM_DEVICES, 4),
                          P(CL_PROGRAM_DEVICES, 8),
                          P(CL_PROGRAM_SOURCE, any),
                          P(CL_PROGRAM_BINARY_SIZES, 8),
                          P(CL_PROGRAM_NUM_KERNELS, 8),
                          P(CL_PROGRAM_KERNEL_NAMES, any),
                          P(CL_PROGRAM_IL, 0),
                          P(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, 4),
                          P(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, 4)};
  check_params(bind(clGetProgramInfo, w.program.get()), params);
  const Param build_params[] = {P(CL_PROGRAM_BUILD_STATUS, 4), P(CL_PROGRAM_BUILD_OPTIONS, any),
                                P(CL_PROGRAM_BUILD_LOG, any), P(CL_PROGRAM_BINARY_TYPE, 4),
                                P(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, 8)};
  for (cl_program p : {w.program.get(), w.unbuilt.get(), w.failed.get()})
    check_params(bind(clGetProgramBuildInfo, p, device()), build_params);
  auto status = [](cl_program p) {
    cl_build_status s = 77;
    ok(clGetProgramBuildInfo(p, device(), CL_PROGRAM_BUILD_STATUS, sizeof s, &s, nullptr));
    return s;
  };
  EXPECT_EQ(CL_BUILD_SUCCESS, status(w.program));
  EXPECT_EQ(CL_BUILD_NONE, status(w.unbuilt));
  EXPECT_EQ(CL_BUILD_ERROR, status(w.failed));
  EXPECT_EQ(2u, info<size_t>(clGetProgramInfo, w.program.get(), CL_PROGRAM_NUM_KERNELS));
  EXPECT_EQ("test;fixed", info_text(clGetProgramInfo, w.program.get(), CL_PROGRAM_KERNEL_NAMES));
}

TEST(Info, kernel) {
  World w;
  const Param params[] = {P(CL_KERNEL_FUNCTION_NAME, 5), P(CL_KERNEL_NUM_ARGS, 4), P(CL_KERNEL_REFERENCE_COUNT, 4),
                          P(CL_KERNEL_CONTEXT, 8),       P(CL_KERNEL_PROGRAM, 8),  P(CL_KERNEL_ATTRIBUTES, any)};
  check_params(bind(clGetKernelInfo, w.kernel.get()), params);
  const Param group_params[] = {P(CL_KERNEL_WORK_GROUP_SIZE, 8), P(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, 24),
                                P(CL_KERNEL_LOCAL_MEM_SIZE, 8), P(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, 8),
                                P(CL_KERNEL_PRIVATE_MEM_SIZE, 8)};
  check_params(bind(clGetKernelWorkGroupInfo, w.kernel.get(), device()), group_params);
  check_params(bind(clGetKernelWorkGroupInfo, w.fixed.get(), cl_device_id(nullptr)), group_params);
  const Param arg_params[] = {P(CL_KERNEL_ARG_ADDRESS_QUALIFIER, 4), P(CL_KERNEL_ARG_ACCESS_QUALIFIER, 4),
                              P(CL_KERNEL_ARG_TYPE_NAME, any), P(CL_KERNEL_ARG_TYPE_QUALIFIER, 8),
                              P(CL_KERNEL_ARG_NAME, any)};
  for (cl_uint index = 0; index < 3; ++index) check_params(bind(clGetKernelArgInfo, w.kernel.get(), index), arg_params);
}

TEST(Info, event) {
  World w;
  const Param params[] = {P(CL_EVENT_COMMAND_QUEUE, 8), P(CL_EVENT_COMMAND_TYPE, 4), P(CL_EVENT_REFERENCE_COUNT, 4),
                          P(CL_EVENT_COMMAND_EXECUTION_STATUS, 4), P(CL_EVENT_CONTEXT, 8)};
  check_params(bind(clGetEventInfo, w.complete.get()), params);
  check_params(bind(clGetEventInfo, w.user.get()), params);
  const Param times[] = {P(CL_PROFILING_COMMAND_QUEUED, 8), P(CL_PROFILING_COMMAND_SUBMIT, 8),
                         P(CL_PROFILING_COMMAND_START, 8), P(CL_PROFILING_COMMAND_END, 8),
                         P(CL_PROFILING_COMMAND_COMPLETE, 8)};
  check_params(bind(clGetEventProfilingInfo, w.complete.get()), times);
  EXPECT_EQ(nullptr, info<cl_command_queue>(clGetEventInfo, w.user.get(), CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(cl_uint(CL_COMMAND_USER), info<cl_uint>(clGetEventInfo, w.user.get(), CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(CL_SUBMITTED, info<cl_int>(clGetEventInfo, w.user.get(), CL_EVENT_COMMAND_EXECUTION_STATUS));
}

TEST(Info, platform_and_device_counts) {
  cl_uint count = 0;
  ok(clGetPlatformIDs(0, nullptr, &count));
  EXPECT_EQ(1u, count);
  for (auto type :
       std::initializer_list<cl_device_type>{CL_DEVICE_TYPE_ALL, CL_DEVICE_TYPE_DEFAULT, CL_DEVICE_TYPE_CPU}) {
    cl_device_id found[4] = {};
    ok(clGetDeviceIDs(platform(), type, 4, found, &count));
    EXPECT_EQ(1u, count);
    EXPECT_EQ(device(), found[0]);
  }
  ok(clRetainDevice(device()));
  ok(clReleaseDevice(device()));
  EXPECT_EQ(1u, info<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_REFERENCE_COUNT));
}

}  // namespace

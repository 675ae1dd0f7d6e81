// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "graph/semaphore.h"
#include "info.h"
#include "kernel_abi/limits.h"
#include "mutable_dispatch.h"
#include "objects/external_memory.h"
#include "objects/image.h"
#include "objects/installation.h"
#include "objects/platform.h"
#include "wherry/cl_newer.h"
#include "wherry/cl_wherry.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Device;

namespace {

const std::vector<cl_name_version> &opencl_c_versions() {
  static const auto *list =
      new std::vector<cl_name_version>{{CL_MAKE_VERSION(1, 0, 0), "OpenCL C"}, {CL_MAKE_VERSION(1, 1, 0), "OpenCL C"},
                                       {CL_MAKE_VERSION(1, 2, 0), "OpenCL C"}, {CL_MAKE_VERSION(2, 0, 0), "OpenCL C"},
                                       {CL_MAKE_VERSION(3, 0, 0), "OpenCL C"}, {CL_MAKE_VERSION(3, 1, 0), "OpenCL C"}};
  return *list;
}

const std::vector<cl_name_version> &spirv_versions() {
  static const auto *list = [] {
    auto *versions = new std::vector<cl_name_version>;
    for (cl_uint minor = 0; minor <= 6; ++minor) versions->push_back({CL_MAKE_VERSION(1, minor, 0), "SPIR-V"});
    return versions;
  }();
  return *list;
}

// Their strings live as long as the library.
std::vector<const char *> spirv_extensions() {
  return {
#define WHERRY_SPIRV_EXTENSION(name) #name,
#include "kernel_abi/spirv.def"
  };
}

std::vector<cl_uint> spirv_capabilities() {
  return {
#define WHERRY_SPIRV_CAPABILITY(name, number) number,
#include "kernel_abi/spirv.def"
  };
}

// "SPIR-V_1.0 SPIR-V_1.1 ..."
std::string joined_versions(const std::vector<cl_name_version> &versions) {
  std::string text;
  for (const cl_name_version &version : versions)
    text += std::string(text.empty() ? "" : " ") + version.name + "_" +
            std::to_string(CL_VERSION_MAJOR(version.version)) + "." + std::to_string(CL_VERSION_MINOR(version.version));
  return text;
}

// "If the device cannot be partitioned ... a value of 0 will be returned."
std::vector<cl_device_partition_property> partition_properties(const Device &device) {
  if (device.compute_units() < 2) return {0};
  std::vector<cl_device_partition_property> list{CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
  if (device.affinity_domains()) list.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  return list;
}

constexpr cl_device_atomic_capabilities kAtomics = CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL |
                                                   CL_DEVICE_ATOMIC_ORDER_SEQ_CST | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP |
                                                   CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;

// cl_wherry_device_facts.
Answered installation(cl_device_info param, InfoWriter answer) {
  using runtime::Installation;
  switch (param) {
  case CL_DEVICE_CPU_LEVEL_WHERRY: return answer(cl_uint{Installation::cpu_level()});
  case CL_DEVICE_AFFINITY_CPUS_WHERRY: return answer(cl_uint{Installation::affinity_cpus()});
  case CL_DEVICE_CGROUP_CPUS_WHERRY: return answer(cl_uint{Installation::cgroup_cpus()});
  case CL_DEVICE_LIBRARY_WHERRY: return answer(Installation::library());
  case CL_DEVICE_COMPILER_WHERRY: return answer(Installation::compiler());
  case CL_DEVICE_CACHE_DIRECTORY_WHERRY: return answer(Installation::cache_directory());
  case CL_DEVICE_CACHE_MAX_BYTES_WHERRY: return answer(cl_ulong{Installation::cache_max_bytes()});
  default: return unknown_query();
  }
}

// Identity, versions and extensions of the device, and its sub-devices.
Answered describe(const Device &device, cl_device_info param, InfoWriter answer) {
  switch (param) {
  case CL_DEVICE_TYPE: return answer(cl_device_type{CL_DEVICE_TYPE_CPU});
  case CL_DEVICE_VENDOR_ID: return answer(device.vendor_id);
  case CL_DEVICE_NAME: return answer(device.name);
  case CL_DEVICE_VENDOR: return answer(device.vendor);
  case CL_DRIVER_VERSION: return answer(runtime::driver_version());
  case CL_DEVICE_PROFILE: return answer("FULL_PROFILE");
  case CL_DEVICE_VERSION: return answer(runtime::opencl_version());
  case CL_DEVICE_NUMERIC_VERSION: return answer(runtime::kOpenclVersion);
  case CL_DEVICE_OPENCL_C_VERSION: return answer(std::string("OpenCL C 1.2 Wherry ") + runtime::kDriverVersion);
  case CL_DEVICE_OPENCL_C_NUMERIC_VERSION_KHR: return answer(cl_version{CL_MAKE_VERSION(1, 2, 0)});
  case CL_DEVICE_OPENCL_C_ALL_VERSIONS: return answer(opencl_c_versions());
  case CL_DEVICE_CXX_FOR_OPENCL_NUMERIC_VERSION_EXT: return answer(cl_version{CL_MAKE_VERSION(1, 0, 0)});
  case CL_DEVICE_OPENCL_C_FEATURES: return answer(runtime::Platform::opencl_c_features());
  case CL_DEVICE_EXTENSIONS: return answer(runtime::Platform::extensions());
  case CL_DEVICE_EXTENSIONS_WITH_VERSION: return answer(runtime::Platform::extensions_with_version());
  // No version has passed, which the earliest date indicates.
  case CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED: return answer("v0000-01-01-00");
  case CL_DEVICE_IL_VERSION: return answer(joined_versions(spirv_versions()));
  case CL_DEVICE_ILS_WITH_VERSION: return answer(spirv_versions());
  case CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR: return answer(std::vector<const char *>{"OpenCL.std"});
  case CL_DEVICE_SPIRV_EXTENSIONS_KHR: return answer(spirv_extensions());
  case CL_DEVICE_SPIRV_CAPABILITIES_KHR: return answer(spirv_capabilities());
  case CL_DEVICE_BUILT_IN_KERNELS: return answer("");
  case CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION: return answer(std::vector<cl_name_version>());
  case CL_DEVICE_AVAILABLE:
  case CL_DEVICE_COMPILER_AVAILABLE:
  case CL_DEVICE_LINKER_AVAILABLE:
  case CL_DEVICE_ENDIAN_LITTLE:
  case CL_DEVICE_HOST_UNIFIED_MEMORY:
  case CL_DEVICE_PREFERRED_INTEROP_USER_SYNC:
  case CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT: return answer(cl_bool{CL_TRUE});
  case CL_DEVICE_ERROR_CORRECTION_SUPPORT: return answer(cl_bool{CL_FALSE});
  case CL_DEVICE_PLATFORM: return answer(cl_platform_id{&runtime::Platform::instance()});
  case CL_DEVICE_PARENT_DEVICE: return answer(cl_device_id{device.parent()});
  case CL_DEVICE_REFERENCE_COUNT: return answer(device.parent() ? device.references() : cl_uint{1});
  case CL_DEVICE_PARTITION_PROPERTIES: return answer(partition_properties(device));
  // "... the implementation may either return a param_value_size_ret of 0 ... or can return a property value of 0".
  case CL_DEVICE_PARTITION_TYPE:
    if (!device.parent()) return answer(cl_device_partition_property{0});
    return answer(device.partition_type());
  case CL_DEVICE_PARTITION_AFFINITY_DOMAIN: return answer(device.affinity_domains());
  // "The value returned cannot exceed CL_DEVICE_MAX_COMPUTE_UNITS."
  case CL_DEVICE_PARTITION_MAX_SUB_DEVICES: return answer(device.compute_units());
  case CL_DEVICE_EXECUTION_CAPABILITIES:
    return answer(cl_device_exec_capabilities{CL_EXEC_KERNEL | CL_EXEC_NATIVE_KERNEL});
  case CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR:
  case CL_DEVICE_QUEUE_ON_HOST_PROPERTIES:
    return answer(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});
  case CL_DEVICE_PROFILING_TIMER_RESOLUTION: return answer(size_t{1});
  case CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR:
    return answer(cl_device_command_buffer_capabilities_khr{
        CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR | CL_COMMAND_BUFFER_CAPABILITY_DEVICE_SIDE_ENQUEUE_KHR |
        CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR});
  // "If a root device is listed, then any of its partitioned sub-devices can also be natively synchronized with": one
  // event graph orders the commands of all.
  case CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR: return answer(cl_uint{1});
  case CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR: return answer(cl_device_id{&Device::instance()});
  case CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR: return answer(kMutableFields);
  case CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR: return answer(cl_command_queue_properties{0});
  case CL_DEVICE_SEMAPHORE_TYPES_KHR: return answer(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
  case CL_DEVICE_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
  case CL_DEVICE_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: return answer(runtime::external_semaphore_types());
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
  case CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR:
    return answer(runtime::external_memory_types());
  case CL_DEVICE_UUID_KHR: return answer(device.uuid());
  case CL_DRIVER_UUID_KHR: return answer(runtime::Platform::uuid());
  case CL_DEVICE_LUID_VALID_KHR: return answer(cl_bool{CL_FALSE});
  case CL_DEVICE_LUID_KHR: return answer(std::array<cl_uchar, CL_LUID_SIZE_KHR>{});
  case CL_DEVICE_NODE_MASK_KHR: return answer(cl_uint{0});
  case CL_DEVICE_PRINTF_BUFFER_SIZE: return answer(device.printf_bytes());
  default: return installation(param, answer);
  }
}

// Limits of work sizes and of memory.
Answered measure(const Device &device, cl_device_info param, InfoWriter answer) {
  switch (param) {
  case CL_DEVICE_MAX_COMPUTE_UNITS: return answer(device.compute_units());
  case CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS: return answer(cl_uint{3});
  case CL_DEVICE_MAX_WORK_ITEM_SIZES:
    return answer(std::array{abi::kMaxWorkGroupSize, abi::kMaxWorkGroupSize, abi::kMaxWorkGroupSize});
  case CL_DEVICE_MAX_WORK_GROUP_SIZE: return answer(abi::kMaxWorkGroupSize);
  case CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE: return answer(runtime::kPreferredMultiple);
  // Work-items are the lanes of vectors: on average over kernels, vectors in a work-item's own code make no type faster
  // by a tenth, and char, short and half up to 2.5 times slower (docs/measurements/host.md, "Vectors in a work-item").
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT:
  case CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE: return answer(cl_uint{1});
  // "the number of scalar elements that can be stored in the vector"
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR: return answer(device.vector_bytes);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT: return answer(device.vector_bytes / 2);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_INT:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT: return answer(device.vector_bytes / 4);
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG:
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE: return answer(device.vector_bytes / 8);
  // Without AVX512-FP16, half is computed in float.
  case CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF: return answer(device.vector_bytes / (device.has_half_vectors ? 2 : 4));
  case CL_DEVICE_MAX_CLOCK_FREQUENCY: return answer(device.clock_mhz);
  case CL_DEVICE_ADDRESS_BITS: return answer(cl_uint{64});
  case CL_DEVICE_MAX_MEM_ALLOC_SIZE:
  case CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE: return answer(device.max_allocation_bytes);
  case CL_DEVICE_MAX_CONSTANT_ARGS: return answer(cl_uint{128});
  case CL_DEVICE_MAX_PARAMETER_SIZE: return answer(size_t{abi::kMaxArgumentBytes});
  case CL_DEVICE_MEM_BASE_ADDR_ALIGN: return answer(cl_uint{runtime::kMemoryAlign * 8});
  case CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE: return answer(cl_uint{runtime::kMemoryAlign});
  case CL_DEVICE_GLOBAL_MEM_CACHE_TYPE: return answer(cl_device_mem_cache_type{CL_READ_WRITE_CACHE});
  case CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE: return answer(device.cache_line_bytes);
  case CL_DEVICE_GLOBAL_MEM_CACHE_SIZE: return answer(device.cache_bytes);
  case CL_DEVICE_GLOBAL_MEM_SIZE: return answer(device.memory_bytes);
  case CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE: return answer(runtime::kMaxGlobalVariable);
  case CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE: return answer(runtime::kPreferredGlobalVariables);
  case CL_DEVICE_LOCAL_MEM_TYPE: return answer(cl_device_local_mem_type{CL_LOCAL});
  case CL_DEVICE_LOCAL_MEM_SIZE: return answer(device.local_bytes);
  default: return describe(device, param, answer);
  }
}

// Images, pipes, queues on the device, and sub-groups.
Answered optional_objects(const Device &device, cl_device_info param, InfoWriter answer) {
  switch (param) {
  case CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT:
  case CL_DEVICE_IMAGE_SUPPORT:
  case CL_DEVICE_PIPE_SUPPORT:
  case CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS:
  case CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT: return answer(cl_bool{CL_TRUE});
  case CL_DEVICE_MAX_PIPE_ARGS: return answer(runtime::kMaxPipeArgs);
  case CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS: return answer(runtime::kMaxPipeReservations);
  case CL_DEVICE_PIPE_MAX_PACKET_SIZE: return answer(runtime::kMaxPacketSize);
  case CL_DEVICE_MAX_READ_IMAGE_ARGS: return answer(runtime::kMaxReadImageArgs);
  case CL_DEVICE_MAX_WRITE_IMAGE_ARGS:
  case CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS: return answer(runtime::kMaxWriteImageArgs);
  case CL_DEVICE_MAX_SAMPLERS: return answer(runtime::kMaxSamplers);
  // In texels.
  case CL_DEVICE_IMAGE_PITCH_ALIGNMENT:
  case CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT: return answer(cl_uint{1});
  case CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE: return answer(runtime::kPreferredDeviceQueueBytes);
  case CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE: return answer(runtime::kMaxDeviceQueueBytes);
  // Memory is the limit of queues; the number is how many queues fit a kernel's arguments.
  case CL_DEVICE_MAX_ON_DEVICE_QUEUES: return answer(static_cast<cl_uint>(abi::kMaxArgumentBytes / 16));
  case CL_DEVICE_MAX_ON_DEVICE_EVENTS: return answer(runtime::kMaxDeviceEvents);
  case CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT:
  case CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT: return answer(cl_uint{0});
  // For sub-groups of the smallest size.
  case CL_DEVICE_MAX_NUM_SUB_GROUPS:
    return answer(static_cast<cl_uint>(abi::kMaxWorkGroupSize / abi::kSubGroupSizes[0]));
  case CL_DEVICE_SUB_GROUP_SIZES_INTEL:
    return answer(std::vector<size_t>(std::begin(abi::kSubGroupSizes), std::end(abi::kSubGroupSizes)));
  case CL_DEVICE_IMAGE2D_MAX_WIDTH:
  case CL_DEVICE_IMAGE2D_MAX_HEIGHT: return answer(runtime::kMaxImage2dSize);
  case CL_DEVICE_IMAGE3D_MAX_WIDTH:
  case CL_DEVICE_IMAGE3D_MAX_HEIGHT:
  case CL_DEVICE_IMAGE3D_MAX_DEPTH: return answer(runtime::kMaxImage3dSize);
  case CL_DEVICE_IMAGE_MAX_BUFFER_SIZE: return answer(runtime::kMaxImageBufferTexels);
  case CL_DEVICE_IMAGE_MAX_ARRAY_SIZE: return answer(runtime::kMaxImageLayers);
  default: return measure(device, param, answer);
  }
}

// Floating point, atomics, and optional features. The specification's "Features" appendix prescribes the answers for
// missing features.
Answered capabilities(const Device &device, cl_device_info param, InfoWriter answer) {
  switch (param) {
  case CL_DEVICE_SINGLE_FP_CONFIG:
    return answer(cl_device_fp_config{CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST |
                                      CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT | (device.has_fma ? CL_FP_FMA : 0u)});
  // "The mandated minimum double-precision floating-point capability"
  case CL_DEVICE_DOUBLE_FP_CONFIG:
    return answer(cl_device_fp_config{CL_FP_FMA | CL_FP_ROUND_TO_NEAREST | CL_FP_ROUND_TO_ZERO | CL_FP_ROUND_TO_INF |
                                      CL_FP_INF_NAN | CL_FP_DENORM});
  case CL_DEVICE_HALF_FP_CONFIG:
    return answer(cl_device_fp_config{CL_FP_DENORM | CL_FP_INF_NAN | CL_FP_ROUND_TO_NEAREST});
  case CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES: return answer(cl_device_atomic_capabilities{kAtomics});
  case CL_DEVICE_ATOMIC_FENCE_CAPABILITIES:
    return answer(cl_device_atomic_capabilities{kAtomics | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM});
  case CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT:
  case CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT:
  case CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT:
    return answer(cl_device_fp_atomic_capabilities_ext{
        CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |
        CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |
        CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT});
  case CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR:
    return answer(cl_device_integer_dot_product_capabilities_khr{CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR |
                                                                 CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR});
  // No single instruction computes these, and LLVM's code for them has not been measured.
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR:
  case CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR:
    return answer(cl_device_integer_dot_product_acceleration_properties_khr{});
  case CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR:
    return answer(cl_device_kernel_clock_capabilities_khr{CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR |
                                                          CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR |
                                                          CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR});
  // Host and device share memory, caches and atomic instructions.
  case CL_DEVICE_SVM_CAPABILITIES:
    return answer(cl_device_svm_capabilities{CL_DEVICE_SVM_COARSE_GRAIN_BUFFER | CL_DEVICE_SVM_FINE_GRAIN_BUFFER |
                                             CL_DEVICE_SVM_FINE_GRAIN_SYSTEM | CL_DEVICE_SVM_ATOMICS});
  case CL_DEVICE_SVM_TYPE_CAPABILITIES_KHR: return answer(std::to_array(runtime::kSvmTypes));
  case CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL:
  case CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL:
    return answer(cl_device_unified_shared_memory_capabilities_intel{
        CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
        CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL});
  case CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES:
    return answer(cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE});
  case CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES:
    return answer(
        cl_device_device_enqueue_capabilities{CL_DEVICE_QUEUE_SUPPORTED | CL_DEVICE_QUEUE_REPLACEABLE_DEFAULT});
  default: return optional_objects(device, param, answer);
  }
}

bool matches(cl_device_type type) {
  // "CL_INVALID_DEVICE_TYPE if device_type is not a valid value."
  constexpr cl_device_type kKnown = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                    CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
  if (type != CL_DEVICE_TYPE_ALL && (type == 0 || (type & ~kKnown))) throw Error{CL_INVALID_DEVICE_TYPE};
  return type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU);
}

}  // namespace

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint num_entries,
                                  cl_device_id *devices, cl_uint *num_devices) {
  return entry([&] {
    if (platform) check(platform);
    bool found = matches(type);
    Device *const all[] = {&Device::instance()};
    list(std::span(all, found ? 1 : 0), num_entries, devices, num_devices);
    // "CL_DEVICE_NOT_FOUND if no OpenCL devices that matched device_type were found."
    if (!found) throw Error{CL_DEVICE_NOT_FOUND};
  });
}

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param, size_t size, void *value,
                                   size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) { return capabilities(check(device), param, answer); });
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id device, const cl_device_partition_property *properties,
                                      cl_uint capacity, cl_device_id *devices, cl_uint *count) {
  return entry([&] {
    auto parts = check(device).divide(properties);
    // "CL_INVALID_VALUE if out_devices is not NULL and num_devices is less than the number of sub-devices created by
    // the partition scheme."
    if (devices && capacity < parts.size()) throw Error{CL_INVALID_VALUE};
    if (count) *count = static_cast<cl_uint>(parts.size());
    for (size_t i = 0; devices && i < parts.size(); ++i) devices[i] = parts[i].detach();
  });
}

// "... if device is a root level device, the device reference count remains unchanged."
cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return entry([&] {
    if (check(device).parent()) device->retain();
  });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return entry([&] {
    if (check(device).parent()) device->release();
  });
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_time, cl_ulong *host_time) {
  return entry([&] {
    check(device);
    // "CL_INVALID_VALUE if host_timestamp or device_timestamp is NULL."
    if (!device_time || !host_time) throw Error{CL_INVALID_VALUE};
    *device_time = *host_time = runtime::now();
  });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_time) {
  return entry([&] {
    check(device);
    // "CL_INVALID_VALUE if host_timestamp is NULL."
    if (!host_time) throw Error{CL_INVALID_VALUE};
    *host_time = runtime::now();
  });
}

// SPDX-License-Identifier: Apache-2.0
// Khronos' declarations that are newer than the headers that distributions package.
#pragma once
#include <CL/cl_ext.h>

#ifndef cl_ext_float_atomics
#define cl_ext_float_atomics 1
typedef cl_bitfield cl_device_fp_atomic_capabilities_ext;
#define CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 0)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT (1 << 1)
#define CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT (1 << 2)
#define CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT (1 << 16)
#define CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT (1 << 17)
#define CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT (1 << 18)
#define CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT 0x4231
#define CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT 0x4232
#define CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT 0x4233
#endif

#ifndef cl_ext_image_raw10_raw12
#define cl_ext_image_raw10_raw12 1
#define CL_UNSIGNED_INT_RAW10_EXT 0x10E3
#define CL_UNSIGNED_INT_RAW12_EXT 0x10E4
#endif

#ifndef cl_khr_integer_dot_product
#define cl_khr_integer_dot_product 1
typedef cl_bitfield cl_device_integer_dot_product_capabilities_khr;
typedef struct _cl_device_integer_dot_product_acceleration_properties_khr {
  cl_bool signed_accelerated;
  cl_bool unsigned_accelerated;
  cl_bool mixed_signedness_accelerated;
  cl_bool accumulating_saturating_signed_accelerated;
  cl_bool accumulating_saturating_unsigned_accelerated;
  cl_bool accumulating_saturating_mixed_signedness_accelerated;
} cl_device_integer_dot_product_acceleration_properties_khr;
#define CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_PACKED_KHR (1 << 0)
#define CL_DEVICE_INTEGER_DOT_PRODUCT_INPUT_4x8BIT_KHR (1 << 1)
#define CL_DEVICE_INTEGER_DOT_PRODUCT_CAPABILITIES_KHR 0x1073
#define CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_8BIT_KHR 0x1074
#define CL_DEVICE_INTEGER_DOT_PRODUCT_ACCELERATION_PROPERTIES_4x8BIT_PACKED_KHR 0x1075
#endif

#ifndef cl_khr_kernel_clock
#define cl_khr_kernel_clock 1
#define CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR 0x1076
typedef cl_bitfield cl_device_kernel_clock_capabilities_khr;
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR (1 << 0)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR (1 << 1)
#define CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR (1 << 2)
#endif

#ifndef CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR 0x2053
#define CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR 0
#endif

// cl_khr_icd_unloadable.
#ifndef CL_PLATFORM_UNLOADABLE_KHR
#define CL_PLATFORM_UNLOADABLE_KHR 0x0921
#endif

// cl_ext_immutable_memory_objects.
#ifndef CL_MEM_IMMUTABLE_EXT
#define CL_MEM_IMMUTABLE_EXT (1 << 6)
#endif

#ifndef CL_SEMAPHORE_EXPORTABLE_KHR
#define CL_SEMAPHORE_EXPORTABLE_KHR 0x2054
typedef cl_properties cl_semaphore_reimport_properties_khr;
typedef cl_int(CL_API_CALL *clReImportSemaphoreSyncFdKHR_fn)(cl_semaphore_khr sema_object,
                                                             cl_semaphore_reimport_properties_khr *reimport_props,
                                                             int fd);
#endif

#ifndef cl_ext_buffer_device_address
#define cl_ext_buffer_device_address 1
typedef cl_ulong cl_mem_device_address_ext;
#define CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT 0x5000
#define CL_MEM_DEVICE_ADDRESS_EXT 0x5001
#define CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT 0x5002
typedef cl_int(CL_API_CALL *clSetKernelArgDevicePointerEXT_fn)(cl_kernel kernel, cl_uint arg_index,
                                                               cl_mem_device_address_ext arg_value);
#endif

#ifndef cl_khr_spirv_queries
#define cl_khr_spirv_queries 1
#define CL_DEVICE_SPIRV_EXTENDED_INSTRUCTION_SETS_KHR 0x12B9
#define CL_DEVICE_SPIRV_EXTENSIONS_KHR 0x12BA
#define CL_DEVICE_SPIRV_CAPABILITIES_KHR 0x12BB
#endif

#ifndef CL_MEM_DEVICE_HANDLE_LIST_KHR
#define CL_MEM_DEVICE_HANDLE_LIST_KHR 0x2051
#define CL_MEM_DEVICE_HANDLE_LIST_END_KHR 0
#endif

#ifndef CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR
#define CL_DEVICE_EXTERNAL_MEMORY_IMPORT_ASSUME_LINEAR_IMAGES_HANDLE_TYPES_KHR 0x2052
#endif

#ifndef CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT
#define CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT 0x1291
#endif

// OpenCL 3.1's name of CL_DEVICE_MAX_WORK_ITEM_SIZES.
#ifndef CL_DEVICE_MAX_WORK_GROUP_SIZES
#define CL_DEVICE_MAX_WORK_GROUP_SIZES 0x1005
#endif

#ifdef __cplusplus
extern "C" {
#endif
// OpenCL 3.1.
extern CL_API_ENTRY cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue,
                                                                         cl_kernel kernel, cl_uint work_dim,
                                                                         const size_t *global_work_offset,
                                                                         const size_t *global_work_size,
                                                                         size_t *suggested_local_work_size);
// cl_ext_buffer_device_address.
extern CL_API_ENTRY cl_int CL_API_CALL clSetKernelArgDevicePointerEXT(cl_kernel kernel, cl_uint arg_index,
                                                                      cl_mem_device_address_ext arg_value);
// cl_khr_external_semaphore_sync_fd.
extern CL_API_ENTRY cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(
    cl_semaphore_khr sema_object, cl_semaphore_reimport_properties_khr *reimport_props, int fd);
// cl_khr_icd 2.0.
extern CL_API_ENTRY void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform,
                                                                            const char *func_name);
extern CL_API_ENTRY cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *dispatch_data);
#ifdef __cplusplus
}
#endif

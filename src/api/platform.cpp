// SPDX-License-Identifier: Apache-2.0
#include "objects/platform.h"

#include <array>

#include "graph/semaphore.h"
#include "info.h"
#include "objects/external_memory.h"
#include "wherry/cl_command_buffer.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Platform;

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  return entry([&] {
    Platform *const all[] = {&Platform::instance()};
    list(all, num_entries, platforms, num_platforms);
  });
}

WHERRY_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param, size_t size,
                                                   void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    // "CL_INVALID_PLATFORM if platform is not a valid platform"; the meaning of NULL is implementation-defined.
    if (platform) check(platform);
    switch (param) {
    case CL_PLATFORM_PROFILE: return answer("FULL_PROFILE");
    case CL_PLATFORM_VERSION: return answer(runtime::opencl_version());
    case CL_PLATFORM_NUMERIC_VERSION: return answer(runtime::kOpenclVersion);
    case CL_PLATFORM_NAME: return answer("Wherry");
    case CL_PLATFORM_VENDOR: return answer("Wherry");
    case CL_PLATFORM_EXTENSIONS: return answer(Platform::extensions());
    case CL_PLATFORM_EXTENSIONS_WITH_VERSION: return answer(Platform::extensions_with_version());
    case CL_PLATFORM_HOST_TIMER_RESOLUTION: return answer(cl_ulong{1});
    case CL_PLATFORM_SEMAPHORE_TYPES_KHR: return answer(cl_semaphore_type_khr{CL_SEMAPHORE_TYPE_BINARY_KHR});
    case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: return answer(runtime::external_semaphore_types());
    case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR: return answer(runtime::external_memory_types());
    case CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR:
      return answer(khr::cl_platform_command_buffer_capabilities_khr{CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
                                                                     CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                                                                     CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR});
    case CL_PLATFORM_SVM_TYPE_CAPABILITIES_KHR: return answer(std::to_array(runtime::kSvmTypes));
    // "The platform can be unloaded by the ICD Loader": docs/architecture.md says what prevents that.
    case CL_PLATFORM_UNLOADABLE_KHR: return answer(cl_bool{CL_FALSE});
    case CL_PLATFORM_ICD_SUFFIX_KHR: return answer("WHERRY");
    default: return unknown_query();
    }
  });
}

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  return entry(nullptr, [&] {
    check(platform);
    return clGetExtensionFunctionAddress(name);
  });
}

cl_int CL_API_CALL clUnloadCompiler() { return CL_SUCCESS; }

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return entry([&] { check(platform); });
}

// SPDX-License-Identifier: Apache-2.0
// What the loader sees: the dispatch table and the functions that it looks up by name.
#include <string_view>

#include "api/device.h"
#include "api/entry.h"
#include "wherry/cl_command_buffer.h"
#include "wherry/cl_newer.h"
#include "wherry/cl_unified_svm.h"

namespace khr = wherry::khr;

namespace {

// A call that is answered with `code`, whatever its parameters: returned, or put where the last one
// points, beside a null handle.
template <class Function, cl_int code> struct Absent;
template <class Result, class... Params, cl_int code> struct Absent<Result(CL_API_CALL *)(Params...), code> {
  static Result CL_API_CALL call(Params... params) {
    if constexpr (std::is_same_v<Result, cl_int>) {
      return code;
    } else {
      [[maybe_unused]] auto put = [](auto last) {
        if constexpr (std::is_same_v<decltype(last), cl_int *>)
          if (last) *last = code;
      };
      (put(params), ...);
      return Result();
    }
  }
};

// cl_khr_icd 2.0: "the pointers to clGetPlatformIDs and clUnloadCompiler in the dispatch structure must be set to
// CL_ICD2_TAG_KHR", as no loader calls these through it.
template <class Function> Function icd2_tag() { return reinterpret_cast<Function>(intptr_t{0x4F50454E434C3331}); }

// Direct3D's calls are no functions here.
template <cl_int code> struct Absent<void *, code> {
  static constexpr void *call = nullptr;
};

}  // namespace

const wherry::DispatchTable wherry::dispatch_table = {.until_3_0 =
                                                          {
#define WHERRY_ENTRY(name) .name = name,
#define WHERRY_NO_LOADER_ENTRY(name) .name = icd2_tag<decltype(cl_icd_dispatch::name)>(),
#define WHERRY_ABSENT(name, code) .name = Absent<cl_api_##name, code>::call,
#include "entry_points.def"
                                                          },
                                                      .suggested_local_work_size = clGetKernelSuggestedLocalWorkSize};

namespace {

struct Named {
  std::string_view name;
  void *address;
};

constexpr std::string_view plain(std::string_view name) { return name.starts_with("khr::") ? name.substr(5) : name; }

template <size_t count> void *find(const Named (&functions)[count], std::string_view wanted) {
  for (auto &function : functions)
    if (function.name == wanted) return function.address;
  return nullptr;
}

}  // namespace

WHERRY_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *wanted) {
  static const Named functions[] = {
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void *>(clIcdGetPlatformIDsKHR)},
      {"clIcdGetFunctionAddressForPlatformKHR", reinterpret_cast<void *>(clIcdGetFunctionAddressForPlatformKHR)},
      {"clIcdSetPlatformDispatchDataKHR", reinterpret_cast<void *>(clIcdSetPlatformDispatchDataKHR)},
#define WHERRY_ENTRY(name) {#name, reinterpret_cast<void *>(name)},
#define WHERRY_ABSENT(name, code)
#include "entry_points.def"
#define WHERRY_FUNCTION(name) {plain(#name), reinterpret_cast<void *>(name)},
#include "extension_functions.def"
  };
  return wanted ? find(functions, wanted) : nullptr;
}

WHERRY_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                        cl_uint *num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

// What a loader puts in the place of our dispatch table: each call that it knows, those without a device for them too.
WHERRY_EXPORT void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *wanted) {
  static const Named calls_for_nothing[] = {
#define WHERRY_ENTRY(name)
#define WHERRY_ABSENT(name, code) {#name, reinterpret_cast<void *>(Absent<cl_api_##name, code>::call)},
#include "entry_points.def"
  };
  if (!platform || !platform->is_valid() || !wanted) return nullptr;
  if (void *found = clGetExtensionFunctionAddress(wanted)) return found;
  return find(calls_for_nothing, wanted);
}

WHERRY_EXPORT cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *data) {
  return wherry::api::entry([&] {
    wherry::runtime::check(platform).set_loader_data(data);
    wherry::loader_data = data;
  });
}

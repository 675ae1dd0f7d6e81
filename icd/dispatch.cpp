// What the loader sees: the dispatch table and the functions that it looks up by name.
#include <string_view>

#include "api/entry.h"

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

// Direct3D's calls are no functions here.
template <cl_int code> struct Absent<void *, code> {
  static constexpr void *call = nullptr;
};

}  // namespace

constinit const cl_icd_dispatch wherry::dispatch_table = {
#define WHERRY_ENTRY(name) .name = name,
#define WHERRY_ABSENT(name, code) .name = Absent<cl_api_##name, code>::call,
#include "entry_points.def"
};

WHERRY_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *wanted) {
  if (!wanted) return nullptr;
  static const struct {
    std::string_view name;
    void *address;
  } functions[] = {
      {"clIcdGetPlatformIDsKHR", reinterpret_cast<void *>(clIcdGetPlatformIDsKHR)},
#define WHERRY_ENTRY(name) {#name, reinterpret_cast<void *>(name)},
#define WHERRY_ABSENT(name, code)
#include "entry_points.def"
#define WHERRY_FUNCTION(name) {#name, reinterpret_cast<void *>(name)},
#define WHERRY_NO_FUNCTION(name, code) {#name, reinterpret_cast<void *>(Absent<name##_fn, code>::call)},
#include "extension_functions.def"
  };
  for (auto &function : functions)
    if (function.name == wanted) return function.address;
  return nullptr;
}

WHERRY_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                        cl_uint *num_platforms) {
  return clGetPlatformIDs(num_entries, platforms, num_platforms);
}

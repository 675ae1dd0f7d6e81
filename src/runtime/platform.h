// The one platform, its one device, and contexts.
#pragma once
#include <string>
#include <vector>

#include "runtime/object.h"

namespace wherry::runtime {

inline constexpr char kDriverVersion[] = "0.1.0";
// The smallest multiple of work-items that fills whole vectors.
inline constexpr size_t kPreferredMultiple = 16;
inline constexpr size_t kMaxWorkGroupSize = 4096;
inline constexpr size_t kMemoryAlign = 128;
// Program-scope variables are part of a program's executable: bytes of one, and of all of a program's.
inline constexpr size_t kMaxGlobalVariable = 1 << 20;
inline constexpr size_t kPreferredGlobalVariables = 16 << 20;

// Nanoseconds of the clock that profiling, the device timer and the host timer share.
cl_ulong now() noexcept;

}  // namespace wherry::runtime

struct _cl_platform_id final : wherry::runtime::Object<_cl_platform_id> {
  // Made at the first call, never destroyed.
  static _cl_platform_id &instance();
  // CL_PLATFORM_EXTENSIONS and CL_DEVICE_EXTENSIONS.
  static const std::string &extensions();
  static const std::vector<cl_name_version> &extensions_with_version();
  static const std::vector<cl_name_version> &opencl_c_features();
};

struct _cl_device_id final : wherry::runtime::Object<_cl_device_id> {
  // Made at the first call, never destroyed.
  static _cl_device_id &instance();

  std::string name;
  std::string vendor;
  cl_uint vendor_id;
  cl_uint clock_mhz;
  cl_ulong cache_bytes;  // of the last level
  cl_uint cache_line_bytes;
  cl_ulong memory_bytes;
  cl_ulong max_allocation_bytes;
  cl_ulong local_bytes;
  cl_uint vector_bytes;  // of the widest registers
  bool has_fma;
  bool has_avx512_fp16;
  cl_uint compute_units() const;  // the executor's workers
  size_t printf_bytes() const;    // of one ND-range

 private:
  _cl_device_id();
};

struct _cl_context final : wherry::runtime::Object<_cl_context> {
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);

  // `properties` as the user gave them, with the final 0; `callback` may be null.
  _cl_context(std::vector<cl_context_properties> properties, Notify callback, void *user_data)
      : properties(std::move(properties)), callback_(callback), user_data_(user_data) {}
  ~_cl_context() { on_destroy.run(this); }

  // Tells the program's callback, if there is one.
  void notify(const std::string &text) const {
    if (callback_) callback_(text.c_str(), nullptr, 0, user_data_);
  }

  const std::vector<cl_context_properties> properties;
  wherry::runtime::DestructorCallbacks<_cl_context> on_destroy;

 private:
  const Notify callback_;
  void *const user_data_;
};

// SPDX-License-Identifier: Apache-2.0
// The platform, its root device, sub-devices, and contexts.
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "exec/partition.h"
#include "objects/object.h"
#include "objects/shared_memory.h"

namespace wherry::runtime {

inline constexpr char kDriverVersion[] = WHERRY_VERSION;  // of the CMake project
// Of the platform and its devices.
inline constexpr cl_version kOpenclVersion = CL_MAKE_VERSION(3, 1, 0);
// "OpenCL 3.1 Wherry 0.1.0".
std::string opencl_version();
// "0.1.0+1a2b3c4d", for CL_DRIVER_VERSION: programs that keep binaries know by it whether this driver takes them.
std::string driver_version();
// The least number of work-items that fills whole vectors.
inline constexpr size_t kPreferredMultiple = 16;
inline constexpr size_t kMemoryAlign = 128;
// Bytes of on-device queues, in which an enqueued kernel takes some 500 until it starts.
inline constexpr cl_uint kPreferredDeviceQueueBytes = 16 << 20, kMaxDeviceQueueBytes = 1 << 30;
inline constexpr cl_uint kMaxDeviceEvents = 1 << 20;  // of a launch and all that it enqueues
inline constexpr cl_uint kMaxPacketSize = 1 << 16;    // of pipes
inline constexpr cl_uint kMaxPipeArgs = 64, kMaxPipeReservations = 1 << 16;
// The most bytes of one program-scope variable, and of all of a program; they are part of its executable.
inline constexpr size_t kMaxGlobalVariable = 1 << 20;
inline constexpr size_t kPreferredGlobalVariables = 16 << 20;

// Nanoseconds of the clock that profiling, the device timer and the host timer share.
cl_ulong now() noexcept;

struct Uuid {
  cl_uchar bytes[CL_UUID_SIZE_KHR];
};

using Devices = std::vector<Ref<Device>>;

}  // namespace wherry::runtime

struct _cl_platform_id final : wherry::runtime::Object<_cl_platform_id> {
  // Constructed at the first call, never destroyed.
  static _cl_platform_id &instance();
  // CL_PLATFORM_EXTENSIONS and CL_DEVICE_EXTENSIONS.
  static const std::string &extensions();
  static const std::vector<cl_name_version> &extensions_with_version();
  static const std::vector<cl_name_version> &opencl_c_features();
  // Depends on the driver's version alone.
  static wherry::runtime::Uuid uuid();
};

namespace wherry::runtime {

// The properties that the CPU reports.
struct DeviceFacts {
  DeviceFacts();
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
  bool has_half_vectors;
  // The same in all processes on a machine.
  Uuid uuid() const;
};

}  // namespace wherry::runtime

// The root device, or a sub-device with a part of the compute units.
struct _cl_device_id final : wherry::runtime::Object<_cl_device_id>, wherry::runtime::DeviceFacts {
  using PartitionType = std::vector<cl_device_partition_property>;

  // The root device. Constructed at the first call, never destroyed.
  static _cl_device_id &instance();
  // A sub-device of `parent`, bound to `cpus` unless that is empty; `type`: the user's partition properties with the
  // final 0.
  _cl_device_id(wherry::runtime::Device &parent, cl_uint units, wherry::exec::Cpus cpus, const PartitionType &type);

  wherry::runtime::Device *parent() const { return parent_.get(); }
  // Whether this is `whole` or a sub-device of it, at any depth.
  bool is_of(const wherry::runtime::Device &whole) const {
    return this == &whole || (parent_ && parent_->is_of(whole));
  }
  const PartitionType &partition_type() const { return partition_type_; }
  // The domains by which clCreateSubDevices can partition the device; 0 if it is not bound to CPUs.
  cl_device_affinity_domain affinity_domains() const;
  // Creates the sub-devices that `properties` describe, with one reference each. Throws the errors of
  // clCreateSubDevices.
  wherry::runtime::Devices divide(const cl_device_partition_property *properties);

  cl_uint compute_units() const;  // the number of the executor's workers
  wherry::exec::Executor &executor() const;
  size_t printf_bytes() const;  // for one ND-range

 private:
  struct Share;
  _cl_device_id();
  std::vector<Share> shares_by_counts(const cl_device_partition_property *counts) const;
  std::vector<Share> shares_by_domain(cl_device_affinity_domain domain) const;

  const wherry::runtime::Ref<wherry::runtime::Device> parent_;
  const PartitionType partition_type_;
  const wherry::exec::Cpus cpus_;  // the CPUs that it is bound to; for the root, those that the process may use
  const std::unique_ptr<wherry::exec::Partition> partition_;  // of a sub-device; null for the root
};

struct _cl_context final : wherry::runtime::Object<_cl_context> {
  using Notify = void(CL_CALLBACK *)(const char *, const void *, size_t, void *);

  // `properties`: the user's list with the final 0; `callback` may be null.
  _cl_context(wherry::runtime::Devices devices, std::vector<cl_context_properties> properties, Notify callback,
              void *user_data)
      : devices(std::move(devices)), properties(std::move(properties)), callback_(callback), user_data_(user_data) {}
  ~_cl_context() { on_destroy.run(this); }

  // Calls the program's callback, if there is one.
  void notify(const std::string &text) const {
    if (!callback_) return;
    const wherry::process::OutsideLibrary calling;
    callback_(text.c_str(), nullptr, 0, user_data_);
  }

  const wherry::runtime::Devices devices;  // at least one
  const std::vector<cl_context_properties> properties;
  wherry::runtime::SharedMemory shared;
  // Waits for all commands enqueued before in any queue of the context.
  void wait_for_queues();
  wherry::runtime::DestructorCallbacks<_cl_context> on_destroy;

 private:
  const Notify callback_;
  void *const user_data_;
};

// SPDX-License-Identifier: Apache-2.0
// The base of all OpenCL objects. The handle is the object's address. No virtual functions, because the loader's
// dispatch pointer must be the first word.
#pragma once
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "platform/process/fork_gate.h"

namespace wherry {

// The loader's table of calls, with the one that OpenCL 3.1 added behind those that OpenCL 3.0's header knows.
struct DispatchTable {
  cl_icd_dispatch until_3_0;
  clGetKernelSuggestedLocalWorkSizeKHR_fn suggested_local_work_size;
};
static_assert(sizeof(cl_icd_dispatch) == offsetof(cl_icd_dispatch, clSetContextDestructorCallback) + sizeof(void *),
              "cl_icd.h has newer calls: list them in icd/entry_points.def");

// Defined by icd/. Every object starts with the address of this table, followed by the data that cl_khr_icd 2.0
// prescribes.
extern const DispatchTable dispatch_table;
inline std::atomic<void *> loader_data = nullptr;

namespace runtime {

using Platform = _cl_platform_id;
using Device = _cl_device_id;
using Context = _cl_context;
using Queue = _cl_command_queue;
using Mem = _cl_mem;
using Sampler = _cl_sampler;
using Program = _cl_program;
using Kernel = _cl_kernel;
using Event = _cl_event;
using CommandBuffer = _cl_command_buffer_khr;
using MutableCommand = _cl_mutable_command_khr;
using Semaphore = _cl_semaphore_khr;

// Thrown by the runtime and the API; the entry point returns its code.
struct Error {
  cl_int code;
};

// The error code of an invalid handle of each kind.
template <class T> inline constexpr cl_int kBadHandle = 0;
template <> inline constexpr cl_int kBadHandle<Platform> = CL_INVALID_PLATFORM;
template <> inline constexpr cl_int kBadHandle<Device> = CL_INVALID_DEVICE;
template <> inline constexpr cl_int kBadHandle<Context> = CL_INVALID_CONTEXT;
template <> inline constexpr cl_int kBadHandle<Queue> = CL_INVALID_COMMAND_QUEUE;
template <> inline constexpr cl_int kBadHandle<Mem> = CL_INVALID_MEM_OBJECT;
template <> inline constexpr cl_int kBadHandle<Sampler> = CL_INVALID_SAMPLER;
template <> inline constexpr cl_int kBadHandle<Program> = CL_INVALID_PROGRAM;
template <> inline constexpr cl_int kBadHandle<Kernel> = CL_INVALID_KERNEL;
template <> inline constexpr cl_int kBadHandle<Event> = CL_INVALID_EVENT;
template <> inline constexpr cl_int kBadHandle<CommandBuffer> = CL_INVALID_COMMAND_BUFFER_KHR;
template <> inline constexpr cl_int kBadHandle<MutableCommand> = CL_INVALID_MUTABLE_COMMAND_KHR;
template <> inline constexpr cl_int kBadHandle<Semaphore> = CL_INVALID_SEMAPHORE_KHR;

template <class T> class Object {
 public:
  Object(const Object &) = delete;
  Object &operator=(const Object &) = delete;

  void retain() noexcept { references_.fetch_add(1, std::memory_order_relaxed); }
  void release() noexcept {
    if (references_.fetch_sub(1, std::memory_order_acq_rel) == 1) delete static_cast<T *>(this);
  }
  // Retains the object; returns false if its last reference has already been released.
  bool try_retain() noexcept {
    cl_uint count = references_.load(std::memory_order_relaxed);
    while (count != 0)
      if (references_.compare_exchange_weak(count, count + 1, std::memory_order_relaxed)) return true;
    return false;
  }
  cl_uint references() const noexcept { return references_.load(std::memory_order_relaxed); }
  void set_loader_data(void *data) noexcept { loader_data_.store(data, std::memory_order_relaxed); }
  bool is_valid() const noexcept { return tag_.load(std::memory_order_relaxed) == kTag; }

 protected:
  Object() = default;
  ~Object() { tag_.store(0, std::memory_order_relaxed); }

 private:
  static constexpr uint64_t kTag = 0x5768657272790000u | static_cast<uint16_t>(kBadHandle<T>);

  const cl_icd_dispatch *dispatch_ = &dispatch_table.until_3_0;
  std::atomic<void *> loader_data_ = loader_data.load(std::memory_order_relaxed);
  std::atomic<uint64_t> tag_{kTag};
  std::atomic<cl_uint> references_{1};
};

// One reference to an object.
template <class T> class Ref {
 public:
  Ref() = default;
  explicit Ref(T &object) : object_(&object) { object.retain(); }
  Ref(const Ref &other) : object_(other.object_) {
    if (object_) object_->retain();
  }
  Ref(Ref &&other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref &operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_) object_->release();
  }

  template <class... Args> static Ref make(Args &&...args) { return adopt(new T(std::forward<Args>(args)...)); }
  // Takes ownership of a counted reference.
  static Ref adopt(T *object) {
    Ref result;
    result.object_ = object;
    return result;
  }
  // Gives up ownership of the reference.
  T *detach() { return std::exchange(object_, nullptr); }

  bool operator==(const Ref &) const = default;
  T *get() const { return object_; }
  T &operator*() const { return *object_; }
  T *operator->() const { return object_; }
  explicit operator bool() const { return object_ != nullptr; }

 private:
  T *object_ = nullptr;
};

// The object of a handle; throws the error code of its kind if the handle is invalid.
template <class T> T &check(T *handle) {
  if (!handle || reinterpret_cast<uintptr_t>(handle) % alignof(void *) != 0 || !handle->is_valid())
    throw Error{kBadHandle<T>};
  return *handle;
}

// The user's callbacks for an object's end, called in the reverse order of their registration.
template <class T> class DestructorCallbacks {
 public:
  using Function = void(CL_CALLBACK *)(T *, void *);
  void add(Function function, void *data) {
    std::lock_guard lock(mutex_);
    callbacks_.emplace_back(function, data);
  }
  bool empty() {
    std::lock_guard lock(mutex_);
    return callbacks_.empty();
  }
  void run(T *object) {
    const process::OutsideLibrary calling;
    for (auto it = callbacks_.rbegin(); it != callbacks_.rend(); ++it) it->first(object, it->second);
  }

 private:
  std::mutex mutex_;
  std::vector<std::pair<Function, void *>> callbacks_;
};

}  // namespace runtime
}  // namespace wherry

// SPDX-License-Identifier: Apache-2.0
// Semaphores (cl_khr_semaphore, cl_khr_external_semaphore). Waits and signals of one that this process alone has are
// paired in the order in which they are enqueued. One that other processes may have waits for a descriptor.
#pragma once
#include <list>
#include <vector>

#include "graph/awaited_descriptor.h"
#include "graph/event.h"

namespace wherry::runtime {

// For import and for export.
inline std::vector<cl_external_semaphore_handle_type_khr> external_semaphore_types() {
  return {CL_SEMAPHORE_HANDLE_OPAQUE_FD_KHR, CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
}

}  // namespace wherry::runtime

struct _cl_semaphore_khr final : wherry::runtime::Object<_cl_semaphore_khr> {
  template <class T> using Ref = wherry::runtime::Ref<T>;
  using Event = wherry::runtime::Event;
  using Semaphore = wherry::runtime::Semaphore;
  using Descriptor = std::shared_ptr<wherry::runtime::AwaitedDescriptor>;
  struct External {
    cl_external_semaphore_handle_type_khr imported = 0, exported = 0;  // 0: none
    Descriptor shared;  // a token: the payload of all semaphores that were imported from it (reference transference)
    Descriptor fence;   // the payload until the first wait (copy transference)
  };

  // `property_list`: the user's list with the final 0; `devices`: the devices that may use the semaphore.
  _cl_semaphore_khr(wherry::runtime::Context &context, std::vector<cl_semaphore_properties_khr> property_list,
                    std::vector<cl_device_id> devices, External external)
      : property_list(std::move(property_list)), devices(std::move(devices)), imported(external.imported),
        exported(external.exported), context_(context), shared_(std::move(external.shared)),
        fence_(std::move(external.fence)) {}

  wherry::runtime::Context &context() const { return *context_; }
  const std::vector<cl_semaphore_properties_khr> property_list;
  const std::vector<cl_device_id> devices;
  const cl_external_semaphore_handle_type_khr imported, exported;
  bool is_signaled();

  enum class Side { wait, signal };
  class Pairing;
  class Awaiting;
  // Called by a wait command when it runs; `descriptor`: its pairing's.
  void waited(const Descriptor &descriptor) noexcept;
  // Called if a wait fails that would have been the first one of `descriptor`: the next one may be. `gate`: the wait's;
  // does nothing if another wait is the first one by now.
  void left(const Descriptor &descriptor, const Event &gate) noexcept;
  // Called by a signal command when it runs. Throws CL_OUT_OF_RESOURCES.
  void signaled();

  // A descriptor of the shared payload. Throws CL_OUT_OF_RESOURCES.
  int export_shared() const { return shared_->duplicate(); }
  // Takes the next signal, as a wait would; returns an eventfd that becomes readable then, and stays so, or -1 if the
  // signal has come. Throws CL_OUT_OF_RESOURCES and std::bad_alloc.
  int export_fence();
  // Puts `fence` in the place of all that was signaled before.
  void import_fence(Descriptor fence);

 private:
  using Gates = std::list<Ref<Event>>;

  const Ref<wherry::runtime::Context> context_;
  const Descriptor shared_;
  std::atomic<int64_t> signals_ = 0;  // signals that have run, less waits
  std::mutex mutex_;                  // guards the members below
  Gates unsignaled_, unawaited_;      // gates of waits without a signal yet, and of signals without a wait
  Descriptor fence_;
  const Event *fence_gate_ = nullptr;  // the gate of the wait that takes fence_; compared only
  // With a shared payload: the last command of each side that no command of the other side follows, among waits only
  // one that follows a signal. So a wait takes the signal before it, and the next signal comes after that wait.
  Ref<Event> last_[2];
  unsigned process_ = wherry::process::forks();  // that enqueued the commands
};

// Pairs a wait or signal command with its counterpart through a gate: an event that the wait depends on and that
// follows the signal, or ends by a descriptor. The destructor undoes the pairing unless keep() was called.
class _cl_semaphore_khr::Pairing {
 public:
  Pairing(wherry::runtime::Semaphore &semaphore, Side side);
  ~Pairing();
  Pairing(const Pairing &) = delete;

  wherry::runtime::Event &gate() const;
  wherry::runtime::Semaphore &semaphore() const { return *semaphore_; }
  // The descriptor that ends the gate of a wait; null: the gate follows a signal.
  const Descriptor &descriptor() const { return descriptor_; }
  // With a shared payload: the preceding command of the other side; null: none.
  const Ref<Event> &previous() const { return previous_; }
  // The command has been enqueued.
  void keep(Event &command);

 private:
  const Ref<wherry::runtime::Semaphore> semaphore_;
  const Side side_;
  Gates &mine_, &others_;
  Ref<Event> made_;      // the gate, unless the counterpart's was taken
  Gates taken_, spare_;  // allocated in advance, so that the destructor allocates nothing
  Descriptor descriptor_;
  Ref<Event> previous_;
  bool kept_ = false;
};

// The promise that a wait's gates end: by their descriptors, for which begin() lets the gates wait, or, if that fails
// or the command that was to call begin() does, all with an error and without a signal.
class _cl_semaphore_khr::Awaiting {
 public:
  Awaiting() = default;
  Awaiting(Awaiting &&) = default;
  ~Awaiting();
  void add(const Pairing &pairing);
  bool empty() const { return gates_.empty(); }
  void begin();

 private:
  struct Gate {
    Ref<Semaphore> semaphore;
    Descriptor descriptor;
    Ref<Event> gate;
  };
  std::vector<Gate> gates_;
  size_t begun_ = 0;  // gates that wait for their descriptors
};

// SPDX-License-Identifier: Apache-2.0
// A file descriptor whose readability commands wait for (cl_khr_external_semaphore). One thread, made when it is first
// needed, waits for all descriptors.
#pragma once
#include <deque>
#include <memory>
#include <mutex>

#include "graph/event.h"

namespace wherry::runtime {

class AwaitedDescriptor : public std::enable_shared_from_this<AwaitedDescriptor> {
 public:
  enum class Kind {
    token,  // an eventfd: each signal ends one wait, in whatever process
    fence,  // any descriptor that epoll accepts: readable for ever once it is signaled; -1: signaled already
  };
  // Throws `bad` if the descriptor is not of this kind. The program owns the descriptor until own() is called.
  AwaitedDescriptor(Kind kind, int descriptor, cl_int bad);
  AwaitedDescriptor(const AwaitedDescriptor &) = delete;
  ~AwaitedDescriptor();
  void own() noexcept { owned_ = true; }

  // A token of its own. Throws CL_OUT_OF_RESOURCES and std::bad_alloc.
  static std::shared_ptr<AwaitedDescriptor> make_token();
  // An eventfd that is not signaled. Throws CL_OUT_OF_RESOURCES.
  static int make_eventfd();
  // Adds a signal to an eventfd; returns whether that succeeded.
  static bool signal_eventfd(int descriptor) noexcept;
  // Another descriptor of the same file, for the program. Throws CL_OUT_OF_RESOURCES.
  static int duplicate(int descriptor);
  int duplicate() const { return duplicate(descriptor_); }

  bool is_signaled() const noexcept;
  // Precondition: the descriptor is a token's. Throws CL_OUT_OF_RESOURCES.
  void signal() const;
  // Ends `gate` once the descriptor is signaled and, of a token, the signal has been taken. Gates end in the order of
  // these calls. Throws CL_OUT_OF_RESOURCES and std::bad_alloc.
  void await(Ref<Event> gate);
  // Undoes await(): leaves the signal to other waits, or gives it back. The gate ends, with an error if it had not.
  void leave(Event &gate) noexcept;

 private:
  friend class DescriptorThread;
  AwaitedDescriptor() : kind_(Kind::token), descriptor_(make_eventfd()), owned_(true) {}
  bool take() const noexcept;
  // For the thread: ends the gates whose signals have come.
  void end_gates() noexcept;
  // In a forked child: forgets the parent's gates.
  void abandon() noexcept;

  const Kind kind_;
  const int descriptor_;
  bool owned_ = false;
  std::mutex mutex_;  // guards the members below
  std::deque<Ref<Event>> gates_;
  bool watched_ = false;  // by the thread
};

}  // namespace wherry::runtime

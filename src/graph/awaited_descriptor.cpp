// SPDX-License-Identifier: Apache-2.0
#include "graph/awaited_descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>
#include <thread>
#include <unordered_map>

#include "platform/process/fault_guard.h"

namespace wherry::runtime {

// The thread that waits for all descriptors, by epoll. A descriptor is watched once for all gates, and only while it
// has gates.
class DescriptorThread {
 public:
  static DescriptorThread &instance() {
    static auto *only = new DescriptorThread;  // never destroyed: the thread waits until the process ends
    return *only;
  }

  // The caller has locked the descriptor's mutex. Throws CL_OUT_OF_RESOURCES and std::bad_alloc.
  void watch(std::shared_ptr<AwaitedDescriptor> descriptor) {
    AwaitedDescriptor *const key = descriptor.get();
    std::lock_guard lock(mutex_);
    start();
    watched_.emplace(key, std::move(descriptor));
    if (control(EPOLL_CTL_ADD, *key)) return;
    watched_.erase(key);
    throw Error{CL_OUT_OF_RESOURCES};
  }
  // Asks for one more report. A descriptor that is readable already is reported again.
  void watch_again(const AwaitedDescriptor &descriptor) noexcept { control(EPOLL_CTL_MOD, descriptor); }
  // Returns the thread's reference. Before the descriptor is closed: if another process has the file too, closing alone
  // does not end the kernel's watch.
  std::shared_ptr<AwaitedDescriptor> forget(AwaitedDescriptor &descriptor) noexcept {
    std::lock_guard lock(mutex_);
    control(EPOLL_CTL_DEL, descriptor);
    auto node = watched_.extract(&descriptor);
    return node ? std::move(node.mapped()) : nullptr;
  }

  // A forked child has no such thread, and shares its parent's epoll.
  void restart_in_child() noexcept {
    if (epoll_ >= 0) close(epoll_);
    epoll_ = -1;
    for (auto &[key, descriptor] : watched_) descriptor->abandon();
    watched_.clear();
  }

 private:
  void start() {
    if (epoll_ >= 0) return;
    const int made = epoll_create1(EPOLL_CLOEXEC);
    if (made < 0) throw Error{CL_OUT_OF_RESOURCES};
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // the program's signal handlers must not run on this thread
    try {
      std::thread([this, made] { run(made); }).detach();
      epoll_ = made;
    } catch (const std::system_error &) {
      close(made);
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    if (epoll_ < 0) throw Error{CL_OUT_OF_RESOURCES};
  }

  bool control(int operation, const AwaitedDescriptor &descriptor) noexcept {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLONESHOT;
    event.data.ptr = const_cast<AwaitedDescriptor *>(&descriptor);
    return epoll_ctl(epoll_, operation, descriptor.descriptor_, &event) == 0;
  }

  void run(int epoll) noexcept {
    pthread_setname_np(pthread_self(), "wherry-waits");
    process::receive_faults();  // where no worker takes them, the program's callbacks run here
    for (;;) {
      epoll_event event;
      const int count = epoll_wait(epoll, &event, 1, /*timeout=*/-1);
      if (count < 0 && errno != EINTR) return;  // the program has closed our descriptor
      if (count != 1) continue;
      const process::InsideLibrary inside;
      if (auto descriptor = find(event.data.ptr)) descriptor->end_gates();
    }
  }

  std::shared_ptr<AwaitedDescriptor> find(void *key) {
    std::lock_guard lock(mutex_);
    const auto found = watched_.find(static_cast<AwaitedDescriptor *>(key));
    return found == watched_.end() ? nullptr : found->second;
  }

  std::mutex mutex_;  // guards the members below; locked after a descriptor's
  int epoll_ = -1;
  std::unordered_map<AwaitedDescriptor *, std::shared_ptr<AwaitedDescriptor>> watched_;
};

namespace {

const process::InForkedChild restore([] { DescriptorThread::instance().restart_in_child(); });

bool is_eventfd(int descriptor) {
  char link[64] = {};
  const std::string path = "/proc/self/fd/" + std::to_string(descriptor);
  return readlink(path.c_str(), link, sizeof link - 1) > 0 && std::strcmp(link, "anon_inode:[eventfd]") == 0;
}

// Whether epoll can wait for the descriptor: not for a regular file, nor for one that is closed.
bool can_be_awaited(int descriptor) {
  const int epoll = epoll_create1(EPOLL_CLOEXEC);
  if (epoll < 0) throw Error{CL_OUT_OF_RESOURCES};
  epoll_event event{};
  event.events = EPOLLIN;
  const bool added = epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0;
  if (added) epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event);
  close(epoll);
  return added;
}

// A token is read without blocking; the eventfd may come from another process, which has left it blocking.
bool make_nonblocking(int descriptor) {
  const int flags = fcntl(descriptor, F_GETFL);
  return flags >= 0 && ((flags & O_NONBLOCK) || fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0);
}

}  // namespace

AwaitedDescriptor::AwaitedDescriptor(Kind kind, int descriptor, cl_int bad) : kind_(kind), descriptor_(descriptor) {
  const bool good = kind == Kind::token ? is_eventfd(descriptor) && make_nonblocking(descriptor)
                                        : descriptor == -1 || can_be_awaited(descriptor);
  if (!good) throw Error{bad};
}

AwaitedDescriptor::~AwaitedDescriptor() {
  if (owned_ && descriptor_ >= 0) close(descriptor_);
}

std::shared_ptr<AwaitedDescriptor> AwaitedDescriptor::make_token() {
  return std::shared_ptr<AwaitedDescriptor>(new AwaitedDescriptor);
}

int AwaitedDescriptor::make_eventfd() {
  const int made = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE);
  if (made < 0) throw Error{CL_OUT_OF_RESOURCES};
  return made;
}

bool AwaitedDescriptor::signal_eventfd(int descriptor) noexcept {
  const eventfd_t one = 1;
  return write(descriptor, &one, sizeof one) == sizeof one;
}

int AwaitedDescriptor::duplicate(int descriptor) {
  const int made = fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
  if (made < 0) throw Error{CL_OUT_OF_RESOURCES};
  return made;
}

bool AwaitedDescriptor::is_signaled() const noexcept {
  if (descriptor_ < 0) return true;
  pollfd asked{descriptor_, POLLIN, 0};
  return poll(&asked, 1, 0) == 1 && asked.revents != 0;
}

void AwaitedDescriptor::signal() const {
  if (!signal_eventfd(descriptor_)) throw Error{CL_OUT_OF_RESOURCES};
}

bool AwaitedDescriptor::take() const noexcept {
  if (kind_ == Kind::fence) return is_signaled();
  eventfd_t taken;
  return read(descriptor_, &taken, sizeof taken) == sizeof taken;
}

void AwaitedDescriptor::await(Ref<Event> gate) {
  {
    std::lock_guard lock(mutex_);
    if (!gates_.empty() || !take()) {
      gates_.push_back(std::move(gate));
      if (watched_) return;
      try {
        DescriptorThread::instance().watch(shared_from_this());
        watched_ = true;
      } catch (...) {
        gates_.pop_back();
        throw;
      }
      return;
    }
  }
  gate->end_gate(CL_COMPLETE);
}

void AwaitedDescriptor::leave(Event &gate) noexcept {
  Ref<Event> left;
  {
    std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(gates_, &gate, &Ref<Event>::get);
    if (found != gates_.end()) {
      left = std::move(*found);
      gates_.erase(found);  // a descriptor without gates is forgotten at its next signal
    } else if (kind_ == Kind::token) {
      signal_eventfd(descriptor_);
    }
  }
  if (left) left->end_gate(CL_OUT_OF_RESOURCES);
}

void AwaitedDescriptor::end_gates() noexcept {
  std::shared_ptr<AwaitedDescriptor> reference;  // released after the lock
  for (;;) {
    Ref<Event> gate;
    {
      std::lock_guard lock(mutex_);
      if (gates_.empty()) {
        watched_ = false;
        reference = DescriptorThread::instance().forget(*this);
        return;
      }
      if (!take()) return DescriptorThread::instance().watch_again(*this);
      gate = std::move(gates_.front());
      gates_.pop_front();
    }
    gate->end_gate(CL_COMPLETE);
  }
}

void AwaitedDescriptor::abandon() noexcept {
  for (auto &gate : gates_) gate.detach();  // a release may call the program's callbacks
  gates_.clear();
  watched_ = false;
}

}  // namespace wherry::runtime

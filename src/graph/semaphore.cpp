// SPDX-License-Identifier: Apache-2.0
#include "graph/semaphore.h"

#include <unistd.h>

#include <utility>

using namespace wherry::runtime;

namespace {

size_t index(Semaphore::Side side) { return side == Semaphore::Side::wait ? 0 : 1; }
size_t index_of_other(Semaphore::Side side) { return 1 - index(side); }

// A fence that a gate is to signal.
struct ExportedFence {
  explicit ExportedFence(Semaphore &semaphore) : semaphore(semaphore) {}
  ~ExportedFence() { close(descriptor); }
  const Ref<Semaphore> semaphore;
  const int descriptor = AwaitedDescriptor::make_eventfd();
};

// The callback of the gate's end. Ends the fence of a signal that has failed too: a process that waits for
// the fence must not wait for ever.
void CL_CALLBACK signal_fence(cl_event, cl_int status, void *data) {
  const wherry::process::InsideLibrary inside;
  const std::unique_ptr<ExportedFence> fence(static_cast<ExportedFence *>(data));
  if (status == CL_COMPLETE) fence->semaphore->waited({});
  AwaitedDescriptor::signal_eventfd(fence->descriptor);
}

}  // namespace

bool _cl_semaphore_khr::is_signaled() {
  if (wherry::checks::order::on()) wherry::checks::order::host_saw_all();
  if (shared_) return shared_->is_signaled();
  if (signals_.load(std::memory_order_acquire) > 0) return true;
  std::lock_guard lock(mutex_);
  return fence_ && fence_->is_signaled();
}

void _cl_semaphore_khr::waited(const Descriptor &descriptor) noexcept {
  if (!descriptor) {
    signals_.fetch_sub(1);
    return;
  }
  Descriptor ended;  // released after the lock
  std::lock_guard lock(mutex_);
  if (descriptor == fence_) ended = std::move(fence_);
}

void _cl_semaphore_khr::left(const Descriptor &descriptor, const Event &gate) noexcept {
  std::lock_guard lock(mutex_);
  if (descriptor == fence_ && fence_gate_ == &gate) fence_gate_ = nullptr;
}

void _cl_semaphore_khr::signaled() {
  if (shared_ && wherry::checks::order::on()) wherry::checks::order::host_saw_all();  // from another process
  if (shared_)
    shared_->signal();
  else
    signals_.fetch_add(1);
}

int _cl_semaphore_khr::export_fence() {
  Pairing pairing(*this, Side::wait);
  Event &gate = pairing.gate();
  if (gate.gate_status() == CL_COMPLETE) {
    waited({});
    pairing.keep(gate);
    return -1;
  }
  auto fence = std::make_unique<ExportedFence>(*this);
  const int result = AwaitedDescriptor::duplicate(fence->descriptor);
  try {
    gate.add_callback(CL_COMPLETE, signal_fence, fence.get());
  } catch (...) {
    close(result);
    throw;
  }
  static_cast<void>(fence.release());  // signal_fence deletes the fence
  pairing.keep(gate);
  return result;
}

void _cl_semaphore_khr::import_fence(Descriptor fence) {
  Gates dropped;  // released after the lock
  std::lock_guard lock(mutex_);
  fence_.swap(fence);
  fence_gate_ = nullptr;
  unawaited_.swap(dropped);
  signals_ = 0;
}

_cl_semaphore_khr::Pairing::Pairing(Semaphore &semaphore, Side side)
    : semaphore_(semaphore), side_(side), mine_(side == Side::wait ? semaphore.unsignaled_ : semaphore.unawaited_),
      others_(side == Side::wait ? semaphore.unawaited_ : semaphore.unsignaled_) {
  spare_.emplace_back(Event::gate(semaphore.context()));
  made_ = spare_.front();
  Gates node{made_};
  std::lock_guard lock(semaphore.mutex_);
  if (semaphore.shared_) {
    if (std::exchange(semaphore.process_, wherry::process::forks()) != wherry::process::forks())
      for (auto &last : semaphore.last_) last.detach();  // the parent's: a release may call the program's callbacks
    previous_ = std::move(semaphore.last_[index_of_other(side)]);
    if (side == Side::wait) descriptor_ = semaphore.shared_;
  } else if (side == Side::wait && semaphore.fence_ && !semaphore.fence_gate_) {
    semaphore.fence_gate_ = &*made_;
    descriptor_ = semaphore.fence_;
  } else if (others_.empty()) {
    mine_.splice(mine_.end(), node);
  } else {
    taken_.splice(taken_.end(), others_, others_.begin());
  }
}

_cl_semaphore_khr::Pairing::~Pairing() {
  if (kept_) return;
  if (descriptor_ && !semaphore_->shared_) {
    semaphore_->left(descriptor_, *made_);
    return;
  }
  std::lock_guard lock(semaphore_->mutex_);
  if (semaphore_->shared_) {
    if (Ref<Event> &last = semaphore_->last_[index_of_other(side_)]; !last) last = std::move(previous_);
  } else if (!taken_.empty()) {
    others_.splice(others_.begin(), taken_);
  } else if (mine_.remove(made_) == 0) {
    others_.splice(others_.begin(), spare_);  // the counterpart that took the gate may pair with this one
  }
}

void _cl_semaphore_khr::Pairing::keep(Event &command) {
  kept_ = true;
  // A wait without an earlier signal may be for the next one, which must not wait for it.
  if (!semaphore_->shared_ || (side_ == Side::wait && !previous_)) return;
  Ref<Event> last(command);  // the replaced one is released after the lock
  std::lock_guard lock(semaphore_->mutex_);
  std::swap(last, semaphore_->last_[index(side_)]);
}

void _cl_semaphore_khr::Awaiting::add(const Pairing &pairing) {
  gates_.push_back({Ref(pairing.semaphore()), pairing.descriptor(), Ref(pairing.gate())});
}

void _cl_semaphore_khr::Awaiting::begin() {
  for (auto &[semaphore, descriptor, gate] : gates_) {
    descriptor->await(gate);
    ++begun_;
  }
  gates_.clear();
}

_cl_semaphore_khr::Awaiting::~Awaiting() {
  for (size_t i = 0; i < gates_.size(); ++i) {
    auto &[semaphore, descriptor, gate] = gates_[i];
    semaphore->left(descriptor, *gate);
    if (i < begun_)
      descriptor->leave(*gate);
    else
      gate->end_gate(CL_OUT_OF_RESOURCES);
  }
}

Event &_cl_semaphore_khr::Pairing::gate() const { return taken_.empty() ? *made_ : *taken_.front(); }

// SPDX-License-Identifier: Apache-2.0
#include "graph/queue.h"

#include <unordered_set>

#include "platform/cpu/pause.h"

using namespace wherry::runtime;

namespace {

std::atomic<uint64_t> last_number{0};

struct Registry {
  std::mutex mutex;
  std::unordered_set<Queue *> queues;
};
Registry &registry() {
  static auto *all = new Registry;  // never destroyed: queues may outlive this library's destructors
  return *all;
}

const wherry::process::InForkedChild restore([] {
  for (Queue *queue : registry().queues) queue->abandon_all();
});

}  // namespace

_cl_command_queue::_cl_command_queue(Context &context, Device &device, cl_command_queue_properties properties,
                                     std::vector<cl_queue_properties> property_list, wherry::exec::Priority priority,
                                     cl_uint size)
    : context_(context), context(context), device(device), properties(properties),
      property_list(std::move(property_list)), priority(priority), number(++last_number), size(size) {
  wherry::checks::order::made_queue(in_order());
  std::lock_guard lock(registry().mutex);
  registry().queues.insert(this);
}

_cl_command_queue::~_cl_command_queue() {
  std::lock_guard lock(registry().mutex);
  registry().queues.erase(this);
}

bool _cl_command_queue::take(uint64_t bytes) noexcept {
  if (taken_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= size) return true;
  give_back(bytes);
  return false;
}

Ref<Queue> _cl_command_queue::default_on_device(Context &context, const Device &device) {
  std::lock_guard lock(registry().mutex);
  for (Queue *queue : registry().queues)
    if (queue->is_default_ && &queue->context == &context && &queue->device == &device && queue->try_retain())
      return Ref<Queue>::adopt(queue);
  return {};
}

void _cl_command_queue::become_default() {
  std::lock_guard lock(registry().mutex);
  for (Queue *queue : registry().queues)
    if (&queue->context == &context && &queue->device == &device) queue->is_default_ = queue == this;
}

// Does not release the commands' references: a release may call the program's destructor callbacks.
void _cl_command_queue::abandon_all() noexcept {
  while (Event *event = first_.detach()) {
    first_ = std::move(event->next_);
    event->queue_slot_ = Event::kNoSlot;
  }
  last_ = nullptr;
  for (auto &event : outstanding_) event.detach()->queue_slot_ = Event::kNoSlot;
  outstanding_.clear();
  barrier_.detach();
  polled_ = false;
  handed_off_ = nullptr;
  taken_ = 0;
}

void _cl_context::wait_for_queues() {
  std::vector<Ref<Queue>> live;
  {
    std::lock_guard lock(registry().mutex);
    for (Queue *queue : registry().queues)
      if (&queue->context == this && queue->try_retain()) live.push_back(Ref<Queue>::adopt(queue));
  }
  for (auto &queue : live) queue->wait();
}

Ref<Event> _cl_command_queue::enqueue(Command command) {
  // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue."
  if (on_device()) throw Error{CL_INVALID_COMMAND_QUEUE};
  auto event = Ref<Event>::make(*this, command.type, std::move(command.work));
  std::vector<Dependency> dependencies;
  for (Event *waited : command.wait_list) dependencies.push_back({Ref(*waited), command.on_failure});
  for (auto &earlier : command.after) dependencies.push_back({earlier, OnFailure::run});
  if (in_order()) {
    std::lock_guard lock(mutex_);
    if (event->order) wherry::checks::order::enqueue(*event->order, order_, number, true, false);
    event->queue_slot_ = 0;
    if (last_) {
      event->unmet_.fetch_add(1, std::memory_order_relaxed);
      last_->next_ = event;
    } else {
      first_ = event;
    }
    last_ = event.get();
  } else {
    const bool after_all = command.order != Order::command && command.wait_list.empty();
    Events replaced;  // destroyed after the lock is released
    std::lock_guard lock(mutex_);
    if (event->order) {
      event->order->is_barrier = command.order == Order::barrier;
      wherry::checks::order::enqueue(*event->order, order_, number, false, after_all);
    }
    if (after_all)
      for (auto &earlier : outstanding_) dependencies.push_back({earlier, OnFailure::run});
    else if (barrier_)
      dependencies.push_back({barrier_, OnFailure::run});
    if (outstanding_.size() == outstanding_.capacity()) outstanding_.reserve(2 * outstanding_.size() + 16);
    if (after_all && command.order == Order::barrier) {
      for (auto &earlier : outstanding_) earlier->queue_slot_ = Event::kNoSlot;
      replaced.swap(outstanding_);
    }
    event->queue_slot_ = outstanding_.size();
    outstanding_.push_back(event);
    if (command.order == Order::barrier) barrier_ = event;
  }
  event->start(dependencies, command.caller_waits);
  return event;
}

Ref<Event> _cl_command_queue::retire(Event &event) noexcept {
  Ref<Event> ended, barrier;  // destroyed after the lock is released
  std::lock_guard lock(mutex_);
  if (in_order()) {
    if (event.queue_slot_ == Event::kNoSlot) return {};  // by abandon_all()
    event.queue_slot_ = Event::kNoSlot;
    ended = std::exchange(first_, std::move(event.next_));
    if (!first_) last_ = nullptr;
    return first_;
  }
  if (event.queue_slot_ != Event::kNoSlot) {
    ended = std::move(outstanding_[event.queue_slot_]);
    if (event.queue_slot_ + 1 != outstanding_.size()) {
      outstanding_[event.queue_slot_] = std::move(outstanding_.back());
      outstanding_[event.queue_slot_]->queue_slot_ = event.queue_slot_;
    }
    outstanding_.pop_back();
    event.queue_slot_ = Event::kNoSlot;
  }
  if (barrier_.get() == &event) barrier = std::move(barrier_);
  return {};
}

Ref<Event> _cl_command_queue::first_before(const Event &event) {
  if (!in_order()) return {};
  std::lock_guard lock(mutex_);
  return event.queue_slot_ == Event::kNoSlot || first_.get() == &event ? Ref<Event>() : first_;
}

Ref<Event> _cl_command_queue::poll() noexcept {
  constexpr int kPatience = 100;  // pause instructions, of some 20 to 40 ns each
  {
    std::lock_guard lock(mutex_);
    if (first_ || polled_) return {};
    polled_ = true;
  }
  for (int i = 0; i < kPatience && !handed_off_.load(std::memory_order_relaxed); ++i) wherry::cpu::pause_thread();
  std::lock_guard lock(mutex_);
  polled_ = false;
  return Ref<Event>::adopt(handed_off_.exchange(nullptr));
}

bool _cl_command_queue::hand_off(Event &event) noexcept {
  std::lock_guard lock(mutex_);
  if (!polled_ || handed_off_.load()) return false;
  event.retain();
  handed_off_ = &event;
  return true;
}

void _cl_command_queue::wait() {
  Events waited;
  {
    std::lock_guard lock(mutex_);
    if (last_) waited.emplace_back(*last_);
    waited.insert(waited.end(), outstanding_.begin(), outstanding_.end());
  }
  for (auto &event : waited) event->wait();
  if (wherry::checks::order::on()) wherry::checks::order::host_saw(order_);
}

void _cl_command_queue::finish() {
  wait();
  if (failed_.exchange(false)) throw Error{CL_OUT_OF_RESOURCES};
}

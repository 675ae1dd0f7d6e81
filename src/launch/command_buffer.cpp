// SPDX-License-Identifier: Apache-2.0
#include "launch/command_buffer.h"

#include <algorithm>
#include <numeric>

using namespace wherry;
using namespace wherry::runtime;

Dispatch _cl_mutable_command_khr::dispatch() {
  std::lock_guard lock(buffer.mutex_);
  return dispatch_;
}

cl_command_buffer_state_khr _cl_command_buffer_khr::state() {
  std::lock_guard lock(mutex_);
  if (!finalized_) return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return incomplete_ ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

cl_sync_point_khr _cl_command_buffer_khr::check_recording(std::span<const cl_sync_point_khr> after) const {
  if (finalized_) throw Error{CL_INVALID_OPERATION};
  for (cl_sync_point_khr point : after)
    if (point == 0 || point > recorded_) throw Error{CL_INVALID_SYNC_POINT_WAIT_LIST_KHR};
  return recorded_ + 1;
}

// Each sync point has a command, whose index is one less.
void _cl_command_buffer_khr::add(Command command, const Place &place) {
  std::vector<size_t> &after = command.after;
  for (cl_sync_point_khr point : place.after) after.push_back(point - 1);
  if (place.is_barrier && place.after.empty())
    for (size_t i = 0; i < commands_.size(); ++i)
      if (!commands_[i].is_followed) after.push_back(i);
  // "If the queue is an in-order queue, then an additional dependency is created on the last command appended to the
  // command-buffer using the same queue parameter."
  const bool in_order = !(queues[place.queue]->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  if (in_order && last_[place.queue] != kNone) after.push_back(last_[place.queue]);
  if (barrier_ != kNone) after.push_back(barrier_);
  command.queue = place.queue;
  commands_.push_back(std::move(command));
  const size_t index = commands_.size() - 1;
  for (size_t earlier : commands_[index].after) commands_[earlier].is_followed = true;
  last_[place.queue] = index;
  if (place.is_barrier) barrier_ = index;
}

cl_sync_point_khr _cl_command_buffer_khr::record(Work work, const Place &place, Remake remake) {
  auto kept = work ? std::make_shared<const Work>(std::move(work)) : nullptr;
  std::lock_guard lock(mutex_);
  const cl_sync_point_khr point = check_recording(place.after);
  add({.work = std::move(kept), .remake = std::move(remake)}, place);
  return recorded_ = point;
}

cl_sync_point_khr _cl_command_buffer_khr::record(MutableCommand::Recorded recorded, Dispatch dispatch,
                                                 const Place &place, MutableCommand **command) {
  std::lock_guard lock(mutex_);
  const cl_sync_point_khr point = check_recording(place.after);
  const size_t slot = mutable_commands_.size();
  const bool complete = dispatch.complete;
  auto made = Ref<MutableCommand>::make(*this, std::move(recorded), std::move(dispatch), slot);
  mutable_commands_.push_back(std::move(made));
  add({.work = nullptr, .slot = slot}, place);
  incomplete_ += !complete;
  *command = mutable_commands_.back().get();
  return recorded_ = point;
}

void _cl_command_buffer_khr::finalize() {
  std::lock_guard lock(mutex_);
  if (finalized_) throw Error{CL_INVALID_OPERATION};
  auto launches = std::make_shared<Launches>();
  for (auto &command : mutable_commands_) launches->push_back(command->dispatch_.launch);
  launches_ = std::move(launches);
  finalized_ = true;
}

void _cl_command_buffer_khr::run(const Command &command, const Launches &launches, Event &event) const {
  if (command.work)
    (*command.work)(event);
  else if (const Launch *launch = command.slot == kNone ? nullptr : launches[command.slot].get())
    launch->run(event);
}

// As one command after the other, with WHERRY_CHECK=race: which of them nothing orders.
void _cl_command_buffer_khr::run_parts(const Launches &launches, Event &event) const {
  std::vector<checks::CommandOrder> parts(commands_.size());
  const bool in_order = !(event.queue()->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  for (size_t i = 0; i < parts.size(); ++i) {
    std::vector<const checks::CommandOrder *> after;
    for (size_t earlier : commands_[i].after) after.push_back(&parts[earlier]);
    if (in_order && i != 0) after.push_back(&parts[i - 1]);
    parts[i].part = i + 1;
    checks::order::begin_part(parts[i], *event.order, after);
    event.part = &parts[i];
    try {
      run(commands_[i], launches, event);
    } catch (...) {
      event.part = nullptr;
      checks::order::end_parts(*event.order, std::span(parts).first(i + 1));
      throw;
    }
    event.part = nullptr;
  }
  checks::order::end_parts(*event.order, parts);
}

void _cl_command_buffer_khr::check_executable() const {
  if (!finalized_ || incomplete_) throw Error{CL_INVALID_OPERATION};
}

Work _cl_command_buffer_khr::work() {
  std::lock_guard lock(mutex_);
  check_executable();
  return [self = Ref<CommandBuffer>(*this), launches = launches_](Event &event) {
    if (checks::order::matters() && event.order)
      self->run_parts(*launches, event);
    else
      for (const Command &command : self->commands_) self->run(command, *launches, event);
    event.set_end(0);  // which a launch before the last one may have set
  };
}

// Enqueues a command that waits for `earlier` ones of the same command buffer, whose errors become its own, or, if
// there is none, for `first`.
static wherry::runtime::Ref<Event> enqueue_part(Queue &on, std::span<Event *const> first,
                                                std::span<Event *const> earlier, Work work) {
  return on.enqueue({.type = CL_COMMAND_COMMAND_BUFFER_KHR,
                     .wait_list = earlier.empty() ? first : earlier,
                     .work = std::move(work),
                     .on_failure = earlier.empty() ? OnFailure::fail : OnFailure::fail_alike});
}

// Each command is one of its queue, with the recorded dependencies. A gate holds all back until the last is enqueued,
// or fails those that are, if memory runs out before.
wherry::runtime::Ref<Event> _cl_command_buffer_khr::enqueue(const Queues &on, std::span<Event *const> waits) {
  std::shared_ptr<const Launches> launches;
  {
    std::lock_guard lock(mutex_);
    check_executable();
    launches = launches_;
  }
  const auto gate = Event::gate(context());
  std::vector<Event *> first(waits.begin(), waits.end()), ends;
  first.push_back(gate.get());
  // The time when the first command begins, in nanoseconds.
  std::shared_ptr<std::atomic<cl_ulong>> begin;
  if (on[0]->properties & CL_QUEUE_PROFILING_ENABLE) begin = std::make_shared<std::atomic<cl_ulong>>(0);
  std::vector<Ref<Event>> made;
  try {
    made.reserve(commands_.size());
    for (const Command &command : commands_) {
      std::vector<Event *> after;
      after.reserve(command.after.size());
      for (size_t earlier : command.after) after.push_back(made[earlier].get());
      auto work = [self = Ref<CommandBuffer>(*this), &command, launches, begin](Event &event) {
        cl_ulong unset = 0;
        if (begin && begin->load() == 0) begin->compare_exchange_strong(unset, now());
        self->run(command, *launches, event);
      };
      made.push_back(enqueue_part(*on[command.queue], first, after, std::move(work)));
      if (!command.is_followed) ends.push_back(made.back().get());
    }
    Work end;
    if (begin && !ends.empty()) end = [begin](Event &event) { event.began_at(begin->load()); };
    auto last = enqueue_part(*on[0], first, ends, std::move(end));
    gate->end_gate(CL_COMPLETE, /*from_outside=*/false);
    return last;
  } catch (...) {
    gate->end_gate(CL_OUT_OF_HOST_MEMORY, /*from_outside=*/false);
    throw;
  }
}

// Chooses the queues of commands, one after another, by list scheduling: a command goes where it ends first, if each
// takes the time that is one divided by its device's compute units, and a device runs one command at a time.
class _cl_command_buffer_khr::Scheduler {
 public:
  explicit Scheduler(const Queues &queues)
      : queues_(queues), end_of_device_(queues.size()), last_(queues.size(), kNone) {}

  // The queues, beginning with the one on which the command ends first.
  std::vector<size_t> order(const Command &command) const {
    struct Rank {
      double end;
      double wait;         // in an in-order queue, for commands that this one does not depend on
      bool changes_queue;  // no command that this one depends on is of the queue
      auto operator<=>(const Rank &) const = default;
    };
    std::vector<Rank> ranks;
    for (size_t q = 0; q < queues_.size(); ++q) {
      const bool in_order = !(queues_[q]->properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
      const double wait = in_order && last_[q] != kNone ? places_[last_[q]].end - ready(command) : 0;
      ranks.push_back({end(command, q), std::max(0.0, wait),
                       std::ranges::none_of(command.after, [&](size_t i) { return places_[i].queue == q; })});
    }
    std::vector<size_t> order(queues_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::sort(order, {}, [&](size_t q) { return std::pair(ranks[q], q); });
    return order;
  }

  // The next command has been given to a queue.
  void place(const Command &command, size_t queue) {
    const double end = this->end(command, queue);
    last_[queue] = places_.size();
    for (size_t q = 0; q < queues_.size(); ++q)
      if (&queues_[q]->device == &queues_[queue]->device) end_of_device_[q] = std::max(end_of_device_[q], end);
    places_.push_back({queue, end});
  }
  // The last command of each queue.
  const std::vector<size_t> &last() const { return last_; }

 private:
  struct Placed {
    size_t queue;
    double end;
  };
  // When all that the command depends on has ended.
  double ready(const Command &command) const {
    double time = 0;
    for (size_t earlier : command.after) time = std::max(time, places_[earlier].end);
    return time;
  }
  double end(const Command &command, size_t q) const {
    const double begin = std::max(ready(command), end_of_device_[q]);
    const bool takes_time = command.work || command.slot != kNone;
    return takes_time ? begin + 1.0 / queues_[q]->device.compute_units() : begin;
  }

  const Queues &queues_;
  std::vector<double> end_of_device_;  // by queue: when its device has run all that was placed
  std::vector<size_t> last_;
  std::vector<Placed> places_;  // by command
};

// Copies a command for the first of `order` whose device can run it; throws the first one's error if none can.
void _cl_command_buffer_khr::copy_command(const Command &command, std::span<const size_t> order, const Redo &redo,
                                          _cl_command_buffer_khr &into, Launches &launches) const {
  std::exception_ptr first;
  for (size_t queue : order) try {
      Queue &on = *into.queues[queue];
      Command copied = command;
      copied.queue = queue;
      if (command.remake) {
        Work work = command.remake(on);
        copied.work = work ? std::make_shared<const Work>(std::move(work)) : nullptr;
      }
      if (command.slot != kNone) {
        const MutableCommand &original = *mutable_commands_[command.slot];
        Dispatch dispatch = original.dispatch_;
        dispatch.kernel = Ref<Kernel>::make(*dispatch.kernel);
        redo(on, dispatch, original.recorded.dims);
        into.incomplete_ += !dispatch.complete;
        launches.push_back(dispatch.launch);
        auto recorded = original.recorded;
        recorded.queue = queue;
        into.mutable_commands_.push_back(
            Ref<MutableCommand>::make(into, std::move(recorded), std::move(dispatch), command.slot));
      }
      into.commands_.push_back(std::move(copied));
      return;
    } catch (const Error &) {
      if (!first) first = std::current_exception();
    }
  std::rethrow_exception(first);
}

wherry::runtime::Ref<CommandBuffer> _cl_command_buffer_khr::copy(Queues to, bool automatic, const Redo &redo) {
  std::lock_guard lock(mutex_);
  auto made = Ref<CommandBuffer>::make(std::move(to), property_list, is_mutable, only_fewer_groups);
  Scheduler scheduler(made->queues);
  auto launches = std::make_shared<Launches>();
  for (const Command &command : commands_) {
    copy_command(command, automatic ? scheduler.order(command) : std::vector{command.queue}, redo, *made, *launches);
    scheduler.place(command, made->commands_.back().queue);
  }
  if (finalized_) made->launches_ = std::move(launches);
  made->finalized_ = finalized_;
  made->recorded_ = recorded_;
  made->last_ = scheduler.last();
  made->barrier_ = barrier_;
  return made;
}

MutableCommand *_cl_command_buffer_khr::equivalent(const MutableCommand &command) {
  std::lock_guard lock(mutex_);
  return mutable_commands_[command.slot_].get();
}

Dispatch &_cl_command_buffer_khr::Changes::of(MutableCommand &command) {
  for (auto &[known, dispatch] : changed_)
    if (known == &command) return *dispatch;
  auto made = std::make_unique<Dispatch>(command.dispatch_);
  made->kernel = Ref<Kernel>::make(*made->kernel);
  changed_.emplace_back(&command, std::move(made));
  return *changed_.back().second;
}

void _cl_command_buffer_khr::Changes::keep() {
  auto launches = std::make_shared<Launches>(*buffer_.launches_);
  for (auto &[command, dispatch] : changed_) {
    (*launches)[command->slot_] = dispatch->launch;
    buffer_.incomplete_ -= dispatch->complete && !command->dispatch_.complete;
    std::swap(command->dispatch_, *dispatch);
  }
  replaced_ = std::exchange(buffer_.launches_, std::move(launches));
}

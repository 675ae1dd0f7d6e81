// SPDX-License-Identifier: Apache-2.0
#include "graph/event.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <ranges>

#include "checks/command_races.h"
#include "graph/queue.h"

using namespace wherry;
using namespace wherry::runtime;

namespace trace = wherry::observe::trace;

namespace {

const char *text_of(cl_command_type type) {
  switch (type) {
  case CL_COMMAND_NDRANGE_KERNEL: return "ND-range";
  case CL_COMMAND_TASK: return "task";
  case CL_COMMAND_NATIVE_KERNEL: return "native kernel";
  case CL_COMMAND_READ_BUFFER: return "read buffer";
  case CL_COMMAND_READ_BUFFER_RECT: return "read rectangle";
  case CL_COMMAND_WRITE_BUFFER: return "write buffer";
  case CL_COMMAND_WRITE_BUFFER_RECT: return "write rectangle";
  case CL_COMMAND_COPY_BUFFER: return "copy buffer";
  case CL_COMMAND_COPY_BUFFER_RECT: return "copy rectangle";
  case CL_COMMAND_FILL_BUFFER: return "fill buffer";
  case CL_COMMAND_MAP_BUFFER: return "map buffer";
  case CL_COMMAND_UNMAP_MEM_OBJECT: return "unmap";
  case CL_COMMAND_MIGRATE_MEM_OBJECTS: return "migrate";
  case CL_COMMAND_SVM_FREE: return "SVM free";
  case CL_COMMAND_SVM_MEMCPY:
  case CL_COMMAND_MEMCPY_INTEL: return "SVM copy";
  case CL_COMMAND_SVM_MEMFILL:
  case CL_COMMAND_MEMFILL_INTEL: return "SVM fill";
  case CL_COMMAND_SVM_MAP: return "SVM map";
  case CL_COMMAND_SVM_UNMAP: return "SVM unmap";
  case CL_COMMAND_SVM_MIGRATE_MEM:
  case CL_COMMAND_MIGRATEMEM_INTEL: return "SVM migrate";
  case CL_COMMAND_COMMAND_BUFFER_KHR: return "command buffer";
  case CL_COMMAND_SEMAPHORE_WAIT_KHR: return "semaphore wait";
  case CL_COMMAND_SEMAPHORE_SIGNAL_KHR: return "semaphore signal";
  case CL_COMMAND_ACQUIRE_EXTERNAL_MEM_OBJECTS_KHR: return "acquire external memory";
  case CL_COMMAND_RELEASE_EXTERNAL_MEM_OBJECTS_KHR: return "release external memory";
  case CL_COMMAND_MARKER: return "marker";
  case CL_COMMAND_BARRIER: return "barrier";
  default: return "command";
  }
}

}  // namespace

_cl_event::_cl_event(Context &context)
    : context_(context), type_(CL_COMMAND_USER), has_work_(false), profiled_(false), status_(CL_SUBMITTED),
      claimed_(true) {
  if (checks::order::on()) order = std::make_unique<checks::CommandOrder>();
}

_cl_event::_cl_event(Queue &queue, cl_command_type type, Work work)
    : queue_(queue), type_(type), work_(std::move(work)), has_work_(work_),
      profiled_(queue.properties & CL_QUEUE_PROFILING_ENABLE), status_(CL_QUEUED), claimed_(false) {
  if (profiled_) times_.queued = now();
  if (trace::on()) traced = trace::new_command(text_of(type), queue.number);
  if (checks::order::on()) order = std::make_unique<checks::CommandOrder>();
}

cl_int _cl_event::status() const {
  const cl_int now = status_.load(std::memory_order_acquire);
  return now > CL_COMPLETE && queue_ && process_ != process::forks() ? CL_OUT_OF_RESOURCES : now;
}

_cl_event::~_cl_event() { delete watch_.load(std::memory_order_relaxed); }

_cl_event::Watch &_cl_event::watch() {
  Watch *watch = watch_.load();
  if (watch) return *watch;
  auto made = std::make_unique<Watch>();
  return watch_.compare_exchange_strong(watch, made.get()) ? *made.release() : *watch;
}

Ref<Event> _cl_event::gate(Context &context) {
  auto made = Ref<Event>::make(context);
  made->status_ = CL_QUEUED;
  made->claimed_ = false;
  return made;
}

void _cl_event::follow(_cl_event &other) noexcept {
  try {
    {
      Watch &watch = this->watch();
      std::lock_guard lock(watch.mutex);
      watch.followed = Ref(other);
    }
    if (other.add_dependent(*this, OnFailure::fail)) return;
    note_end(other, other.status(), OnFailure::fail);
  } catch (const std::bad_alloc &) {
    failure_ = CL_OUT_OF_HOST_MEMORY;
  }
  if (dependency_done()) hand_over(Ref(*this));
}

cl_int _cl_event::gate_status() {
  if (Watch *watch = watch_) {
    std::lock_guard lock(watch->mutex);
    if (watch->followed) return watch->followed->status();
  }
  // become_ready() forgets the followed event only once the status says that the gate is about to end.
  const cl_int now = status();
  return now == CL_SUBMITTED ? failure_.load() : now;
}

void _cl_event::end_gate(cl_int status, bool from_outside) noexcept {
  if (order && from_outside) checks::order::end_from_outside(*order);
  failure_ = status;
  if (dependency_done()) hand_over(Ref(*this));
}

Context &_cl_event::context() const { return queue_ ? queue_->context : *context_; }
bool _cl_event::in_order() const { return queue_ && queue_->in_order(); }
const Device &_cl_event::device() const { return queue_ ? queue_->device : *context_->devices.front(); }

exec::Executor &_cl_event::executor() const { return device().executor(); }

bool _cl_event::add_dependent(_cl_event &dependent, OnFailure on_failure) {
  if (has_ended()) return false;
  Watch &watch = this->watch();
  std::lock_guard lock(watch.mutex);
  if (status_.load() <= CL_COMPLETE) return false;
  watch.dependents.push_back({Ref(dependent), on_failure});
  return true;
}

void _cl_event::note_end(const _cl_event &earlier, cl_int status, OnFailure on_failure) noexcept {
  if (order && earlier.order) [[unlikely]]
    checks::order::follow(*order, *earlier.order);
  if (status < 0 && on_failure != OnFailure::run)
    failure_ = on_failure == OnFailure::fail ? CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST : status;
}

void _cl_event::start(std::span<const Dependency> dependencies, bool caller_waits) {
  if (!dependencies.empty()) add_edges(dependencies);
  if (dependency_done() && !caller_waits) hand_over(Ref(*this));
}

void _cl_event::add_edges(std::span<const Dependency> dependencies) try {
  {
    Watch &watch = this->watch();
    std::lock_guard lock(watch.mutex);
    for (auto &dependency : dependencies) watch.obstacles.push_back(dependency.event);
  }
  for (auto &[event, on_failure] : dependencies) {
    unmet_.fetch_add(1);
    bool added = false;
    try {
      added = event->add_dependent(*this, on_failure);
    } catch (...) {
      unmet_.fetch_sub(1);
      throw;
    }
    if (added) continue;
    note_end(*event, event->status(), on_failure);
    unmet_.fetch_sub(1);
  }
} catch (const std::bad_alloc &) {
  failure_ = CL_OUT_OF_HOST_MEMORY;  // the command ends with this error, after the dependencies added so far
}

// Counts one dependency as done; returns true if it was the last.
bool _cl_event::dependency_done() noexcept {
  if (unmet_.fetch_sub(1) != 1) return false;
  become_ready();
  return true;
}

void _cl_event::become_ready() noexcept {
  if (has_ended()) return;  // failed in a forked child
  if (profiled_) times_.submitted = now();
  if (traced) traced->submitted = trace::now();
  if (order && queue_) checks::order::begin(*order, queue_->order_, queue_->in_order());
  status_.store(CL_SUBMITTED);
  if (Watch *watch = watch_) {
    Events done;  // destroyed after the lock is released, like `followed`
    Ref<Event> followed;
    std::lock_guard lock(watch->mutex);
    done.swap(watch->obstacles);
    std::swap(followed, watch->followed);
  }
  if (has_callback_for(CL_SUBMITTED)) hand_over_callbacks(Ref(*this));
}

bool _cl_event::has_callback_for(cl_int status) const noexcept {
  Watch *watch = watch_;
  if (!watch) return false;
  const std::lock_guard lock(watch->mutex);
  return std::ranges::any_of(watch->callbacks, [=](const Callback &each) { return each.level >= status; });
}

// "event_command_status is equal to the command_exec_callback_type used while registering the callback ... If the
// callback is called as the result of the command associated with event being abnormally terminated, an appropriate
// error code for the error that caused the termination will be passed".
static cl_int told(cl_int status, cl_int level) { return status < 0 ? status : level; }

// Calls the callbacks for `status`, which the event has reached.
void _cl_event::call_back(cl_int status) noexcept {
  Watch *watch = watch_;
  if (!watch) return;
  std::unique_lock lock(watch->mutex);
  // One callback at a time, with the lock released: a copy of the list would allocate, and this path must not fail.
  for (;;) {
    auto due = std::find_if(watch->callbacks.begin(), watch->callbacks.end(),
                            [status](const Callback &callback) { return callback.level >= status; });
    if (due == watch->callbacks.end()) return;
    Callback callback = *due;
    watch->callbacks.erase(due);
    lock.unlock();
    host_saw(status);
    {
      const process::OutsideLibrary calling;
      callback.function(this, told(status, callback.level), callback.data);
    }
    lock.lock();
  }
}

// An event that the command still waits for, or null.
Ref<Event> _cl_event::first_obstacle() {
  if (queue_)
    if (Ref<Event> earlier = queue_->first_before(*this)) return earlier;
  Watch *watch = watch_;
  if (!watch) return {};
  std::lock_guard lock(watch->mutex);
  Events &obstacles = watch->obstacles;
  while (!obstacles.empty() && obstacles.back()->has_ended()) obstacles.pop_back();
  return obstacles.empty() ? Ref<Event>() : obstacles.back();
}

bool _cl_event::claim() { return status() == CL_SUBMITTED && !claimed_.exchange(true); }

// Runs the claimed command.
_cl_event::Ready _cl_event::run() noexcept {
  cl_int status = failure_;
  if (profiled_) times_.started = now(), times_.ended = 0;
  if (traced) traced->started = trace::now();
  if (status == CL_COMPLETE && has_work_) {
    status_.store(CL_RUNNING);
    call_back(CL_RUNNING);
    try {
      const auto pinned = executor().pin();
      // These call functions of the program.
      if (order && (type_ == CL_COMMAND_NATIVE_KERNEL || type_ == CL_COMMAND_SVM_FREE)) host_saw(CL_RUNNING);
      work_(*this);
    } catch (const Error &error) {
      status = error.code;
    } catch (const std::bad_alloc &) {
      status = CL_OUT_OF_HOST_MEMORY;
    } catch (...) {
      status = CL_OUT_OF_RESOURCES;
    }
    if (status < 0) queue_->note_failure();
  }
  if (order) [[unlikely]]
    for (const std::string &text : checks::command_races::take()) context().notify(text);
  if (profiled_) times_.completed = now();
  if (profiled_ && !times_.ended) times_.ended = times_.completed;
  if (traced) {
    traced->ended = trace::now();
    traced->status = status;
    trace::command(std::move(traced));
  }
  work_.reset();  // release the work's references before another thread sees the command's end
  return end(status);
}

_cl_event::Ready _cl_event::end(cl_int status) noexcept {
  std::vector<Dependency> dependents;
  Ready ready;
  if (order) checks::order::end(*order, queue_ ? &queue_->order_ : nullptr);
  status_.store(status);
  status_.notify_all();
  if (Watch *watch = watch_) {
    const std::lock_guard lock(watch->mutex);
    dependents.swap(watch->dependents);
    if (!watch->callbacks.empty()) ready.ended = Ref(*this);
  }
  if (queue_)
    if (Ref<Event> next = queue_->retire(*this); next && next->dependency_done()) ready.next = std::move(next);
  for (auto &[event, on_failure] : std::views::reverse(dependents)) {
    event->note_end(*this, status, on_failure);
    if (event->dependency_done()) push(ready.others, std::move(event));
  }
  return ready;
}

void _cl_event::push(Ref<Event> &list, Ref<Event> event, Link link) noexcept {
  (*event).*link = std::move(list);
  list = std::move(event);
}

Ref<Event> _cl_event::pop(Ref<Event> &list, Link link) noexcept {
  Ref<Event> first = std::move(list);
  if (first) list = std::move((*first).*link);
  return first;
}

void _cl_event::hand_over(Ref<Event> event) noexcept { hand_over(Ready{std::move(event), {}, {}}); }

// Hands ready commands to the executor; commands without work end here. A loop instead of a recursion, because chains
// are as long as the program makes them.
void _cl_event::hand_over(Ready all) noexcept {
  auto take = [&] { return all.next ? std::move(all.next) : pop(all.others); };
  while (Ref<Event> event = take()) {
    if (event->has_work_ && event->failure_ == CL_COMPLETE) {
      if (event->queue_->hand_off(*event)) {
        event = {};
      } else
        try {
          event->executor().submit(executor_task, event.get(), event->queue_->priority);
          event.detach();
        } catch (...) {
          // No memory or no thread for a task: run the command in this thread.
        }
    }
    if (!event || !event->claim()) continue;
    Ready ready = event->run();
    all.next = std::move(ready.next);
    while (ready.others) push(all.others, pop(ready.others));
    if (ready.ended) push(all.ended, std::move(ready.ended), &Event::next_ended_);
  }
  while (Ref<Event> event = pop(all.ended, &Event::next_ended_)) hand_over_callbacks(std::move(event));
}

// A worker calls the callbacks: the calling thread may be the program's, and a callback may wait for that thread; or
// the thread that waits for all descriptors.
void _cl_event::hand_over_callbacks(Ref<Event> event) noexcept {
  try {
    event->executor().submit(
        [](void *data) {
          const process::InsideLibrary inside;
          const auto event = Ref<Event>::adopt(static_cast<Event *>(data));
          event->call_back(event->status());
        },
        event.get());
    event.detach();
  } catch (...) {
    event->call_back(event->status());  // no memory or no thread for a task
  }
}

// Limits how long a worker runs one ready command after another while other tasks wait: it yields to tasks of a higher
// priority at once, to others after a slice. A slice is long compared with a hand-over, some microseconds, and short
// compared with the time that a frame takes.
class _cl_event::Slice {
 public:
  bool is_over(const Event &event) noexcept {
    ++commands_;
    if (!event.queue_ || !event.executor().has_waiting()) return false;
    return commands_ >= kMostCommands || event.executor().has_waiting_before(event.queue_->priority) ||
           Clock::now() >= end_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr unsigned kMostCommands = 64;
  static constexpr std::chrono::milliseconds kLength{1};
  unsigned commands_ = 0;
  const Clock::time_point end_ = Clock::now() + kLength;
};

// Continues with a command that the end of this one made ready, such as the next one of an in-order queue, and so saves
// a hand-over.
void _cl_event::executor_task(void *data) noexcept {
  const process::InsideLibrary inside;
  auto event = Ref<Event>::adopt(static_cast<Event *>(data));
  Slice slice;
  while (event && event->claim()) {
    Ready ready = event->run();
    const Ref<Event> ended = std::move(ready.ended);
    if (ended || slice.is_over(*event))
      event = {};
    else if (!ready.next && !ready.others && event->in_order())
      event = event->queue_->poll();
    else
      event = ready.next ? std::move(ready.next) : pop(ready.others);
    hand_over(std::move(ready));
    if (ended) ended->call_back(ended->status());
  }
}

void _cl_event::begin_at_once() noexcept {
  if (profiled_) times_.submitted = times_.started = now();
}

void _cl_event::end_at_once(cl_int status) noexcept {
  if (profiled_) times_.ended = times_.completed = now();
  status_.store(status, std::memory_order_release);
}

cl_int _cl_event::wait() {
  try {
    run_or_wait();
  } catch (const std::bad_alloc &) {
    // No memory for the path: the workers run the remaining commands. Hand this command over, since start() left it to
    // this thread alone.
    if (status() == CL_SUBMITTED) hand_over(Ref(*this));
    wait_for_end();
  }
  host_saw(CL_COMPLETE);
  return status();
}

void _cl_event::wait_for_end() const noexcept {
  const process::OutsideLibrary waiting;
  for (cl_int now; (now = status()) > CL_COMPLETE;) status_.wait(now);
}

void _cl_event::run_or_wait() {
  // A path through the graph from this event to what it waits for, walked and unwound without recursion.
  Events path{Ref(*this)};
  while (!path.empty()) {
    Ref<Event> event = path.back();
    cl_int status = event->status();
    if (status <= CL_COMPLETE) {
      path.pop_back();
    } else if (Ref<Event> obstacle = event->first_obstacle()) {
      path.push_back(std::move(obstacle));
    } else if (event->claim()) {
      path.pop_back();
      Ready ready = event->run();
      // This thread keeps the commands on the path, and those before them in an in-order queue; the others go to the
      // executor.
      if (!path.empty()) {
        Ref<Event> others;
        while (Ref<Event> other = pop(ready.others))
          if (other.get() != path.back().get()) push(others, std::move(other));
        ready.others = std::move(others);
        if (ready.next && ready.next->queue_.get() == path.back()->queue_.get()) {
          Ref<Event> next = std::move(ready.next);
          if (next.get() != path.back().get()) path.push_back(std::move(next));
        }
      }
      hand_over(std::move(ready));
    } else {
      // Another thread runs the event, and continues with the next commands of its queue: wait for the last of them
      // alone.
      size_t last = path.size() - 1;
      while (last > 0 && path[last - 1]->queue_.get() == event->queue_.get() && event->in_order()) --last;
      path.resize(last + 1);
      path[last]->wait_for_end();
    }
  }
}

void _cl_event::set_user_status(cl_int status) {
  if (queue_) throw Error{CL_INVALID_EVENT};
  // A user event has one dependency, which the first call removes.
  if (unmet_.exchange(0) == 0) throw Error{CL_INVALID_OPERATION};
  if (order) checks::order::end_by_host(*order);
  hand_over(end(status));
}

void _cl_event::add_callback(cl_int level, EventCallback function, void *data) {
  cl_int status;
  {
    Watch &watch = this->watch();
    std::lock_guard lock(watch.mutex);
    status = status_.load();
    if (status > level) {
      watch.callbacks.push_back({level, function, data});
      return;
    }
  }
  host_saw(status);
  const process::OutsideLibrary calling;
  function(this, told(status, level), data);
}

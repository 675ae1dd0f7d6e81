#include "exec/workers.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <system_error>
#include <thread>

namespace wherry::exec {

namespace {
constexpr size_t kMaxHelps = 1024;  // calls for help waiting; more would come too late anyway
thread_local unsigned busy_depth = 0;
}  // namespace

Workers::Busy::Busy(Workers &workers) : workers_(workers) {
  if (busy_depth++ == 0) workers_.busy_.fetch_add(1, std::memory_order_relaxed);
}

Workers::Busy::~Busy() {
  if (--busy_depth == 0) workers_.busy_.fetch_sub(1, std::memory_order_relaxed);
}

void Workers::start() {
  if (!forked_) {
    arena_ = new TbbArena(count_);
    return;
  }
  for (unsigned i = 0; i < count_; ++i) try {
      std::thread([this] { work_forever(); }).detach();
    } catch (const std::system_error &) {
      if (i == 0) throw;
      return;  // fewer do
    }
}

void Workers::push(std::deque<Task> &queue, const Task &task) {
  std::call_once(started_, [this] { start(); });
  {
    const std::lock_guard lock(mutex_);
    queue.push_back(task);
  }
  if (!arena_) return filled_.notify_one();
  try {
    // One call for each task; a call that finds the queue empty ends at once. The lock above orders
    // memory between the threads.
    arena_->enqueue([](void *self) { static_cast<Workers *>(self)->work_until_empty(); }, this);
  } catch (...) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find(queue.rbegin(), queue.rend(), task);
    if (found == queue.rend()) return;  // another call has taken it
    queue.erase(std::next(found).base());
    throw;
  }
}

void Workers::submit(void (*task)(void *), void *data) {
  push(submitted_, {[](void *data, uint64_t task) { reinterpret_cast<void (*)(void *)>(task)(data); }, data,
                    reinterpret_cast<uint64_t>(task)});
}

bool Workers::help(void (*task)(void *, uint64_t), void *data, uint64_t extra) noexcept {
  try {
    {
      const std::lock_guard lock(mutex_);
      if (helps_.size() >= kMaxHelps) return false;
    }
    push(helps_, {task, data, extra});
    return true;
  } catch (const std::exception &) {
    return false;
  }
}

bool Workers::take(Task &task) {
  for (std::deque<Task> *queue : {&helps_, &submitted_})
    if (!queue->empty()) {
      task = queue->front();
      queue->pop_front();
      return true;
    }
  return false;
}

void Workers::work_until_empty() {
  std::unique_lock lock(mutex_);
  // Those at work see what has been pushed before they leave: the lock is held from there to the count.
  if (active_ == count_) return;
  ++active_;
  const Busy busy(*this);
  for (Task task; take(task);) {
    lock.unlock();
    task.call(task.data, task.extra);
    lock.lock();
  }
  --active_;
}

void Workers::work_forever() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      filled_.wait(lock, [this] { return !helps_.empty() || !submitted_.empty(); });
    }
    work_until_empty();
  }
}

}  // namespace wherry::exec

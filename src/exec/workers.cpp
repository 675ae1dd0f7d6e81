// SPDX-License-Identifier: Apache-2.0
#include "workers.h"

#include <algorithm>
#include <exception>
#include <iterator>
#include <system_error>
#include <thread>
#include <utility>

#include "observe/trace.h"
#include "platform/cpu/spin.h"
#include "platform/process/fault_guard.h"

namespace wherry::exec {

namespace {
constexpr size_t kMaxJoins = 1024;  // waiting calls; later ones would find their job finished
// A queue that was passed over so often is served next, so that each call waits for a bounded number of others.
constexpr unsigned kMostPassedOver = 64;

// How long helpers spin before they sleep: about twice the time between the last calls for help. Waking a helper costs
// the caller 5 to 10 us, and the helper starts some 20 us later.
using std::chrono::microseconds, std::chrono::nanoseconds;
constexpr nanoseconds kFirstPatience = microseconds(50), kLeastPatience = microseconds(5),
                      kMostPatience = microseconds(200);

thread_local Workers *busy_with = nullptr;

// Incremented before a thread is woken, and read by that thread: synchronises the two. oneTBB does so too, but
// ThreadSanitizer does not see that.
std::atomic<uint64_t> wakes{0};
}  // namespace

Workers::Busy::Busy(Workers &workers) : workers_(workers), before_(busy_with) {
  if (before_ == &workers_) return;
  workers_.idle_.fetch_sub(1, std::memory_order_relaxed);
  busy_with = &workers_;
}

Workers::Busy::~Busy() {
  if (before_ == &workers_) return;
  workers_.idle_.fetch_add(1, std::memory_order_relaxed);
  busy_with = before_;
}

Workers::Copying::Copying(Workers &workers, bool copying) : workers_(copying ? &workers : nullptr) {
  if (workers_) workers_->copying_.fetch_add(1);
}

Workers::Copying::~Copying() {
  if (!workers_ || workers_->copying_.fetch_sub(1) != 1) return;
  workers_->changes_.fetch_add(1);
  if (workers_->asleep_.load() != 0) workers_->changes_.notify_all();
}

void Workers::start() {
  if (!forked_ && TbbArena::is_available()) {
    arena_ = new TbbArena(count_);
    return;
  }
  for (unsigned i = 0; i < count_; ++i) try {
      std::thread([this] { work_forever(); }).detach();
    } catch (const std::system_error &) {
      if (i == 0) throw;
      return;  // go on with fewer threads
    }
}

// Lets one more thread look at the queues; the thread returns at once if they are empty.
void Workers::wake_one() {
  if (!arena_) return filled_.notify_one();
  wakes.fetch_add(1, std::memory_order_release);
  arena_->enqueue(
      [](void *self) {
        (void)wakes.load(std::memory_order_acquire);
        static_cast<Workers *>(self)->work_until_empty();
      },
      this);
}

void Workers::count(unsigned queue, int change) {
  queued_.fetch_add(static_cast<size_t>(change), std::memory_order_relaxed);
  if (queue == kJoins) return;
  submitted_[queue < kJoins ? queue : queue - 1].fetch_add(static_cast<size_t>(change), std::memory_order_relaxed);
}

void Workers::push(unsigned number, const Call &call) {
  std::call_once(started_, [this] { start(); });
  std::deque<Call> &queue = queues_[number];
  {
    const std::lock_guard lock(mutex_);
    queue.push_back(call);
    count(number, 1);
  }
  changes_.fetch_add(1);
  if (asleep_.load() != 0) changes_.notify_one();
  try {
    wake_one();  // the lock above synchronises the two threads
  } catch (...) {
    const std::lock_guard lock(mutex_);
    const auto found = std::find(queue.rbegin(), queue.rend(), call);
    if (found == queue.rend()) return;  // another thread has taken it
    queue.erase(std::next(found).base());
    count(number, -1);
    throw;
  }
}

void Workers::submit(void (*task)(void *), void *data, unsigned priority) {
  push(queue_of(priority), {[](void *data, uint64_t task) { reinterpret_cast<void (*)(void *)>(task)(data); }, data,
                            reinterpret_cast<uint64_t>(task)});
}

bool Workers::join(void (*task)(void *, uint64_t), void *data, uint64_t extra) noexcept {
  try {
    {
      const std::lock_guard lock(mutex_);
      if (queues_[kJoins].size() >= kMaxJoins) return false;
    }
    push(kJoins, {task, data, extra});
    return true;
  } catch (const std::exception &) {
    return false;
  }
}

bool Workers::help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool wake) noexcept {
  if (!wake && awake() == 0) return false;
  if (!calls_for_help_.push({task, data, extra})) return false;
  // No lost wakeup: a helper raises asleep_, then reads changes_ again.
  changes_.fetch_add(1);
  if (!wake) return true;
  if (asleep_.load() != 0) {
    changes_.notify_one();
    return true;
  }
  if (helpers_.load(std::memory_order_relaxed) >= idle() || waking_.exchange(true)) return true;
  try {
    std::call_once(started_, [this] { start(); });
    if (!arena_) {
      const std::lock_guard lock(mutex_);  // otherwise a thread that is about to wait would miss the wakeup
    }
    wake_one();
    return true;
  } catch (const std::exception &) {
    waking_ = false;
    return false;
  }
}

bool Workers::take(Call &call) {
  unsigned chosen = kQueues;
  for (unsigned i = kQueues; i-- > 0;)
    if (!queues_[i].empty() && (chosen == kQueues || passed_over_[chosen] < kMostPassedOver)) chosen = i;
  if (chosen == kQueues) return false;
  for (unsigned i = 0; i < kQueues; ++i) passed_over_[i] = i == chosen || queues_[i].empty() ? 0 : passed_over_[i] + 1;
  call = queues_[chosen].front();
  queues_[chosen].pop_front();
  count(chosen, -1);
  return true;
}

void Workers::work_until_empty() {
  if (observe::trace::on()) observe::trace::this_is_a_worker();
  if (static thread_local bool receives = false; !std::exchange(receives, true)) process::receive_faults();
  waking_ = false;
  const Pinned pinned(&cpus_);
  std::unique_lock lock(mutex_);
  // No call is lost: active threads hold the lock from their last look at the queues until they decrement active_.
  if (active_ == count_) return;
  ++active_;
  for (Call call;; lock.lock()) {
    if (take(call)) {
      lock.unlock();
      const Busy busy(*this);
      call.function(call.data, call.extra);
    } else if (copying_.load() != 0 && helpers_.load() < idle()) {
      helpers_.fetch_add(1);
      lock.unlock();
      help_until_needed();
      helpers_.fetch_sub(1);
    } else if (calls_for_help_.pop(call)) {
      lock.unlock();
      call.function(call.data, call.extra);
    } else {
      break;
    }
  }
  --active_;
}

// Helps with copies until other work is queued, or no ND-range with copies runs.
void Workers::help_until_needed() {
  auto patience = kFirstPatience;
  Clock::time_point since = Clock::now();
  for (;;) {
    const uint32_t seen = changes_.load();
    if (queued_.load(std::memory_order_relaxed) != 0) return;
    if (Call call; calls_for_help_.pop(call)) {
      const auto waited = Clock::now() - since;
      patience = waited > kMostPatience
                     ? std::max(kLeastPatience, patience / 2)
                     : std::max(patience - patience / 8, std::min<nanoseconds>(2 * waited, kMostPatience));
      call.function(call.data, call.extra);
      since = Clock::now();
    } else if (copying_.load() == 0) {
      return;
    } else if (!spin(seen, since + patience)) {
      asleep_.fetch_add(1);
      changes_.wait(seen);
      asleep_.fetch_sub(1);
    }
  }
}

// Returns whether changes_ changed before `end`. Stops early if more helpers spin than CPUs are idle.
bool Workers::spin(uint32_t seen, Clock::time_point end) const {
  while (helpers_.load(std::memory_order_relaxed) <= idle() && Clock::now() < end)
    for (int i = 0; i < 32; ++i) {
      if (changes_.load(std::memory_order_relaxed) != seen) return true;
      cpu::pause_thread();
    }
  return changes_.load() != seen;
}

void Workers::work_forever() {
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      filled_.wait(lock, [this] { return queued() || waking_; });
    }
    work_until_empty();
  }
}

}  // namespace wherry::exec

// SPDX-License-Identifier: Apache-2.0
#include "exec/executor.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#include "exec/cpu_count.h"
#include "platform/process/environment.h"
#include "range_job.h"
#include "worker_memory.h"
#include "workers.h"

namespace wherry::exec {

// Never destroyed: threads may use it while the program exits or forks.
struct Executor::State {
  State(Executor *before_fork, unsigned count, const Cpus &cpus)
      : before_fork(before_fork), cpus(cpus), workers(count, process::forks() != 0, this->cpus),
        pool(workers, copies::mode_of_environment()) {}

  Executor *before_fork;  // unused; keeps the object reachable for leak checkers
  const Cpus cpus;
  Workers workers;
  WorkerMemoryPool pool;
  Costs costs;
};

namespace {

std::atomic<Executor *> current{nullptr}, before_fork{nullptr};

const process::InForkedChild restore([] {
  if (Executor *executor = current.exchange(nullptr)) before_fork = executor;
});

// A parallel loop over [0, n).
class LoopJob final : public Job {
 public:
  using Body = void (*)(size_t, size_t, void *);

  static void run(Workers &workers, size_t n, size_t grain, Body body, void *data) {
    const size_t part = std::max(grain, n / (size_t{32} * workers.count()) + 1);
    LoopJob *job = new LoopJob(workers, n, (n - 1) / part + 1, part, body, data);
    job->run_as_owner();
    job->drop();
  }

 private:
  LoopJob(Workers &workers, size_t n, size_t parts, size_t part, Body body, void *data)
      : Job(workers, parts, workers.count()), n_(n), part_(part), body_(body), data_(data) {}
  ~LoopJob() override = default;

  void work(bool owner) noexcept override {
    if (owner) invite();
    for (uint64_t begin, end; claim(1, begin, end); finish(1))
      body_(begin * part_, begin * part_ + std::min(part_, n_ - begin * part_), data_);
  }

  const size_t n_, part_;
  const Body body_;
  void *const data_;
};

}  // namespace

Executor &Executor::instance() {
  Executor *executor = current.load(std::memory_order_acquire);
  if (executor) return *executor;
  // No lock: another thread might hold it during fork().
  Executor *made = make(worker_count(process::environment(process::Variable::num_threads)), {}, before_fork);
  if (current.compare_exchange_strong(executor, made, std::memory_order_acq_rel)) return *made;
  delete made->state_;
  delete made;
  return *executor;
}

Executor *Executor::make(unsigned workers, const Cpus &cpus, Executor *before_fork) {
  auto state = std::make_unique<State>(before_fork, workers, cpus);
  auto *made = new Executor(state.get());
  (void)state.release();
  return made;
}

Pinned Executor::pin() const { return Pinned(&state_->cpus); }

unsigned Executor::num_workers() const { return state_->workers.count(); }

void Executor::submit(void (*task)(void *), void *data, Priority priority) {
  state_->workers.submit(task, data, static_cast<unsigned>(priority));
}

bool Executor::has_waiting() const { return state_->workers.queued_before(Workers::kPriorities); }

bool Executor::has_waiting_before(Priority priority) const {
  return state_->workers.queued_before(static_cast<unsigned>(priority));
}

LaunchSize Executor::size_of(const NdRange &range) const {
  const LaunchSize size = exec::size_of(range, state_->costs.of(range.kernel));
  // `immediate` runs in the calling thread, which is not bound to the workers' CPUs.
  return size == LaunchSize::immediate && !state_->cpus.empty() ? LaunchSize::single_thread : size;
}

double Executor::item_nanoseconds(const abi::KernelInfo &kernel) const noexcept { return state_->costs.of(&kernel); }

RunResult Executor::run(const NdRange &range, LaunchSize size) {
  // No Busy, no pinning: the caller may hold a queue's lock, and the launch takes less than a microsecond.
  if (size == LaunchSize::immediate) return RangeJob::run_in_thread(state_->pool, state_->costs, range);
  const process::OutsideLibrary computing;
  if (size == LaunchSize::single_thread) return RangeJob::run_in_thread(state_->pool, state_->costs, range);
  return RangeJob::run(state_->workers, state_->pool, state_->costs, range, size);
}

void Executor::parallel_for(size_t n, size_t grain, void (*body)(size_t, size_t, void *), void *data) {
  if (n == 0) return;
  if (n <= grain) return body(0, n, data);
  const process::OutsideLibrary computing;
  if (state_->workers.count() == 1) return body(0, n, data);
  LoopJob::run(state_->workers, n, std::max<size_t>(1, grain), body, data);
}

}  // namespace wherry::exec

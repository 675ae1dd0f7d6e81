// SPDX-License-Identifier: Apache-2.0
#include "range_job.h"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <new>
#include <utility>

#include "copies/copy.h"
#include "exec/launch_size.h"
#include "exec/memory_limit.h"
#include "host_calls.h"
#include "observe/modes.h"
#include "observe/trace.h"
#include "platform/cpu/numeric_state.h"

namespace wherry::exec {

namespace {

using Clock = std::chrono::steady_clock;
namespace trace = observe::trace;

constexpr double kBatchNanoseconds = 30e3;  // claimed at a time; a claim costs some 100 ns
constexpr double kTracedNanoseconds = 2e3;  // shorter work-groups share a slice of the timeline
constexpr unsigned kTimedRuns = 8;          // one in 8 ND-ranges that one thread runs is timed
constexpr uint64_t kMaxGroups = uint64_t{1} << 62;

double nanoseconds(Clock::duration time) { return std::chrono::duration<double, std::nano>(time).count(); }

uint64_t multiply(uint64_t a, uint64_t b) {
  uint64_t product;
  if (__builtin_mul_overflow(a, b, &product)) throw std::bad_alloc();
  return product;
}

uint64_t add(uint64_t a, uint64_t b) {
  uint64_t sum;
  if (__builtin_add_overflow(a, b, &sum)) throw std::bad_alloc();
  return sum;
}

uint64_t memory_bytes() {
  static const uint64_t bytes = memory_limit();
  return bytes;
}

std::atomic<uint64_t> next_number{0};  // the next ND-range's number under WHERRY_ASYNC_SCHEDULE

// The dimensions by the order in which their work-groups follow each other: first the lanes', along which memory is
// contiguous, if work-items cannot tell.
std::array<unsigned, 3> order_of_groups(const abi::KernelInfo &kernel) {
  if (!(kernel.flags & abi::kRegroupable)) return {0, 1, 2};
  if (kernel.flags & abi::kLanesAlongZ) return {2, 0, 1};
  if (kernel.flags & abi::kLanesAlongY) return {1, 0, 2};
  return {0, 1, 2};
}

// Calls `run` for each of the work-groups [begin, end), whose ids and sizes it writes to `memory`.
template <class Run>
void for_groups(const abi::Launch &launch, WorkerMemory &memory, uint64_t begin, uint64_t end, Run run) {
  const auto [first, second, third] = order_of_groups(*launch.kernel);
  uint64_t id[3] = {};
  if (begin != 0) {
    id[first] = begin % launch.num_groups[first];
    id[second] = begin / launch.num_groups[first] % launch.num_groups[second];
    id[third] = begin / launch.num_groups[first] / launch.num_groups[second];
  }
  for (; begin < end; ++begin) {
    for (unsigned i = 0; i < 3; ++i) {
      memory.group_id[i] = id[i];
      memory.local_size[i] = std::min(launch.local_size[i], launch.global_size[i] - id[i] * launch.local_size[i]);
    }
    run();
    if (++id[first] == launch.num_groups[first]) {
      id[first] = 0;
      if (++id[second] == launch.num_groups[second]) {
        id[second] = 0;
        ++id[third];
      }
    }
  }
}

// Whether to use non-temporal stores: the results exceed the caches, and such stores do not read the lines first.
bool streams(const NdRange &range) {
  double bytes = range.kernel->streamed_bytes;
  for (unsigned i = 0; i < range.work_dim; ++i) bytes *= static_cast<double>(range.global_size[i]);
  return bytes > 0 && bytes >= static_cast<double>(copies::Thresholds().stream);
}

std::span<const std::byte> code_of(const abi::KernelInfo &kernel) { return {kernel.code, kernel.code_end}; }

// Why the work-group has left its guard. The memory then serves another one.
GroupFault fault_of(WorkerMemory &memory) noexcept {
  const process::Fault fault = memory.events.guard().fault();
  const abi::Site *site = memory.events.abandon_group();
  memory.sub_groups.abandon();
  GroupFault found{fault, memory.launch->kernel, site, {}, false};
  std::copy_n(memory.group_id, 3, found.group_id);
  found.overflows_stack =
      fault.has_address && (StackFor::is_in_guard(fault.address) || memory.sub_groups.is_in_guard(fault.address));
  return found;
}

std::unique_ptr<checks::RaceLaunch> race_launch_of(const NdRange &range) {
  if (!(range.kernel->checks & process::kCheckRace)) return nullptr;
  return range.order
             ? std::make_unique<checks::RaceLaunch>(*range.kernel, *range.order, range.buffers, range.allocations)
             : std::make_unique<checks::RaceLaunch>();
}

uint64_t hash_of(const void *kernel) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(kernel)) * 0x9e3779b97f4a7c15u;
}

}  // namespace

double Costs::of(const void *kernel) const noexcept {
  const uint64_t hash = hash_of(kernel), entry = entries_[hash >> 56].load(std::memory_order_relaxed);
  return (entry ^ hash) & 0xffffffff ? 0 : std::bit_cast<float>(static_cast<uint32_t>(entry >> 32));
}

void Costs::set(const void *kernel, double nanoseconds) noexcept {
  const uint64_t hash = hash_of(kernel), cost = std::bit_cast<uint32_t>(static_cast<float>(nanoseconds));
  entries_[hash >> 56].store(cost << 32 | (hash & 0xffffffff), std::memory_order_relaxed);
}

RangeJob::Shape::Shape(const NdRange &range) : launch(), groups(1), items(1) {
  launch.work_dim = range.work_dim;
  const uint32_t flags = range.kernel->flags;
  launch.host = flags & abi::kChecked ? &kCheckedCalls : flags & abi::kScheduled ? &kScheduledCalls : &kHostCalls;
  launch.kernel = range.kernel;
  launch.enqueue = range.enqueue;
  launch.parent = range.parent;
  launch.buffers = range.buffers.data();
  launch.num_buffers = static_cast<uint32_t>(range.buffers.size());
  launch.locals = range.locals.data();
  launch.num_locals = static_cast<uint32_t>(range.locals.size());
  for (unsigned i = 0; i < 3; ++i) {
    if (i >= range.work_dim) {
      launch.global_size[i] = launch.local_size[i] = launch.num_groups[i] = 1;
      continue;
    }
    const uint64_t global = range.global_size[i], local = std::max<uint64_t>(1, range.local_size[i]);
    launch.global_size[i] = global;
    launch.global_offset[i] = range.global_offset[i];
    launch.local_size[i] = local;
    launch.num_groups[i] = global / local + (global % local != 0);
    items = multiply(items, std::min(local, std::max<uint64_t>(1, global)));
  }
  // An ND-range with a size of 0 is empty, even if the product of the other sizes overflows.
  if (std::find(launch.global_size, launch.global_size + 3, 0) != launch.global_size + 3) groups = 0;
  for (unsigned i = 0; groups && i < 3; ++i) groups = multiply(groups, launch.num_groups[i]);
  if (groups > kMaxGroups) throw std::bad_alloc();

  needs.uninit = (range.kernel->checks & process::kCheckUninit) != 0;
  needs.races = (range.kernel->checks & process::kCheckRace) != 0;
  needs.local_bytes = add(add(range.kernel->local_bytes, abi::kLocalAlign - 1) / abi::kLocalAlign * abi::kLocalAlign,
                          range.argument_local_bytes);
  add(items, abi::kItemPadding);  // throws unless padded_items() below stays in range
  needs.context_bytes = multiply(range.kernel->item_context_bytes, abi::padded_items(items));
  launch.local_bytes = needs.local_bytes;
  launch.context_bytes = needs.context_bytes;
  needs.sub_group_stack = range.kernel->sub_group_stack.bytes;
  if (needs.sub_group_stack) needs.sub_groups = (items - 1) / range.kernel->sub_group_size + 1;
  // A system that overcommits would grant more memory than it has, and kill the program later.
  const uint64_t each = add(needs.local_bytes, needs.context_bytes);
  if (each > memory_bytes()) throw std::bad_alloc();
  max_workers = each ? static_cast<unsigned>(std::min<uint64_t>(memory_bytes() / each, 1u << 16)) : 1u << 16;
}

RangeJob::RangeJob(Workers &workers, WorkerMemoryPool &pool, Costs &costs, const NdRange &range, LaunchSize size,
                   const Shape &shape)
    : Job(workers, shape.groups, shape.max_workers - 1), pool_(pool), costs_(costs), kernel_(range.kernel),
      args_(range.args), mode_(range.kernel->flags & (abi::kChecked | abi::kScheduled)), streams_(streams(range)),
      begins_alone_(size == LaunchSize::begins_alone),
      denorms_are_zero_((range.kernel->flags & abi::kDenormsAreZero) != 0), stack_bytes_(range.kernel->stack.bytes),
      reports_(range.reports), allocations_(range.allocations), shared_(range.shared),
      race_launch_(race_launch_of(range)),
      number_(mode_ == abi::kScheduled ? next_number.fetch_add(1, std::memory_order_relaxed) : 0), shape_(shape),
      owner_stack_(stack_bytes_), owner_memory_(owner_stack_ ? pool.lease(shape.needs) : nullptr),
      command_(range.command), traced_name_(trace::on() ? trace::name(kernel_->name) : 0) {
  if (!owner_memory_) throw std::bad_alloc();
}

RunResult RangeJob::run(Workers &workers, WorkerMemoryPool &pool, Costs &costs, const NdRange &range, LaunchSize size) {
  const Shape shape(range);
  if (shape.groups == 0) return {};
  RangeJob *job = new RangeJob(workers, pool, costs, range, size, shape);
  {
    const Workers::Copying copying(workers, (range.kernel->flags & abi::kUsesAsyncCopies) != 0);
    job->run_as_owner();
  }
  RunResult result{{job->copies_, job->bytes_, job->chunks_, job->offloaded_chunks_, job->elided_},
                   job->printed_.take()};
  // Before the command ends, which orders other commands behind this one.
  if (job->race_launch_) job->race_launch_->end();
  const bool stopped = job->stopped_;
  const GroupFault fault = stopped ? job->fault_ : GroupFault();
  job->drop();
  if (stopped) [[unlikely]]
    result.fault = std::make_unique<GroupFault>(fault);
  return result;
}

RunResult RangeJob::run_in_thread(WorkerMemoryPool &pool, Costs &costs, const NdRange &range) {
  const Shape shape(range);
  if (shape.groups == 0) return {};
  const auto groups = static_cast<double>(shape.groups), items = static_cast<double>(shape.items);
  const double guess = costs.of(range.kernel);
  const StackFor stack(range.kernel->stack.bytes);
  WorkerMemory *memory = stack ? pool.lease(shape.needs) : nullptr;
  if (!memory) throw std::bad_alloc();
  PrintBuffer printed;
  memory->launch = &shape.launch;
  memory->printed = &printed;
  memory->plain_stores = 1;
  const bool timed = memory->short_runs++ % kTimedRuns == 0;
  const Clock::time_point start = timed ? Clock::now() : Clock::time_point();
  bool ended = true;
  {
    const cpu::NumericState numeric_state((range.kernel->flags & abi::kDenormsAreZero) != 0);
    process::FaultGuard &guard = memory->events.guard();
    const abi::KernelEntry entry = range.kernel->entry;
    const std::byte *const args = range.args;
    if (shape.groups == 1 && stack.is_own()) [[likely]] {
      // The same in fewer instructions, as of the shortest launches.
      memory->stack_top = static_cast<const std::byte *>(__builtin_frame_address(0));
      for_groups(shape.launch, *memory, 0, 1,
                 [&] { ended = guard.run(code_of(*range.kernel), [entry, args, memory] { entry(args, memory); }); });
    } else {
      const auto groups = [&] {
        memory->stack_top = static_cast<const std::byte *>(__builtin_frame_address(0));
        for_groups(shape.launch, *memory, 0, shape.groups, [&] { entry(args, memory); });
      };
      ended = guard.run(code_of(*range.kernel), [&] { stack.call(groups); });
    }
  }
  if (!ended) [[unlikely]] {
    const GroupFault fault = fault_of(*memory);
    pool.give_back(memory);
    return {{}, printed.take(), std::make_unique<GroupFault>(fault)};
  }
  // Update the estimate if the run was faster, or slower by more than the clock costs: for a few work-items reading the
  // clock takes longer than the kernel.
  if (const double time = timed ? nanoseconds(Clock::now() - start) : 0, all = groups * items;
      timed && (time < guess * all || time > guess * all + kEnqueueNanoseconds))
    costs.set(range.kernel, time / all);
  pool.give_back(memory);
  return {{}, printed.take()};
}

void RangeJob::work(bool owner) noexcept {
  const StackFor stack = owner ? owner_stack_ : StackFor(stack_bytes_);
  if (!stack) return;  // other threads run the work-groups
  WorkerMemory *memory = owner ? owner_memory_ : pool_.lease(shape_.needs);
  if (!memory) return;
  memory->launch = &shape_.launch;
  memory->printed = &printed_;
  memory->plain_stores = !streams_;
  memory->events.begin_launch(copies::Thresholds(), workers_.count(), memory->local_memory, shape_.needs.local_bytes);
  if (mode_ == abi::kChecked && owner) begin_checks(*memory);

  const cpu::NumericState numeric_state(denorms_are_zero_);
  const Clock::time_point start = Clock::now();
  Clock::time_point last = start;
  uint64_t done = 0, begin, end;
  const double guess = costs_.of(kernel_) * static_cast<double>(shape_.items);  // for a work-group
  bool alone = owner && begins_alone_;
  if (owner && !alone) invite();
  uint64_t batch = guess > 0 ? static_cast<uint64_t>(std::max(1.0, std::min(kBatchNanoseconds / guess, 1e6))) : 1;
  // Claim at most half of a fair share of the remaining work-groups, so that all workers end at about the same time.
  const abi::EnqueueCalls *const enqueues = shape_.launch.enqueue;
  if (enqueues) batch = 1;
  const auto next_batch = [&] {
    // After a fault nothing begins: all that is left is claimed at once.
    if (stopped_.load(std::memory_order_relaxed)) [[unlikely]]
      return std::max<uint64_t>(1, left());
    return std::clamp<uint64_t>(left() / (uint64_t{2} * workers_.count()), 1, batch);
  };
  while (claim(next_batch(), begin, end)) {
    if (stopped_.load(std::memory_order_relaxed)) [[unlikely]] {
      finish(end - begin);
      continue;
    }
    if (mode_ == abi::kChecked && !owner && done == 0) begin_checks(*memory);
    if (traced_name_) [[unlikely]]
      trace_groups(*memory, stack, begin, end, static_cast<double>(batch) * kTracedNanoseconds < kBatchNanoseconds);
    else
      run_groups(*memory, stack, begin, end);
    CopyCounts counts = memory->events.take_counts();
    if (mode_) counts += mode_ == abi::kChecked ? memory->checked.take_counts() : memory->scheduled.take_counts();
    if (counts.copies) add_counts(counts);
    done += end - begin;
    const Clock::time_point now = Clock::now();
    const double group = std::max(1.0, nanoseconds(now - last) / static_cast<double>(end - begin));
    if (enqueues)
      enqueues->relieve(memory);
    else
      batch = static_cast<uint64_t>(std::clamp(kBatchNanoseconds / group, 1.0, 8.0 * static_cast<double>(batch)));
    last = now;
    if (alone && left() && nanoseconds(now - start) > kWakeNanoseconds) {
      alone = false;
      invite();
    }
    finish(end - begin);  // after the last finish() the owner may return and release the kernel
  }
  if (owner && done && !stopped_.load(std::memory_order_relaxed))
    costs_.set(kernel_, nanoseconds(last - start) / (static_cast<double>(done) * static_cast<double>(shape_.items)));
  pool_.give_back(memory);
}

// Reads the kernel and the list of buffers: only by the owner, or while it waits for work-groups of this worker.
void RangeJob::begin_checks(WorkerMemory &memory) noexcept {
  memory.reports.begin_range(shape_.launch, reports_, allocations_, shared_);
  memory.checked.begin_range();
  memory.races.begin_launch(race_launch_.get(), shape_.launch);
  memory.uninit.begin_launch(shape_.launch);
}

void RangeJob::trace_groups(WorkerMemory &memory, const StackFor &stack, uint64_t begin, uint64_t end,
                            bool each) noexcept {
  uint64_t time = trace::now();
  for (uint64_t next; begin < end && !stopped_.load(std::memory_order_relaxed); begin = next) {
    next = each ? begin + 1 : end;
    run_groups(memory, stack, begin, next);
    const uint64_t before = std::exchange(time, trace::now());
    trace::groups(command_, traced_name_, before, time, begin, static_cast<uint32_t>(next - begin));
  }
}

void RangeJob::run_groups(WorkerMemory &memory, const StackFor &stack, uint64_t begin, uint64_t end) noexcept {
  const abi::KernelEntry entry = kernel_->entry;
  const auto groups = [&] {
    memory.stack_top = static_cast<const std::byte *>(__builtin_frame_address(0));
    for_groups(shape_.launch, memory, begin, end, [&] {
      if (mode_)
        run_in_mode(memory);
      else
        entry(args_, &memory);
      memory.events.end_group();  // may find a helper's fault, with which the work-group's children fail
      if (memory.enqueued) shape_.launch.enqueue->end_group(&memory);
    });
  };
  const bool ended = memory.events.guard().run(code_of(*kernel_), [&] { stack.call(groups); });
  if (!ended) [[unlikely]] {
    const GroupFault fault = fault_of(memory);
    if (!stopped_.exchange(true)) fault_ = fault;
    if (memory.enqueued) shape_.launch.enqueue->abandon_group(&memory);
  }
  if (streams_) cpu::fence_stores();
}

void RangeJob::run_in_mode(WorkerMemory &memory) noexcept {
  // If memory is short, WHERRY_CHECK checks less; the work-group runs all the same.
  auto guarded = [](auto call) {
    try {
      call();
    } catch (const std::bad_alloc &) {
    }
  };
  if (mode_ == abi::kChecked) {
    memory.reports.begin_group(memory);
    const bool barriers = memory.reports.checks(process::kCheckBarrier);
    if (barriers) guarded([&] { memory.operations.begin_group(); });
    guarded([&] { memory.checked.begin_group(memory); });
    if (race_launch_) guarded([&] { memory.races.begin_group(memory); });
    memory.uninit.begin_group(memory);
    kernel_->entry(args_, &memory);
    guarded([&] { memory.checked.end_group(); });
    if (barriers) guarded([&] { memory.operations.end_group(); });
  } else {
    memory.scheduled.begin_group(memory, observe::modes().seed, number_);
    kernel_->entry(args_, &memory);
    memory.scheduled.end_group();
    leave_after_fault(memory);
  }
}

void RangeJob::add_counts(const CopyCounts &counts) noexcept {
  copies_.fetch_add(counts.copies, std::memory_order_relaxed);
  bytes_.fetch_add(counts.bytes, std::memory_order_relaxed);
  chunks_.fetch_add(counts.chunks, std::memory_order_relaxed);
  offloaded_chunks_.fetch_add(counts.offloaded_chunks, std::memory_order_relaxed);
  elided_.fetch_add(counts.elided, std::memory_order_relaxed);
}

}  // namespace wherry::exec

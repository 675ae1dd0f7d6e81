// SPDX-License-Identifier: Apache-2.0
#include "launch/launch.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <span>

#include "checks/uninit.h"
#include "launch/accesses.h"
#include "launch/device_enqueue.h"
#include "launch/fault_report.h"
#include "launch/kernel.h"

using namespace wherry;
using namespace wherry::runtime;

// Gives a range the command's number in the timeline, and describes the command there.
static void trace(NdRange &range, Event &event) {
  range.order = event.order_now();
  if (auto *traced = event.traced.get()) {
    traced->kernel = observe::trace::name(range.kernel->name);
    traced->work_dim = range.work_dim;
    std::copy_n(range.global_offset, 3, traced->offset);
    std::copy_n(range.global_size, 3, traced->global);
    std::copy_n(range.local_size, 3, traced->local);
    range.command = traced->id;
  }
}

// Whether a buffer's memory came by a descriptor, which may be mapped elsewhere too.
static bool is_from_outside(const Mem &buffer) {
  const Mem *whole = &buffer;
  while (whole->parent()) whole = whole->parent();
  return whole->external();
}

// Whether the buffers that are arguments are known to lie apart. Shared virtual memory has no known end.
static bool are_apart(const Launch &launch) {
  struct Bytes {
    const std::byte *begin, *end;
  };
  std::vector<Bytes> all;
  const abi::KernelInfo &kernel = *launch.range.kernel;
  for (const abi::ArgInfo &argument : std::span(kernel.args, kernel.num_args)) {
    if (argument.kind == abi::ArgKind::pipe) return false;  // one pipe may be two arguments
    if (argument.kind != abi::ArgKind::global && argument.kind != abi::ArgKind::constant) continue;
    const std::byte *begin = nullptr;
    std::memcpy(&begin, launch.range.args + argument.offset, sizeof begin);
    if (!begin) continue;
    auto is_it = [&](const Ref<Mem> &buffer) { return buffer->is_buffer() && buffer->data() == begin; };
    const auto found = std::ranges::find_if(launch.buffers, is_it);
    if (found == launch.buffers.end() || is_from_outside(**found)) return false;
    const Bytes bytes{begin, begin + (*found)->size};
    for (const Bytes &other : all)
      if (bytes.begin < other.end && other.begin < bytes.end) return false;
    all.push_back(bytes);
  }
  return true;
}

// Launches the ND-range that the range's kernel has other code for, if the arguments allow it. `are_apart`: whether the
// arguments' memory lies apart; `uniform`: whether the program's work-groups all have one size.
template <class AreApart> static void reshape(NdRange &range, AreApart are_apart, bool uniform, const Device &device) {
  const abi::KernelInfo *reshaped = range.kernel->reshaped;
  if (!reshaped || std::ranges::any_of(range.global_offset, [](uint64_t offset) { return offset != 0; })) return;
  const bool needs_apart = reshaped->flags & abi::kNeedsApart;
  if (needs_apart && !are_apart()) return;
  uint64_t sizes[6];
  std::ranges::copy(range.global_size, sizes);
  std::ranges::copy(range.local_size, sizes + 3);
  std::ranges::copy(sizes, range.asked_sizes);
  if (!reshaped->shape(range.args, sizes)) return;
  range.apart = needs_apart;
  Size3 global;
  std::copy_n(sizes, 3, global.begin());
  const WorkGroupSizes of_reshaped{reshaped, uniform};
  // What the program asks for is as good a start where only work-groups are no longer seen (staged loads).
  std::optional<Size3> asked;
  if (!(range.kernel->flags & abi::kRegroupable)) std::ranges::copy(range.local_size, asked.emplace().begin());
  const Size3 local =
      asked ? of_reshaped.local_size(global, asked, device) : of_reshaped.reshaped_local_size(global, device);
  range.kernel = reshaped;
  range.work_dim = 3;
  std::ranges::copy(global, range.global_size);
  std::ranges::copy(local, range.local_size);
}

// Runs the variant that fits; records the time, so that Variants can decide to build one, or to drop it.
exec::RunResult Launch::run_shared(Event &event, exec::Executor &executor, exec::LaunchSize size) const {
  Variants *variants = build->variants.get();
  NdRange asked = range;
  asked.apart = range.apart || (variants && are_apart(*this));
  const Variants::Choice variant = variants ? variants->choose(asked) : Variants::Choice();
  NdRange chosen = asked;
  if (variant.kernel) {
    chosen.kernel = variant.kernel;
    ::reshape(chosen, [&] { return asked.apart; }, build->uniform, event.device());
    size = std::min(size_of(executor, chosen), exec::LaunchSize::begins_alone);
  }
  trace(chosen, event);
  const auto begin = std::chrono::steady_clock::now();
  exec::RunResult result = executor.run(chosen, size);
  const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - begin;
  chosen.kernel = range.kernel;  // whose arguments have names
  if (result.fault)
    report_fault(*this, chosen, variant.kernel ? *variant.module : *build->module, *result.fault);
  else if (variants && variant.timed)
    variants->ran(asked, time.count(), variant);
  return result;
}

// For WHERRY_CHECK=uninit: clears the marks of memory that was written without a check since the last launch, or will
// be by this one.
void Launch::find_written(Event &event) const {
  if (range.kernel->checks & process::kCheckUninit)
    event.context().shared.find_written_by_host();
  else
    all_may_be_written(event, buffers);
}

void Launch::run(Event &event) const {
  if (checks::uninit::in_use()) find_written(event);
  exec::Executor &executor = event.executor();
  exec::RunResult result;
  std::exception_ptr failure;
  const exec::LaunchSize size = size_of(executor, range);
  // A launch of microseconds on one thread is too short for a variant, and for measuring its time.
  if (range.kernel->flags & abi::kEnqueues) {
    NdRange traced = range;
    trace(traced, event);
    result = run_with_children(*this, event, traced, size, failure);
  } else if (size <= exec::LaunchSize::begins_alone)
    result = run_shared(event, executor, size);
  else if ((result = executor.run(range, size)).fault)
    report_fault(*this, range, *build->module, *result.fault);
  if (range.kernel->flags & abi::kUsesAsyncCopies) {
    if (!event.copies) event.copies = std::make_unique<exec::CopyCounts>();
    *event.copies += result.copies;
  }
  if (range.kernel->flags & abi::kChecked)
    for (const std::string &text : code->program->reports.take()) code->program->context().notify(text);
  if (!result.printed.empty()) result.print();
  if (failure) std::rethrow_exception(failure);
  if (result.fault) throw Error{CL_OUT_OF_RESOURCES};
}

void Launch::set_sizes(const NdRange &sizes) {
  range.work_dim = sizes.work_dim;
  std::copy_n(sizes.global_offset, 3, range.global_offset);
  std::copy_n(sizes.global_size, 3, range.global_size);
  std::copy_n(sizes.local_size, 3, range.local_size);
}

void Launch::reshape(const Queue &queue) {
  ::reshape(range, [&] { return are_apart(*this); }, build->uniform, queue.device);
}

Work runtime::work_of(std::unique_ptr<const Launch> launch) {
  return [launch = std::move(launch)](Event &event) { launch->run(event); };
}

exec::LaunchSize runtime::size_of(const exec::Executor &executor, const NdRange &range) {
  return Variants::at_once() ? exec::LaunchSize::shared : executor.size_of(range);
}

// Runs a launch of size `immediate`. Returns false if the queue has an earlier command.
static bool run_immediately(Queue &queue, cl_command_type type, const Launch &launch, cl_event *event) {
  std::unique_ptr<exec::GroupFault> fault;
  const bool ran = queue.run_at_once(type, event, [&]() -> cl_int {
    exec::RunResult result = queue.device.executor().run(launch.range, exec::LaunchSize::immediate);
    if (!result.fault) [[likely]]
      return CL_COMPLETE;
    fault = std::move(result.fault);
    return CL_OUT_OF_RESOURCES;
  });
  if (fault) [[unlikely]]
    report_fault(launch, launch.range, *launch.build->module, *fault);
  return ran;
}

bool runtime::run_in_call(Queue &queue, cl_command_type type, Kernel &kernel, const NdRange &sizes, cl_event *event) {
  if (size_of(queue.device.executor(), sizes) != exec::LaunchSize::immediate) return false;
  Launch launch;
  launch.set_sizes(sizes);
  kernel.snapshot(queue.device, launch);
  return run_immediately(queue, type, launch, event);
}

bool runtime::run_in_call(Queue &queue, cl_command_type type, const Launch &launch, cl_event *event) {
  return size_of(queue.device.executor(), launch.range) == exec::LaunchSize::immediate &&
         run_immediately(queue, type, launch, event);
}

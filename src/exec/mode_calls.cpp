// SPDX-License-Identifier: Apache-2.0
// The host calls of modules compiled for WHERRY_CHECK or WHERRY_ASYNC_SCHEDULE.
#include <new>

#include "checks/uninit.h"
#include "host_calls.h"
#include "worker_memory.h"

namespace wherry::exec {

namespace {

using abi::CheckedSite;
using abi::GroupContext;
using abi::Site;
using copies::ZeroStride;

WorkerMemory &memory_of(GroupContext *group) { return *static_cast<WorkerMemory *>(group); }

// An exception cannot unwind through a kernel's frames. If memory is short, the mode checks less.
template <class Call> void guarded(GroupContext *group, Call call) noexcept {
  try {
    call(memory_of(group));
  } catch (const std::bad_alloc &) {
  }
  leave_after_fault(memory_of(group));
}

// If there is no memory for the event, perform the copy in the call.
template <class Call>
uint64_t guarded_copy(GroupContext *group, const Site &site, const copies::Copy &copy, Call call) noexcept {
  uint64_t event = 0;
  WorkerMemory &memory = memory_of(group);
  try {
    event = call(memory, copy);
  } catch (const std::bad_alloc &) {
    memory.events.guard().begin_move(&site);
    perform(copy, 0, copy.total(), copies::Stores::cached);
    memory.events.guard().end_move();
  }
  leave_after_fault(memory);
  return event;
}

// A bad list of events faults here.
void probe(GroupContext *group, const Site &site, int32_t count, const uint64_t *events) {
  process::FaultGuard &guard = memory_of(group).events.guard();
  guard.begin_move(&site);
  if (count > 0) cpu::probe_read(events, events + count - 1);
  guard.end_move();
}

ZeroStride zero_stride(uint64_t count, uint64_t dst, uint64_t src) {
  return count == 0 || (dst && src) ? ZeroStride::none : dst ? ZeroStride::source : ZeroStride::destination;
}

template <class Call> void guarded_race(GroupContext *group, Call call) noexcept {
  try {
    call(memory_of(group).races);
  } catch (const std::bad_alloc &) {
  }
}

namespace checked {

// In a module compiled for WHERRY_CHECK each operation's site is a CheckedSite.
const CheckedSite &checked(const Site *site) { return *reinterpret_cast<const CheckedSite *>(site); }

// A copy has been performed.
uint64_t noted(WorkerMemory &memory, const copies::Copy &copy, uint64_t event) {
  if (memory.races) memory.races.began(event);
  if (memory.uninit)
    for_lines(copy, [&](void *dst, const void *src, uint64_t bytes) { memory.uninit.copy(dst, src, bytes); });
  return event;
}

uint64_t async_copy(GroupContext *group, const Site *site, void *dst, const void *src, uint64_t count,
                    uint64_t element_size, uint64_t dst_stride, uint64_t src_stride, uint64_t event) noexcept {
  return guarded_copy(
      group, *site, copies::describe(dst, src, count, element_size, dst_stride, src_stride),
      [&](WorkerMemory &memory, const copies::Copy &copy) {
        if (memory.races) memory.races.copy(*site, copy);
        return noted(memory, copy,
                     memory.checked.copy(checked(site), copy, zero_stride(count, dst_stride, src_stride), event));
      });
}

uint64_t async_copy_tile(GroupContext *group, const Site *site, void *dst, const void *src, uint64_t element_size,
                         uint64_t width, uint64_t lines, uint64_t planes, uint64_t dst_line, uint64_t dst_plane,
                         uint64_t src_line, uint64_t src_plane, uint64_t event) noexcept {
  ZeroStride zero = lines > 1 ? zero_stride(width, dst_line, src_line) : ZeroStride::none;
  if (zero == ZeroStride::none && planes > 1) zero = zero_stride(width * lines, dst_plane, src_plane);
  return guarded_copy(
      group, *site,
      copies::describe_tile(dst, src, element_size, width, lines, planes, dst_line, dst_plane, src_line, src_plane),
      [&](WorkerMemory &memory, const copies::Copy &copy) {
        if (memory.races) memory.races.copy(*site, copy);
        return noted(memory, copy, memory.checked.copy(checked(site), copy, zero, event));
      });
}

void fence_copies(GroupContext *group, const Site *site) noexcept {
  guarded(group, [&](WorkerMemory &memory) { memory.checked.fence(checked(site)); });
}

void wait_events(GroupContext *group, const Site *site, int32_t count, const uint64_t *events) noexcept {
  probe(group, *site, count, events);
  guarded(group, [&](WorkerMemory &memory) {
    memory.checked.wait(checked(site), count, events);
    if (memory.races) memory.races.wait(count, events);
  });
}

void arrive(GroupContext *group, const CheckedSite *site, uint64_t item, const uint64_t *args,
            uint32_t num_args) noexcept {
  guarded(group, [&](WorkerMemory &memory) {
    memory.checked.arrive(*site, item, args, num_args);
    const bool counts = site->operation == abi::Operation::barrier || site->operation >= abi::Operation::group_function;
    if (counts && memory.reports.checks(process::kCheckBarrier)) memory.operations.arrive(*site, item, args, num_args);
  });
}

void arrive_at_wait(GroupContext *group, const CheckedSite *site, uint64_t item, int32_t count,
                    const uint64_t *events) noexcept {
  probe(group, site->site, count, events);
  guarded(group, [&](WorkerMemory &memory) { memory.checked.arrive_at_wait(*site, item, count, events); });
}

void access(GroupContext *group, const Site *site, const void *address, uint64_t size, uint32_t writes) noexcept {
  guarded(group, [&](WorkerMemory &memory) { memory.checked.access(*site, address, size, writes != 0); });
}

void report(GroupContext *group, const abi::CheckPlace *place, uint64_t item, uint64_t a, uint64_t b) noexcept {
  guarded(group, [&](WorkerMemory &memory) { memory.reports.report(*place, item, a, b); });
}

uint32_t may_access(GroupContext *group, const abi::CheckPlace *place, uint64_t item, uint64_t address,
                    uint64_t size) noexcept {
  uint32_t answer = 0;
  guarded(group, [&](WorkerMemory &memory) { answer = memory.reports.may_access(*place, item, address, size); });
  return answer;
}

// Calls of kernels that are checked for races.

void race_access(GroupContext *group, const void *address, uint64_t access, uint64_t how, uint64_t value) noexcept {
  guarded_race(group, [&](RaceCalls &races) { races.group().access(address, access, how, value); });
}

void race_atomic(GroupContext *group, const void *address, uint64_t access, uint64_t how, uint32_t order) noexcept {
  guarded_race(group, [&](RaceCalls &races) {
    races.group().atomic(address, access, how, static_cast<checks::MemoryOrder>(order & ~checks::kGroupScope),
                         (order & checks::kGroupScope) != 0);
  });
}

void race_acquired(GroupContext *group, const void *address, uint64_t access, uint64_t how, uint32_t order) noexcept {
  guarded_race(group, [&](RaceCalls &races) {
    races.group().acquired(address, access, how, static_cast<checks::MemoryOrder>(order & ~checks::kGroupScope),
                           (order & checks::kGroupScope) != 0);
  });
}

void race_texels(GroupContext *group, const abi::Image *image, uint64_t sampler, uint32_t shape, uint64_t xy,
                 uint64_t z_level, uint64_t access) noexcept {
  guarded_race(group, [&](RaceCalls &races) { races.texels(*image, sampler, shape, xy, z_level, access); });
}

void race_pipe(GroupContext *group, const abi::Pipe *pipe, uint64_t access, uint32_t writes) noexcept {
  guarded_race(group, [&](RaceCalls &races) { races.pipe(pipe, access, writes != 0); });
}

void race_fence(GroupContext *group, uint64_t access, uint32_t order, uint32_t flags) noexcept {
  guarded_race(group, [&](RaceCalls &races) {
    races.group().fence(access, static_cast<checks::MemoryOrder>(order & ~checks::kGroupScope), flags,
                        (order & checks::kGroupScope) != 0);
  });
}

void race_barrier(GroupContext *group, const Site *, uint32_t flags) noexcept {
  guarded_race(group, [&](RaceCalls &races) { races.group().barrier(flags); });
}

// Host calls of kernels that are checked for uses of unwritten memory.

void uninit_copy(GroupContext *group, const void *dst, const void *src, uint64_t bytes) noexcept {
  memory_of(group).uninit.copy(dst, src, bytes);
}

void uninit_set(GroupContext *group, const void *at, uint64_t bytes, uint32_t unwritten) noexcept {
  memory_of(group).uninit.set(at, bytes, unwritten != 0);
}

void uninit_pipe(GroupContext *) noexcept { checks::uninit::follow_packet(); }

void uninit_found(GroupContext *group, const Site *site, uint64_t item, uint32_t use) noexcept {
  guarded(group, [&](WorkerMemory &memory) { memory.uninit.found(*site, item, static_cast<abi::UninitUse>(use)); });
}

constexpr auto print = &print_call;
constexpr auto run_sub_groups = &run_sub_groups_call;
constexpr auto yield = &yield_call;
constexpr decltype(abi::HostCalls::readable_in_place) readable_in_place = nullptr;  // no copies are elided
constexpr decltype(abi::HostCalls::at_item) at_item = nullptr;

}  // namespace checked

namespace scheduled {

uint64_t async_copy(GroupContext *group, const Site *site, void *dst, const void *src, uint64_t count,
                    uint64_t element_size, uint64_t dst_stride, uint64_t src_stride, uint64_t event) noexcept {
  return guarded_copy(
      group, *site, copies::describe(dst, src, count, element_size, dst_stride, src_stride),
      [&](WorkerMemory &memory, const copies::Copy &copy) { return memory.scheduled.copy(*site, copy, event); });
}

uint64_t async_copy_tile(GroupContext *group, const Site *site, void *dst, const void *src, uint64_t element_size,
                         uint64_t width, uint64_t lines, uint64_t planes, uint64_t dst_line, uint64_t dst_plane,
                         uint64_t src_line, uint64_t src_plane, uint64_t event) noexcept {
  return guarded_copy(
      group, *site,
      copies::describe_tile(dst, src, element_size, width, lines, planes, dst_line, dst_plane, src_line, src_plane),
      [&](WorkerMemory &memory, const copies::Copy &copy) { return memory.scheduled.copy(*site, copy, event); });
}

void fence_copies(GroupContext *group, const Site *site) noexcept {
  guarded(group, [&](WorkerMemory &memory) { memory.scheduled.fence(*site); });
}

void wait_events(GroupContext *group, const Site *site, int32_t count, const uint64_t *events) noexcept {
  probe(group, *site, count, events);
  guarded(group, [&](WorkerMemory &memory) { memory.scheduled.wait(*site, count, events); });
}

void at_item(GroupContext *group, uint64_t item) noexcept {
  memory_of(group).scheduled.at_item(item);
  leave_after_fault(memory_of(group));
}

constexpr auto print = &print_call;
constexpr auto run_sub_groups = &run_sub_groups_call;
constexpr auto yield = &yield_call;
constexpr decltype(abi::HostCalls::readable_in_place) readable_in_place = nullptr;  // no copies are elided
constexpr decltype(abi::HostCalls::arrive) arrive = nullptr;
constexpr decltype(abi::HostCalls::arrive_at_wait) arrive_at_wait = nullptr;
constexpr decltype(abi::HostCalls::access) access = nullptr;
constexpr decltype(abi::HostCalls::race_access) race_access = nullptr;
constexpr decltype(abi::HostCalls::race_atomic) race_atomic = nullptr;
constexpr decltype(abi::HostCalls::race_acquired) race_acquired = nullptr;
constexpr decltype(abi::HostCalls::race_texels) race_texels = nullptr;
constexpr decltype(abi::HostCalls::race_pipe) race_pipe = nullptr;
constexpr decltype(abi::HostCalls::race_fence) race_fence = nullptr;
constexpr decltype(abi::HostCalls::race_barrier) race_barrier = nullptr;
constexpr decltype(abi::HostCalls::uninit_copy) uninit_copy = nullptr;
constexpr decltype(abi::HostCalls::uninit_set) uninit_set = nullptr;
constexpr decltype(abi::HostCalls::uninit_pipe) uninit_pipe = nullptr;
constexpr decltype(abi::HostCalls::uninit_found) uninit_found = nullptr;
constexpr decltype(abi::HostCalls::report) report = nullptr;
constexpr decltype(abi::HostCalls::may_access) may_access = nullptr;

}  // namespace scheduled

}  // namespace

void leave_after_fault(WorkerMemory &memory) noexcept {
  const copies::CopyFault *found = memory.checked.take_fault();
  if (!found) found = memory.scheduled.take_fault();
  if (found) memory.events.guard().leave(found->fault, found->site);
}

const abi::HostCalls kCheckedCalls = {
#define WHERRY_HOST_CALL(result, name, params) checked::name,
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL
};

const abi::HostCalls kScheduledCalls = {
#define WHERRY_HOST_CALL(result, name, params) scheduled::name,
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL
};

}  // namespace wherry::exec

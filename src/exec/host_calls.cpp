// SPDX-License-Identifier: Apache-2.0
#include "host_calls.h"

#include "copies/traced.h"
#include "worker_memory.h"

namespace wherry::exec {

namespace {

using abi::GroupContext;

WorkerMemory &memory_of(GroupContext *group) { return *static_cast<WorkerMemory *>(group); }

// noexcept: an exception cannot unwind through a kernel's frames.
uint64_t async_copy(GroupContext *group, const abi::Site *site, void *dst, const void *src, uint64_t count,
                    uint64_t element_size, uint64_t dst_stride, uint64_t src_stride, uint64_t event) noexcept {
  return memory_of(group).events.copy(*site, dst, src, count, element_size, dst_stride, src_stride, event);
}

uint64_t async_copy_tile(GroupContext *group, const abi::Site *site, void *dst, const void *src, uint64_t element_size,
                         uint64_t width, uint64_t lines, uint64_t planes, uint64_t dst_line, uint64_t dst_plane,
                         uint64_t src_line, uint64_t src_plane, uint64_t event) noexcept {
  return memory_of(group).events.copy_tile(*site, dst, src, element_size, width, lines, planes, dst_line, dst_plane,
                                           src_line, src_plane, event);
}

const void *readable_in_place(GroupContext *group, const abi::Site *site, void *dst, const void *src, uint64_t bytes,
                              uint64_t object_bytes, uint32_t local_arg, uint32_t arg, uint64_t written,
                              const void *current, uint64_t defined) noexcept {
  const copies::Tile tile{dst, object_bytes, local_arg, current, defined};
  copies::EventTable &events = memory_of(group).events;
  events.guard().begin_move(site);  // of what was defined so far
  const void *at = events.readable_in_place(*group->launch, tile, {src, bytes, arg, written});
  events.guard().end_move();
  if (observe::trace::on() && at == src) [[unlikely]]
    observe::trace::in_place(copies::traced_site(*site), bytes);
  return at;
}

void fence_copies(GroupContext *group, const abi::Site *) noexcept { memory_of(group).events.fence(); }

void wait_events(GroupContext *group, const abi::Site *site, int32_t count, const uint64_t *events) noexcept {
  memory_of(group).events.wait(*site, count, events);
}

constexpr auto print = &print_call;
constexpr auto run_sub_groups = &run_sub_groups_call;
constexpr auto yield = &yield_call;

}  // namespace

void run_sub_groups_call(GroupContext *group, abi::SubGroupCode code, const void *captured, uint64_t count) noexcept {
  memory_of(group).sub_groups.run(code, captured, count);
}

void yield_call(GroupContext *group) noexcept { memory_of(group).sub_groups.yield(); }

int32_t print_call(GroupContext *group, const char *format, const void *args, const uint32_t *sizes,
                   uint32_t num_args) noexcept {
  if (format) cpu::probe_read(format, format);  // if it is no literal: before print() locks and allocates
  process::Fault fault;
  try {
    return memory_of(group).printed->print(format, args, sizes, num_args);
  } catch (const process::Fault &found) {
    fault = found;
  }
  memory_of(group).events.guard().leave(fault, nullptr);
  return -1;
}

const abi::HostCalls kHostCalls = {
#define WHERRY_HOST_CALL(result, name, params) name,
#define WHERRY_MODE_CALL(result, name, params) nullptr,
#include "kernel_abi/host_calls.def"
#undef WHERRY_HOST_CALL
};

}  // namespace wherry::exec

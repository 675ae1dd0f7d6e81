// SPDX-License-Identifier: Apache-2.0
// What commands access, for WHERRY_CHECK=race and uninit: told by a command's work when it runs. Kernels that are
// checked tell their accesses themselves.
#pragma once
#include <cstddef>

#include "checks/command_order.h"
#include "checks/uninit.h"
#include "graph/event.h"
#include "objects/memory.h"
#include "objects/transfer.h"

namespace wherry::runtime {

inline constexpr cl_map_flags kMapWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

namespace accesses {

void note(Event &event, const Mem &mem, const std::byte *begin, size_t bytes, bool writes);
void note_rows(Event &event, const Mem &mem, const std::byte *first, size_t row_pitch, size_t slice_pitch,
               const size_t *region, bool writes);
void note_shared(Event &event, const void *begin, size_t bytes, bool writes);

}  // namespace accesses

// `bytes` bytes of the buffer or image from `begin` on.
inline void reads(Event &event, const Mem &mem, const std::byte *begin, size_t bytes) {
  if (checks::order::on()) [[unlikely]]
    accesses::note(event, mem, begin, bytes, false);
}
inline void writes(Event &event, const Mem &mem, const std::byte *begin, size_t bytes) {
  if (checks::order::on()) [[unlikely]]
    accesses::note(event, mem, begin, bytes, true);
}
// A box of the buffer or image; `region` as for copy_box.
template <class Byte> void reads(Event &event, const Mem &mem, const Box<Byte> &box, const size_t *region) {
  if (checks::order::on()) [[unlikely]]
    accesses::note_rows(event, mem, box.first, box.row_pitch, box.slice_pitch, region, false);
}
template <class Byte> void writes(Event &event, const Mem &mem, const Box<Byte> &box, const size_t *region) {
  if (checks::order::on()) [[unlikely]]
    accesses::note_rows(event, mem, box.first, box.row_pitch, box.slice_pitch, region, true);
}
// Memory that may be in an allocation of the context's shared virtual memory; else nothing.
inline void reads_shared(Event &event, const void *begin, size_t bytes) {
  if (checks::order::on()) [[unlikely]]
    accesses::note_shared(event, begin, bytes, false);
}
inline void writes_shared(Event &event, const void *begin, size_t bytes) {
  if (checks::order::on()) [[unlikely]]
    accesses::note_shared(event, begin, bytes, true);
}

// For WHERRY_CHECK=uninit, before a command runs code whose writes are not tracked: shared memory and the command's
// buffers count as written.
template <class Buffers> void all_may_be_written(Event &event, const Buffers &buffers) {
  if (!checks::uninit::in_use()) return;
  event.context().shared.all_may_be_written();
  for (const Ref<Mem> &buffer : buffers) checks::uninit::clear(buffer->data(), buffer->size);
}

// The work of maps and unmaps, which move nothing: empty but with WHERRY_CHECK=race and uninit. With race, a map reads
// what the host may see, and writes what becomes undefined; an unmap writes what the host may have written. With
// uninit, memory that is mapped for writing counts as written.
Work work_of_map(Mem &mem, const Region &region, const std::byte *address, cl_map_flags flags);
Work work_of_unmap(Mem &mem, const Region &region, const std::byte *address, bool written);
Work work_of_shared_map(const void *begin, size_t bytes, cl_map_flags flags);
Work work_of_shared_unmap(const void *begin);

}  // namespace wherry::runtime

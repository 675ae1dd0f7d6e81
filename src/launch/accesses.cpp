// SPDX-License-Identifier: Apache-2.0
#include "launch/accesses.h"

#include <map>
#include <mutex>

#include "checks/command_races.h"
#include "checks/group_reports.h"

namespace wherry::runtime {

namespace {

using checks::address_of;

constexpr cl_map_flags kMapWrites = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;

const char *name_of(cl_command_type type) {
  switch (type) {
  case CL_COMMAND_READ_BUFFER: return "clEnqueueReadBuffer";
  case CL_COMMAND_READ_BUFFER_RECT: return "clEnqueueReadBufferRect";
  case CL_COMMAND_WRITE_BUFFER: return "clEnqueueWriteBuffer";
  case CL_COMMAND_WRITE_BUFFER_RECT: return "clEnqueueWriteBufferRect";
  case CL_COMMAND_COPY_BUFFER: return "clEnqueueCopyBuffer";
  case CL_COMMAND_COPY_BUFFER_RECT: return "clEnqueueCopyBufferRect";
  case CL_COMMAND_COPY_BUFFER_TO_IMAGE: return "clEnqueueCopyBufferToImage";
  case CL_COMMAND_COPY_IMAGE_TO_BUFFER: return "clEnqueueCopyImageToBuffer";
  case CL_COMMAND_FILL_BUFFER: return "clEnqueueFillBuffer";
  case CL_COMMAND_MAP_BUFFER: return "clEnqueueMapBuffer";
  case CL_COMMAND_UNMAP_MEM_OBJECT: return "clEnqueueUnmapMemObject";
  case CL_COMMAND_SVM_MEMCPY: return "clEnqueueSVMMemcpy";
  case CL_COMMAND_SVM_MEMFILL: return "clEnqueueSVMMemFill";
  case CL_COMMAND_SVM_MAP: return "clEnqueueSVMMap";
  case CL_COMMAND_SVM_UNMAP: return "clEnqueueSVMUnmap";
  case CL_COMMAND_MEMCPY_INTEL: return "clEnqueueMemcpyINTEL";
  case CL_COMMAND_MEMFILL_INTEL: return "clEnqueueMemFillINTEL";
  case CL_COMMAND_COMMAND_BUFFER_KHR: return "clEnqueueCommandBufferKHR";
  default: return "a command";
  }
}

std::shared_ptr<const checks::CommandPlace> place_of(const Event &event) {
  const checks::CommandOrder &now = *event.order_now();
  std::string name = name_of(event.type());
  if (now.part) name += " (command " + std::to_string(now.part) + ")";
  return std::make_shared<const checks::CommandPlace>(
      checks::CommandPlace{.command = std::move(name), .kernel = {}, .file = {}, .queue = now.queue});
}

checks::CommandObject object_of(const Mem &buffer) {
  return {address_of(buffer.data()), buffer.size, buffer.parent() ? "a sub-buffer" : "a buffer"};
}

void note(Event &event, const void *begin, size_t bytes, bool writes, const checks::CommandObject &object,
          const std::shared_ptr<const checks::CommandPlace> &place) {
  checks::command_races::access(*event.order_now(), place,
                                writes ? checks::CommandAccess::write : checks::CommandAccess::read, address_of(begin),
                                bytes, object);
}

// Maps of shared virtual memory, which an unmap names by its first byte alone.
struct SharedMap {
  size_t bytes;
  bool written;
};
std::mutex shared_maps_mutex;
std::multimap<const void *, SharedMap> &shared_maps() {
  static auto *const maps = new std::multimap<const void *, SharedMap>;
  return *maps;
}

}  // namespace

void accesses::note(Event &event, const Mem &buffer, const std::byte *begin, size_t bytes, bool writes) {
  if (event.order && checks::order::matters())
    runtime::note(event, begin, bytes, writes, object_of(buffer), place_of(event));
}

void accesses::note_rows(Event &event, const Mem &buffer, const std::byte *first, size_t row_pitch, size_t slice_pitch,
                         const size_t *region, bool writes) {
  if (!event.order || !checks::order::matters()) return;
  const auto object = object_of(buffer);
  const auto place = place_of(event);
  for (size_t z = 0; z < region[2]; ++z)
    for (size_t y = 0; y < region[1]; ++y)
      runtime::note(event, first + z * slice_pitch + y * row_pitch, region[0], writes, object, place);
}

void accesses::note_shared(Event &event, const void *begin, size_t bytes, bool writes) {
  if (!event.order || !checks::order::matters()) return;
  const auto found = event.context().shared.find(begin);
  if (!found) return;
  const checks::CommandObject object{address_of(found->begin), found->size, "shared memory"};
  runtime::note(event, begin, std::min(bytes, found->behind(begin)), writes, object, place_of(event));
}

Work work_of_map(Mem &mem, const Region &region, const std::byte *address, cl_map_flags flags) {
  if (!checks::order::on() || !mem.is_buffer()) return {};
  return [held = Ref(mem), address, bytes = region.size[0], discards = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0](
             Event &event) { discards ? writes(event, *held, address, bytes) : reads(event, *held, address, bytes); };
}

Work work_of_unmap(Mem &mem, const Region &region, const std::byte *address, bool written) {
  if (!checks::order::on() || !mem.is_buffer() || !written) return {};
  return [held = Ref(mem), address, bytes = region.size[0]](Event &event) { writes(event, *held, address, bytes); };
}

Work work_of_shared_map(const void *begin, size_t bytes, cl_map_flags flags) {
  if (!checks::order::on()) return {};
  {
    const std::lock_guard lock(shared_maps_mutex);
    shared_maps().emplace(begin, SharedMap{bytes, (flags & kMapWrites) != 0});
  }
  return [begin, bytes, discards = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0](Event &event) {
    discards ? writes_shared(event, begin, bytes) : reads_shared(event, begin, bytes);
  };
}

Work work_of_shared_unmap(const void *begin) {
  if (!checks::order::on()) return {};
  const std::lock_guard lock(shared_maps_mutex);
  const auto found = shared_maps().find(begin);
  if (found == shared_maps().end()) return {};
  const SharedMap map = found->second;
  shared_maps().erase(found);
  if (!map.written) return {};
  return [begin, bytes = map.bytes](Event &event) { writes_shared(event, begin, bytes); };
}

}  // namespace wherry::runtime

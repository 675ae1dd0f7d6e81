// SPDX-License-Identifier: Apache-2.0
#include "launch/accesses.h"

#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "checks/command_races.h"
#include "checks/group_reports.h"
#include "checks/uninit.h"

namespace wherry::runtime {

namespace {

using checks::address_of;

const char *name_of(cl_command_type type) {
  switch (type) {
  case CL_COMMAND_READ_BUFFER: return "clEnqueueReadBuffer";
  case CL_COMMAND_READ_BUFFER_RECT: return "clEnqueueReadBufferRect";
  case CL_COMMAND_WRITE_BUFFER: return "clEnqueueWriteBuffer";
  case CL_COMMAND_WRITE_BUFFER_RECT: return "clEnqueueWriteBufferRect";
  case CL_COMMAND_COPY_BUFFER: return "clEnqueueCopyBuffer";
  case CL_COMMAND_COPY_BUFFER_RECT: return "clEnqueueCopyBufferRect";
  case CL_COMMAND_READ_IMAGE: return "clEnqueueReadImage";
  case CL_COMMAND_WRITE_IMAGE: return "clEnqueueWriteImage";
  case CL_COMMAND_COPY_IMAGE: return "clEnqueueCopyImage";
  case CL_COMMAND_FILL_IMAGE: return "clEnqueueFillImage";
  case CL_COMMAND_MAP_IMAGE: return "clEnqueueMapImage";
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

checks::CommandObject object_of(const Mem &mem) {
  return {address_of(mem.data()), mem.size, mem.image() ? "an image" : mem.parent() ? "a sub-buffer" : "a buffer"};
}

void note(Event &event, const void *begin, size_t bytes, bool writes, const checks::CommandObject &object,
          const std::shared_ptr<const checks::CommandPlace> &place) {
  checks::command_races::access(*event.order_now(), place,
                                writes ? checks::CommandAccess::write : checks::CommandAccess::read, address_of(begin),
                                bytes, object);
}

// A region that is mapped, in bytes.
struct Mapped {
  Box<const std::byte> box;
  std::array<size_t, 3> size;
};

Mapped mapped_of(const Mem &mem, const Region &region, const std::byte *address) {
  const Image *image = mem.image();
  if (!image) return {{address, region.size[0], region.size[0]}, {region.size[0], 1, 1}};
  const abi::ImageLevel &level = image->level(region.level);
  return {{address, level.row_pitch, level.slice_pitch},
          {block_of(image->format).bytes_of(region.size[0]), region.size[1], region.size[2]}};
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

void accesses::note(Event &event, const Mem &mem, const std::byte *begin, size_t bytes, bool writes) {
  if (event.order && checks::order::matters())
    runtime::note(event, begin, bytes, writes, object_of(mem), place_of(event));
}

void accesses::note_rows(Event &event, const Mem &mem, const std::byte *first, size_t row_pitch, size_t slice_pitch,
                         const size_t *region, bool writes) {
  if (!event.order || !checks::order::matters()) return;
  const auto object = object_of(mem);
  const auto place = place_of(event);
  // Rows and slices without gaps are one piece.
  size_t bytes = region[0], rows = region[1], slices = region[2];
  if (row_pitch == bytes || rows == 1) {
    bytes *= std::exchange(rows, 1);
    if (slice_pitch == bytes) bytes *= std::exchange(slices, 1);
  }
  for (size_t z = 0; z < slices; ++z)
    for (size_t y = 0; y < rows; ++y)
      runtime::note(event, first + z * slice_pitch + y * row_pitch, bytes, writes, object, place);
}

void accesses::note_shared(Event &event, const void *begin, size_t bytes, bool writes) {
  if (!event.order || !checks::order::matters()) return;
  const auto found = event.context().shared.find(begin);
  if (!found) return;
  const checks::CommandObject object{address_of(found->begin), found->size, "shared memory"};
  runtime::note(event, begin, std::min(bytes, found->behind(begin)), writes, object, place_of(event));
}

Work work_of_map(Mem &mem, const Region &region, const std::byte *address, cl_map_flags flags) {
  const bool written = (flags & kMapWrites) && checks::uninit::in_use();
  if (!checks::order::on() && !written) return {};
  return [held = Ref(mem), mapped = mapped_of(mem, region, address), written,
          discards = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0](Event &event) {
    if (written) checks::uninit::clear(held->data(), held->size);
    discards ? writes(event, *held, mapped.box, mapped.size.data())
             : reads(event, *held, mapped.box, mapped.size.data());
  };
}

Work work_of_unmap(Mem &mem, const Region &region, const std::byte *address, bool written) {
  if (!checks::order::on() || !written) return {};
  return [held = Ref(mem), mapped = mapped_of(mem, region, address)](Event &event) {
    writes(event, *held, mapped.box, mapped.size.data());
  };
}

Work work_of_shared_map(const void *begin, size_t bytes, cl_map_flags flags) {
  const bool written = (flags & kMapWrites) && checks::uninit::in_use();
  if (!checks::order::on() && !written) return {};
  if (checks::order::on()) {
    const std::lock_guard lock(shared_maps_mutex);
    shared_maps().emplace(begin, SharedMap{bytes, (flags & kMapWrites) != 0});
  }
  return [begin, bytes, written, discards = (flags & CL_MAP_WRITE_INVALIDATE_REGION) != 0](Event &event) {
    if (written) checks::uninit::clear(begin, bytes);
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

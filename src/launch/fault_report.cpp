// SPDX-License-Identifier: Apache-2.0
#include "launch/fault_report.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <new>
#include <span>

#include "observe/log.h"
#include "platform/process/checks.h"

namespace wherry::runtime {

namespace {

// The memory behind a pointer argument.
struct Memory {
  uint32_t arg;
  uintptr_t begin;
  size_t size;

  // Bytes from the memory to the address; 0: inside.
  size_t distance(uintptr_t address) const {
    if (address < begin) return begin - address;
    return address - begin < size ? 0 : address - begin - size + 1;
  }
};

std::vector<Memory> memories_of(const Launch &launch, const exec::NdRange &range) {
  std::vector<Memory> found;
  const Context &context = launch.code->program->context();
  for (uint32_t i = 0; i < range.kernel->num_args; ++i) {
    const abi::ArgInfo &arg = range.kernel->args[i];
    if (arg.kind != abi::ArgKind::global && arg.kind != abi::ArgKind::constant && arg.kind != abi::ArgKind::image)
      continue;
    const void *pointer;
    std::memcpy(&pointer, range.args + arg.offset, sizeof pointer);
    const auto mem = std::ranges::find_if(launch.buffers, [&](auto &mem) { return mem->argument() == pointer; });
    if (mem != launch.buffers.end())
      found.push_back({i, reinterpret_cast<uintptr_t>((*mem)->data()), (*mem)->size});
    else if (const auto shared = arg.kind == abi::ArgKind::image ? std::nullopt : context.shared.find(pointer))
      found.push_back({i, reinterpret_cast<uintptr_t>(shared->begin), shared->size});
  }
  return found;
}

// ", 4 bytes behind argument 1 'out' (64 bytes)": the nearest, if one is near.
std::string neighbour_of(uintptr_t address, const Launch &launch, const exec::NdRange &range) {
  constexpr size_t kNear = 64 << 10;  // or the memory's own size, as an index may be twice as large as it should be
  const std::vector<Memory> all = memories_of(launch, range);
  const auto nearest =
      std::ranges::min_element(all, {}, [&](const Memory &memory) { return memory.distance(address); });
  if (nearest == all.end()) return "";
  const size_t distance = nearest->distance(address);
  if (distance > std::max(kNear, nearest->size)) return "";
  std::string text = ", ";
  if (distance == 0)
    text += std::to_string(address - nearest->begin) + " bytes into";
  else if (address < nearest->begin)
    text += std::to_string(distance) + " bytes before";
  else
    text += std::to_string(distance - 1) + " bytes behind the end of";
  return text + " argument " + std::to_string(nearest->arg) + " '" + range.kernel->args[nearest->arg].name + "' (" +
         std::to_string(nearest->size) + " bytes)";
}

std::string triple(const uint64_t (&v)[3]) {
  return "(" + std::to_string(v[0]) + "," + std::to_string(v[1]) + "," + std::to_string(v[2]) + ")";
}

// "; global ids (32,0,0) to (47,0,0)": the driver may have chosen another local size than the program.
std::string items_of(const exec::GroupFault &fault, const exec::NdRange &range) {
  uint64_t first[3] = {}, last[3] = {};
  for (uint32_t d = 0; d < range.work_dim; ++d) {
    const uint64_t local = std::max<uint64_t>(1, range.local_size[d]), begin = fault.group_id[d] * local;
    first[d] = range.global_offset[d] + begin;
    last[d] = range.global_offset[d] + std::min(begin + local, range.global_size[d]) - 1;
  }
  const std::string one = triple(first), other = triple(last);
  return one == other ? "; global id " + one : "; global ids " + one + " to " + other;
}

// Which of the work-items it was, a checked kernel tells.
std::string advice_of(const exec::GroupFault &fault, const exec::NdRange &range) {
  const bool one = std::ranges::all_of(std::span(range.local_size, range.work_dim), [](size_t n) { return n <= 1; });
  if (one || fault.site || range.kernel->checks & process::kCheckBounds) return "";
  return "; WHERRY_CHECK=bounds names the work-item";
}

}  // namespace

void report_fault(const Launch &launch, const exec::NdRange &range, const build::LoadedModule &module,
                  const exec::GroupFault &fault) noexcept try {
  std::string text = fault.text(fault.site ? "" : module.place_of(fault.fault.instruction));
  if (fault.fault.has_address && !fault.overflows_stack) text += neighbour_of(fault.fault.address, launch, range);
  text += items_of(fault, range);
  Program &program = *launch.code->program;
  const auto hash = std::hash<std::string_view>{};
  if (program.reports.first(hash(fault.kernel->name) ^ fault.fault.instruction ^
                            reinterpret_cast<uintptr_t>(fault.site)))
    observe::say(text + advice_of(fault, range));
  program.context().notify(text);
} catch (const std::bad_alloc &) {
  // The command fails all the same.
}

}  // namespace wherry::runtime

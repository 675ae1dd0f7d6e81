// SPDX-License-Identifier: Apache-2.0
#include "checks/group_reports.h"

#include <algorithm>
#include <bit>
#include <cstdio>
#include <functional>
#include <new>
#include <string_view>

namespace wherry::checks {

namespace {

uint64_t hash_of(const char *text) { return std::hash<std::string_view>{}(text); }
uint64_t mix(uint64_t hash, uint64_t value) { return (hash ^ value) * 0x9e3779b97f4a7c15u ^ hash >> 29; }
uint64_t hash_of(const abi::Site &site) {
  return mix(mix(mix(hash_of(site.kernel), hash_of(site.file)), site.line), site.column);
}

std::string signed_text(uint64_t number) { return std::to_string(static_cast<int64_t>(number)); }

std::string hexadecimal(uint64_t number) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(number));
  return text;
}

std::string decimal(uint64_t bits_of_double) {
  char text[48];
  std::snprintf(text, sizeof text, "%g", std::bit_cast<double>(bits_of_double));
  return text;
}

const char *verb(abi::AccessKind access) {
  switch (access) {
  case abi::AccessKind::write: return "writes ";
  case abi::AccessKind::update: return "updates ";
  default: return "reads ";
  }
}

const char *kind_of(abi::Mistake mistake) {
  switch (mistake) {
  case abi::Mistake::out_of_bounds:
  case abi::Mistake::texel_outside: return "out of bounds";
  case abi::Mistake::misaligned: return "misaligned";
  case abi::Mistake::division_by_zero: return "division by zero";
  case abi::Mistake::quotient_overflow: return "quotient out of range";
  case abi::Mistake::shift_count: return "shift out of range";
  case abi::Mistake::conversion: return "conversion out of range";
  case abi::Mistake::index_overflow: return "index overflow";
  case abi::Mistake::made_nan: return "NaN";
  case abi::Mistake::other_argument: return "divergent arguments";
  case abi::Mistake::absent_lane: return "absent work-item";
  case abi::Mistake::cluster_size: return "cluster size";
  case abi::Mistake::trap: return "trap";
  }
  return "mistake";
}

}  // namespace

uint64_t address_of(const void *pointer) { return reinterpret_cast<uintptr_t>(pointer); }

std::string bytes(uint64_t n) { return std::to_string(n) + (n == 1 ? " byte" : " bytes"); }

observe::Report::Place place_of(const abi::Site &site) { return {site.file, site.line, site.column}; }

void GroupReports::begin_range(const abi::Launch &launch, observe::Reports *reports, const Allocations *allocations,
                               uint64_t shared) noexcept try {
  reports_ = reports;
  allocations_ = allocations;
  seen_.clear();
  ranges_.assign(launch.kernel->num_args, {});
  for (uint32_t i = 0; i < launch.num_buffers; ++i)
    if (const abi::BufferRange &buffer = launch.buffers[i]; buffer.size && buffer.arg < ranges_.size()) {
      const uint64_t begin = address_of(buffer.begin);
      // The program may have freed it since the kernel was enqueued.
      if (buffer.arg < 64 && shared >> buffer.arg & 1 && allocations) {
        const abi::CheckRange known = allocations->range_at(begin);
        if (known.begin != begin || known.size != buffer.size) continue;
      }
      ranges_[buffer.arg] = {begin, buffer.size};
    }
  for (uint32_t i = 0; i < launch.num_locals; ++i)
    if (const abi::LocalRange &local = launch.locals[i]; local.arg < ranges_.size())
      ranges_[local.arg] = {0, local.size};
} catch (const std::bad_alloc &) {
  reports_ = nullptr;
  ranges_.clear();  // a kernel that compares with them faults, and its command fails
}

void GroupReports::begin_group(abi::GroupContext &group) noexcept {
  const abi::Launch &launch = *group.launch;
  group_ = &group;
  group.check_ranges = ranges_.empty() ? nullptr : ranges_.data();
  group.check_cache = {};
  local_begin_ = address_of(group.local_memory);
  local_size_ = launch.kernel->local_bytes;
  for (uint32_t i = 0; i < launch.num_locals; ++i)
    local_size_ = std::max(local_size_, launch.locals[i].offset + launch.locals[i].size);
  items_ = group.local_size[0] * group.local_size[1] * group.local_size[2];
}

bool GroupReports::first(const char *kind, const abi::Site &site, const abi::Site *other) {
  uint64_t place = mix(hash_of(site), hash_of(kind));
  if (other) place = mix(place, hash_of(*other));
  return reports_ && seen_.insert(place).second && reports_->first(place);
}

void GroupReports::report(const abi::Site &site, uint64_t item, const char *kind, const std::string &text,
                          const abi::Site *other) {
  observe::Report report;
  report.kernel = site.kernel;
  report.place = place_of(site);
  std::copy_n(group_->group_id, 3, report.group.begin());
  if (item != kNoItem) report.item = id_of(item);
  report.kind = kind;
  report.text = text;
  if (other) report.other = place_of(*other);
  reports_->add(report);
}

bool GroupReports::may_access(const abi::CheckPlace &place, uint64_t item, uint64_t address, uint64_t size) {
  if (place.mistake == abi::Mistake::misaligned) {
    report(place, item, address, size);
    return false;
  }
  const abi::Launch &launch = *group_->launch;
  const abi::KernelInfo &kernel = *launch.kernel;
  const auto holds = [&](uint64_t begin, uint64_t bytes) {
    if (address < begin || address - begin > bytes || bytes - (address - begin) < size) return false;
    group_->check_cache = {begin, bytes};
    return true;
  };
  for (uint32_t i = 0; i < launch.num_buffers; ++i)
    if (const abi::BufferRange &buffer = launch.buffers[i];
        kernel.args[buffer.arg].kind != abi::ArgKind::image && holds(address_of(buffer.begin), buffer.size))
      return true;
  for (uint32_t i = 0; i < kernel.num_local_arrays; ++i)
    if (holds(local_begin_ + kernel.local_arrays[i].offset, kernel.local_arrays[i].size)) return true;
  for (uint32_t i = 0; i < launch.num_locals; ++i)
    if (holds(local_begin_ + launch.locals[i].offset, launch.locals[i].size)) return true;
  // Private variables, program-scope variables and captured values: memory of the kernel's own, as a whole.
  const uint64_t here = address_of(__builtin_frame_address(0));
  if (holds(here, address_of(group_->stack_top) - here)) return true;
  if (holds(address_of(group_->item_context), launch.context_bytes)) return true;
  if (holds(address_of(kernel.code), static_cast<uint64_t>(kernel.image_end - kernel.code))) return true;
  const abi::CheckRange found = allocations_ ? allocations_->range_at(address) : abi::CheckRange();
  if (found.size && holds(found.begin, found.size)) return true;
  report(place, item, address, size);
  return false;
}

std::array<uint64_t, 3> GroupReports::id_of(uint64_t item) const {
  const uint64_t *size = group_->local_size;
  return {item % size[0], item / size[0] % size[1], item / size[0] / size[1]};
}

std::string GroupReports::item_name(uint64_t item) const { return "work-item " + observe::text_of(id_of(item)); }

Object GroupReports::object(uint32_t index) const noexcept {
  const abi::Launch &launch = *group_->launch;
  const abi::KernelInfo &kernel = *launch.kernel;
  if (index >= kernel.num_args) {
    if (index - kernel.num_args >= kernel.num_local_arrays) return {};
    const abi::LocalArray &array = kernel.local_arrays[index - kernel.num_args];
    return {index, local_begin_ + array.offset, array.size};
  }
  for (uint32_t i = 0; i < launch.num_buffers; ++i)
    if (const abi::BufferRange &buffer = launch.buffers[i]; buffer.arg == index)
      return {index, address_of(buffer.begin), buffer.size};
  for (uint32_t i = 0; i < launch.num_locals; ++i)
    if (const abi::LocalRange &local = launch.locals[i]; local.arg == index)
      return {index, local_begin_ + local.offset, local.size};
  return {index, 0, 0};  // a null pointer
}

Object GroupReports::object_at(uint64_t address) const noexcept {
  const abi::KernelInfo &kernel = *group_->launch->kernel;
  Object found;
  for (uint32_t i = 0; i < kernel.num_args + kernel.num_local_arrays; ++i) {
    if (i < kernel.num_args && kernel.args[i].kind == abi::ArgKind::value) continue;
    const Object candidate = object(i);
    if (address - candidate.begin < candidate.size && candidate.begin + candidate.size > found.begin + found.size)
      found = candidate;
  }
  return found;
}

std::string GroupReports::name_of(const Object &object) const {
  const abi::KernelInfo &kernel = *group_->launch->kernel;
  if (object.index == abi::kUnknownObject) return "no argument's and no local variable's memory";
  if (object.index >= kernel.num_args)
    return std::string("local array '") + kernel.local_arrays[object.index - kernel.num_args].name + "' (" +
           bytes(object.size) + ")";
  const abi::ArgInfo &arg = kernel.args[object.index];
  return "argument " + std::to_string(object.index) + " '" + arg.name + "' (" +
         (object.begin ? bytes(object.size) : "null") + (arg.kind == abi::ArgKind::local ? ", local)" : ")");
}

// The text of an access: "reads 4 bytes at byte 400 of argument 0 'in' (400 bytes)".
std::string GroupReports::access_text(const abi::CheckPlace &place, uint64_t a, uint64_t b) const {
  std::string text = verb(place.access) + bytes(b) + " at ";
  if (*place.name)
    return text + "byte " + signed_text(a) + " of variable '" + place.name + "' (" + bytes(place.size) + ")";
  if (place.object != abi::kUnknownObject)
    return text + "byte " + signed_text(a) + " of " + name_of(object(place.object));
  if (a < 4096) return text + "address " + hexadecimal(a) + ", of a null pointer";
  const Object inside = object_at(a);
  if (inside.index != abi::kUnknownObject)
    return text + "byte " + signed_text(a - inside.begin) + " of " + name_of(inside);
  return text + "address " + hexadecimal(a) + ", " + name_of(inside);
}

void GroupReports::report(const abi::CheckPlace &place, uint64_t item, uint64_t a, uint64_t b) {
  const char *kind = kind_of(place.mistake);
  if (!first(kind, place.site)) return;
  std::string text;
  switch (place.mistake) {
  case abi::Mistake::out_of_bounds: text = access_text(place, a, b); break;
  case abi::Mistake::misaligned:
    text = access_text(place, a, b) + ", which has to be a multiple of " + bytes(place.alignment);
    break;
  case abi::Mistake::texel_outside: {
    const auto part = [](uint64_t number) { return std::to_string(static_cast<int32_t>(number)); };
    text =
        std::string(verb(place.access)) + "texel (" + part(a) + "," + part(a >> 32) + "," + part(b) + "), outside of ";
    if (place.object == abi::kUnknownObject)
      text += "the image";
    else
      text += "argument " + std::to_string(place.object) + " '" + group_->launch->kernel->args[place.object].name + "'";
    break;
  }
  case abi::Mistake::division_by_zero: text = signed_text(a) + " is divided by 0"; break;
  case abi::Mistake::quotient_overflow: text = signed_text(a) + " is divided by -1"; break;
  case abi::Mistake::shift_count:
    text = "a number of " + std::to_string(place.size) + " bits is shifted by " + signed_text(a);
    break;
  case abi::Mistake::conversion:
    text = decimal(a) + " is converted to an integer of " + std::to_string(place.size) + " bits";
    break;
  case abi::Mistake::index_overflow:
    text = "the int operation on " + signed_text(a) + " and " + signed_text(b) + " overflows, and becomes an address";
    break;
  case abi::Mistake::made_nan: text = "an operation on numbers makes a NaN"; break;
  case abi::Mistake::other_argument:
    text = "passes " + signed_text(a) + " to this sub-group function, another work-item " + signed_text(b);
    break;
  case abi::Mistake::absent_lane:
    text = "takes the value of sub-group local id " + signed_text(a) + ", which the sub-group lacks";
    break;
  case abi::Mistake::cluster_size: text = signed_text(a) + " is no power of two up to the size of sub-groups"; break;
  case abi::Mistake::trap: text = "runs a trap"; break;
  }
  report(place.site, item, kind, text);
}

}  // namespace wherry::checks

// SPDX-License-Identifier: Apache-2.0
#include "checks/race_checks.h"

#include <algorithm>
#include <array>
#include <span>

#include "checks/texels.h"

namespace wherry::checks {

namespace {

constexpr abi::Site kUnknownPlace = {"", "", 0, 0, 0};

const void *pointer_to(uint64_t address) { return reinterpret_cast<const void *>(address); }

// The arguments whose buffers nothing of the launch writes: no written one overlaps them.
uint64_t unwritten_arguments(const abi::Launch &launch) {
  const uint64_t written = launch.kernel->race_written;
  if (written == ~uint64_t{0}) return 0;
  const auto is_written = [&](uint32_t arg) { return arg < 64 && (written >> arg & 1) != 0; };
  // The memory of each written argument must be known.
  uint64_t known = 0, unwritten = 0;
  for (uint32_t i = 0; i < launch.num_buffers; ++i)
    if (launch.buffers[i].arg < 64) known |= uint64_t{1} << launch.buffers[i].arg;
  if (written & ~known) return 0;
  for (uint32_t i = 0; i < launch.num_buffers; ++i) {
    const abi::BufferRange &buffer = launch.buffers[i];
    if (buffer.arg >= 64 || is_written(buffer.arg)) continue;
    const bool apart = std::none_of(launch.buffers, launch.buffers + launch.num_buffers, [&](auto &other) {
      return is_written(other.arg) && other.begin < buffer.begin + buffer.size &&
             buffer.begin < other.begin + other.size;
    });
    if (apart) unwritten |= uint64_t{1} << buffer.arg;
  }
  return unwritten;
}

}  // namespace

void RaceChecks::begin_launch(RaceLaunch *launch, const abi::Launch &range) noexcept {
  kernel_ = launch ? range.kernel : nullptr;
  if (!launch) return;
  group_.begin_launch(*launch, *this, range.local_size[0] * range.local_size[1] * range.local_size[2],
                      range.kernel->num_race_sites);
  group_.unwritten = launch->is_compared() ? 0 : unwritten_arguments(range);
}

void RaceChecks::begin_checks(abi::GroupContext &group) {
  group.race = &group_;
  const abi::Launch &launch = *group.launch;
  const uint64_t number =
      (group.group_id[2] * launch.num_groups[1] + group.group_id[1]) * launch.num_groups[0] + group.group_id[0];
  group_.begin_group(number, group.local_memory, launch.local_bytes, kernel_->race_sub_group);
}

void RaceChecks::texels(const abi::Image &image, uint64_t sampler, uint32_t shape, uint64_t xy, uint64_t z_level,
                        uint64_t access) {
  const bool writes = (access & race_word::kKindMask) == race_word::kWrite;
  const auto low = [](uint64_t pair) { return static_cast<uint32_t>(pair); };
  std::array<uint64_t, kMostTexels> memory;
  const TexelCall call{image, sampler, shape, {low(xy), low(xy >> 32), low(z_level)}, low(z_level >> 32), writes};
  for (const uint64_t address : texels_of(call, memory))
    group_.texel(pointer_to(address), access, image.format.texel_bytes);
}

const abi::Site &RaceChecks::site(uint32_t number) const noexcept {
  return number < kernel_->num_race_sites ? *kernel_->race_sites[number] : kUnknownPlace;
}

uint32_t RaceChecks::number_of(const abi::Site &site) const noexcept {
  const abi::Site *const *const end = kernel_->race_sites + kernel_->num_race_sites;
  const auto *found = std::find(kernel_->race_sites, end, &site);
  return found == end ? abi::kNoRaceSite : static_cast<uint32_t>(found - kernel_->race_sites);
}

// "reads bytes 4 to 8 of local array 'tile' (64 bytes), which work-item (3,0,0) writes in line 7:3, without a barrier"
std::string RaceChecks::text_of(const Race &race) const {
  const auto verb = [](const RaceAccess &access) {
    return access.atomic ? "updates atomically" : access.writes ? "writes" : "reads";
  };
  std::string text = race.now.copy ? std::string("the copy ") + verb(race.now) : verb(race.now);
  const Object object = reports_.object_at(race.address);
  const std::span variables(kernel_->race_variables, kernel_->num_race_variables);
  const auto variable = std::find_if(variables.begin(), variables.end(), [&](const abi::ProgramVariable &one) {
    return race.address - address_of(one.begin) < one.size;
  });
  if (object.index == abi::kUnknownObject && variable != variables.end()) {
    text += " byte " + std::to_string(race.address - address_of(variable->begin)) + " of variable '" + variable->name +
            "' (" + bytes(variable->size) + ")";
  } else if (object.index == abi::kUnknownObject) {
    text += race.local ? " local memory" : " global memory";
  } else {
    text += " byte " + std::to_string(race.address - object.begin) + " of " + reports_.name_of(object);
  }
  text += ", which ";
  if (race.before.copy) {
    text += "the copy";
  } else if (race.before.unknown) {
    text += "another work-item";
  } else {
    const abi::Launch &launch = *reports_.group().launch;
    uint64_t size[3], id[3];
    uint64_t group = race.before.group;
    for (unsigned i = 0; i < 3; ++i) {
      id[i] = group % launch.num_groups[i];
      group /= launch.num_groups[i];
      size[i] = std::min(launch.local_size[i], launch.global_size[i] - id[i] * launch.local_size[i]);
    }
    const uint64_t item = race.before.item;
    // Behind its wait, a copy is told by a number that no work-item of the group has.
    text += item >= size[0] * size[1] * size[2]
                ? "a copy"
                : "work-item " + observe::text_of({item % size[0], item / size[0] % size[1], item / size[0] / size[1]});
    if (race.across_groups) text += " of work-group " + observe::text_of({id[0], id[1], id[2]});
  }
  // If both accesses are reads, one of them stands for a write of its work-group before a barrier.
  text += race.now.writes || race.before.writes || race.before.atomic ? std::string(" ") + verb(race.before)
                                                                      : " wrote before it was read";
  if (race.before.site != abi::kNoRaceSite) text += " in " + observe::text_of(place_of(site(race.before.site)));
  if (race.same_value) text += ": the same value";
  if (race.own_texel)
    text += ", without atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, ...) between them";
  else if (race.across_groups)
    text += "; nothing orders the work-groups";
  else if (race.now.copy || race.before.copy)
    text += race.before.copy ? ", before the wait for the copy" : ", without a barrier between them";
  else
    text += ", without a barrier between them";
  return text;
}

void RaceChecks::found(const Race &race) {
  constexpr const char *kRace = "race", *kSameValue = "race of the same value";
  if (race.same_value && reports_.checks(process::kQuietSameValue)) return;
  const char *kind = race.same_value ? kSameValue : kRace;
  const abi::Site &now = site(race.now.site), &before = site(race.before.site);
  // The two places in either order are one mistake.
  const bool ordered = race.now.site <= race.before.site;
  if (!reports_.first(kind, ordered ? now : before, ordered ? &before : &now)) return;
  reports_.report(now, race.now.copy ? GroupReports::kNoItem : race.now.item, kind, text_of(race), &before);
}

}  // namespace wherry::checks

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <bit>
#include <utility>

#include "exec/launch_size.h"
#include "kernel_abi/limits.h"
#include "launch/kernel_build.h"

using namespace wherry;
using namespace wherry::runtime;

// The lanes of a vector of `float` in 512 bits.
constexpr size_t kVector = 16;
// An item loop that is long enough.
constexpr size_t kEnough = 256;
// The most memory for the work-item contexts of one work-group.
constexpr uint64_t kMaxContextBytes = 64 << 20;

size_t WorkGroupSizes::max_work_group_size() const {
  if (info->item_context_bytes == 0) return abi::kMaxWorkGroupSize;
  uint64_t items = std::max<uint64_t>(kMaxContextBytes / info->item_context_bytes, 1);
  return std::min<size_t>(std::bit_floor(items), abi::kMaxWorkGroupSize);
}

Size3 WorkGroupSizes::regroup(const Size3 &global, const Size3 &local, size_t workers) const {
  if (!(info->flags & abi::kRegroupable)) return local;
  // At least one vector in the lanes' dimension. If accesses are not contiguous, also in the other dimension: then
  // neighbouring work-items of either dimension share cache lines.
  constexpr size_t kLong = 64;
  const bool contiguous = reaches_rows();
  const size_t lanes = lane_dimension();
  const size_t beside = beside_lanes(global);  // whose iterations may be blocked
  const bool narrow = !contiguous && local[beside] < std::min(kVector, global[beside]);
  const bool flat = local[beside] < std::min<size_t>(blocked_iterations(), global[beside]);
  if (local[lanes] >= std::min(contiguous || reads_lines() ? kLong : kVector, global[lanes]) && !narrow && !flat) {
    // Where the local size cannot be doubled, as of 1088 work-items by 64, another one may be as long.
    if (!is_short(global) || local[lanes] >= kEnough || global[lanes] % (2 * local[lanes]) == 0)
      return widened(local, global, workers);
    const Size3 other = choose_local_size(global, workers);
    return other[lanes] >= 2 * local[lanes] ? other : local;
  }
  const Size3 chosen = choose_local_size(global, workers);
  const Size3 better = narrow || flat || chosen[lanes] > local[lanes] ? chosen : local;
  return info->flags & abi::kGridLoops ? widened(better, global, workers) : better;
}

// Whether data may be in caches.
bool WorkGroupSizes::is_short(const Size3 &global) const {
  constexpr size_t kInCaches = size_t{1} << 21;
  return (info->flags & abi::kContiguous) && global[0] * global[1] * global[2] <= kInCaches;
}

// With few short work-items whose data are in caches, the prologue and epilogue of the item loop cost time: 1.3 times
// the time of Floyd and Warshall's algorithm. Larger ND-ranges are not widened: a stencil in memory was 1.3 times as
// fast with item loops of 64. With a loop over the grid, each iteration reads a piece of memory as long as the item
// loop, and work is even: one work-group for each worker (4096 work-items in one group were twice as fast as in four).
Size3 WorkGroupSizes::widened(Size3 local, const Size3 &global, size_t workers) const {
  const bool grid_loops = info->flags & abi::kGridLoops;
  const size_t enough = grid_loops ? max_work_group_size() : kEnough, most = grid_loops ? enough : 1024;
  const size_t groups_of_worker = grid_loops ? 1 : 16;
  if (!is_short(global)) return local;
  const size_t lanes = lane_dimension();
  auto groups = [&] { return global[0] / local[0] * (global[1] / local[1]) * (global[2] / local[2]); };
  while (local[lanes] < enough && 2 * local[0] * local[1] * local[2] <= most &&
         global[lanes] % (2 * local[lanes]) == 0 && groups() >= 2 * groups_of_worker * workers)
    local[lanes] *= 2;
  return local;
}

Size3 WorkGroupSizes::spread(Size3 local, const Size3 &global, size_t workers, double item_nanoseconds) const {
  if (!(info->flags & abi::kRegroupable)) return local;
  // A halved work-group of vectors is as fast only down to one vector, and several vectors in flight hide latencies:
  // one work-group for each worker. Others also even out what the workers' CPUs do beside.
  const bool vectors = info->flags & abi::kVectorised;
  const size_t enough = vectors ? workers : 4 * workers, least = vectors ? kVector : 1;
  const size_t lanes = lane_dimension();
  const auto groups = [&] {
    size_t number = 1;
    for (int d = 0; d < 3; ++d) number *= (global[d] - 1) / local[d] + 1;
    return number;
  };
  const auto is_long = [&] {
    return item_nanoseconds * static_cast<double>(local[0] * local[1] * local[2]) > exec::kWorthAnotherGroupNanoseconds;
  };
  while (local[lanes] % 2 == 0 && local[lanes] >= 2 * least && is_long() && groups() < enough) local[lanes] /= 2;
  return local;
}

Size3 WorkGroupSizes::spread_over(const Device &device, const Size3 &local, const Size3 &global) const {
  return spread(local, global, device.compute_units(), device.executor().item_nanoseconds(*info));
}

Size3 WorkGroupSizes::local_size(const Size3 &global, const std::optional<Size3> &wanted, const Device &device) const {
  const unsigned workers = device.compute_units();
  const bool grid_loops = info->flags & abi::kGridLoops;  // for these, regroup() chooses the length of item loops
  Size3 chosen = wanted ? *wanted : choose_local_size(global, workers);
  if (wanted || grid_loops) chosen = regroup(global, chosen, workers);
  return spread_over(device, chosen, global);
}

Size3 WorkGroupSizes::reshaped_local_size(const Size3 &global, const Device &device) const {
  return spread_over(device, choose_local_size(global, device.compute_units()), global);
}

// Whether work-groups are best along a row: if work-items run one by one, or lanes access memory contiguously.
bool WorkGroupSizes::reaches_rows() const {
  return !(info->flags & abi::kVectorised) || (info->flags & abi::kContiguous);
}

size_t WorkGroupSizes::lane_dimension() const {
  return info->flags & abi::kLanesAlongZ ? 2 : info->flags & abi::kLanesAlongY ? 1 : 0;
}

size_t WorkGroupSizes::beside_lanes(const Size3 &global) const {
  const size_t lanes = lane_dimension(), first = lanes == 0 ? 1 : 0, second = lanes == 2 ? 1 : 2;
  return global[first] > 1 ? first : second;
}

size_t WorkGroupSizes::blocked_iterations() const { return std::max<size_t>(info->blocked_iterations, 1); }

bool WorkGroupSizes::reads_lines() const { return info->blocked_iterations >= kVector; }

Size3 WorkGroupSizes::choose_local_size(Size3 global, size_t workers) const {
  const size_t max_group = max_work_group_size();
  const uint32_t *hint = info->work_group_size_hint;
  // Enough work-items to pay for the overhead of a work-group, few enough that each worker gets some work-groups. In a
  // regroupable kernel, a single item loop, the prologue costs 6 % beside 256 square roots, hence the larger limit.
  const size_t kFew = 64, kMany = info->flags & abi::kRegroupable ? 1024 : 256;
  // Work-items of a regroupable kernel do not see that the last work-groups are smaller. But such launches have no
  // variants.
  const bool regroupable = info->flags & abi::kRegroupable, divides = uniform && (!regroupable || told);
  auto fits = [&](const Size3 &local) {
    for (int d = 0; d < 3; ++d)
      if (local[d] == 0 || local[d] > global[d] || (divides && global[d] % local[d] != 0)) return false;
    return local[0] * local[1] * local[2] <= max_group;
  };
  if (Size3 wanted{hint[0], hint[1], hint[2]}; fits(wanted)) return wanted;
  // Assume that accesses that are not contiguous are contiguous in the other dimension: a tile uses whole cache lines.
  const size_t lanes = lane_dimension(), beside = beside_lanes(global);
  const bool contiguous = !regroupable || reaches_rows();
  // Four lines of each row let the CPU prefetch: transposes took 0.75 to 1.1 of the time of square tiles, 0.9 as a
  // rule. A shorter dimension is whole in each tile: what a tile leaves of a line is fetched twice. Where
  // blocked iterations read whole lines, tiles share none: the item loop is the longer side, for fewer checks (0.65).
  const size_t longer = reads_lines() ? lanes : beside, shorter = reads_lines() ? beside : lanes;
  // The largest divisor of `size` up to `limit`.
  auto divisor = [](size_t size, size_t limit) {
    limit = std::min(size, limit);
    while (size % limit != 0) --limit;
    return limit;
  };
  if (!contiguous) {
    const size_t longest = std::min(4 * kVector, std::max(global[longer], kVector)),
                 dividing = divisor(global[longer], longest);
    // Of half that length, too, if the tile divides the ND-range: only such launches have variants.
    for (size_t length : {2 * dividing >= longest ? dividing : longest, kVector}) {
      Size3 tile{1, 1, 1};
      tile[shorter] = kVector, tile[longer] = length;
      if (fits(tile) && global[shorter] / kVector * (global[longer] / length) >= 4 * workers) return tile;
    }
  }

  // The lanes' dimension first, then the one whose loop stands around the item loop.
  const Size3 order{lanes, beside, 3 - lanes - beside};
  global = {global[order[0]], global[order[1]], global[order[2]]};
  auto turned = [order](const Size3 &local) {
    Size3 made;
    for (size_t place = 0; place < 3; ++place) made[order[place]] = local[place];
    return made;
  };
  size_t others = global[1] > SIZE_MAX / global[2] ? SIZE_MAX : global[1] * global[2];
  size_t per_worker = others >= 4 * workers ? global[0] : global[0] * others / (4 * workers);
  const size_t target = std::min(std::clamp(std::bit_floor(std::max<size_t>(per_worker, 1)), kFew, kMany), max_group);
  Size3 local{1, 1, 1};
  size_t budget = target / blocked_iterations();
  for (int d = 0; d < 3 && budget > 1; ++d) {
    local[d] = divisor(global[d], budget);
    if (!divides && (!uniform || local[d] < kFew) && local[d] * 2 <= budget && local[d] < global[d])
      local[d] = std::min(budget, global[d]);
    // Not a divisor that leaves a third of the vectors' lanes empty, or blocks nothing: of 518 x 513 work-items, a
    // matrix product took 5 times as long by 74 x 3.
    const size_t vectors = (local[0] - 1) / std::max(1u, info->lanes) + 1;
    if (!divides && d == 0 && budget < global[0] && 2 * vectors * info->lanes > 3 * local[0]) local[0] = budget;
    if (!divides && d == 1) local[1] = std::max(local[1], std::min(blocked_iterations(), global[1]));
    budget /= local[d];
    // Later dimensions only fill up small work-groups, except for register blocking.
    budget = std::min(budget, kFew / std::min(kFew, local[0] * local[1] * local[2]));
    if (d == 0 || global[1] == 1) budget = std::max(budget, blocked_iterations());
  }
  // If the size has no suitable divisor, such as a prime, one large work-group is faster than many of one work-item.
  if (local[0] * local[1] * local[2] < kPreferredMultiple && divides) {
    size_t larger = target;
    while (larger <= max_group && (larger > global[0] || global[0] % larger != 0)) ++larger;
    if (larger <= max_group) return turned({larger, 1, 1});
  }
  return turned(local);
}

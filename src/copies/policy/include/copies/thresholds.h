// SPDX-License-Identifier: Apache-2.0
// Where the policy begins, and what it does not try at all; the tuner measures the rest.
#pragma once
#include <cstdint>

namespace wherry::copies {

// Bytes; of cache lines moved (16 KiB of words, each on a line of its own, count as 256 KiB), but for the last two.
// Times are those of docs/measurements/async-copies.md, at 20 GB/s for a copy.
struct Thresholds {
  // Below, a copy is never offered: the call to an awake helper, 0.2 us, takes half as long as to copy so much.
  uint64_t least = uint64_t{8} << 10;
  // From here on a copy into local memory that the kernel's loops cannot copy starts out offered, while few workers are
  // busy: it takes 16 times as long as the call. Also the bytes for each helper.
  uint64_t offload = uint64_t{64} << 10;
  uint64_t chunk = uint64_t{32} << 10;  // of the smallest copy that starts out offered, one each for helper and group
  // So much copied alone pays for waking a helper: a wake takes the group 8 us, a third of the time to copy it.
  uint64_t wake = uint64_t{512} << 10;
  uint64_t prefetch = uint64_t{2} << 10;  // above, a copy is never prefetched; up to here that was seen to pay
  // A launch that writes more passes the caches by: 32 MiB, a common size of a last cache. Not asked of the machine: a
  // virtual one is told of its host's whole cache, 260 MiB for two CPUs.
  uint64_t stream = uint64_t{32} << 20;
  // With copies of so much and more: below, a fence at the wait costs more than it saves.
  uint64_t stream_part = uint64_t{8} << 10;
};

}  // namespace wherry::copies

// What pays on the machine at hand: measured once, and kept in a small file.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "dma/helpers.h"

namespace wherry::dma {

// Bytes of cache lines moved, but for the last. What a kernel's copies are like is found by trying (trial.h);
// these say where to begin, and what not to try at all.
struct Tuning {
  uint64_t least = uint64_t{8} << 10;     // below, a copy is never offered
  uint64_t offload = uint64_t{64} << 10;  // from here on it is until that turns out slower; and so much for each helper
  uint64_t chunk = uint64_t{32} << 10;
  uint64_t wake = uint64_t{512} << 10;       // so much copied alone pays for waking a helper
  uint64_t prefetch = uint64_t{2} << 10;     // above, a copy is never prefetched
  uint64_t stream = uint64_t{32} << 20;      // a launch that writes more passes the caches by,
  uint64_t stream_part = uint64_t{8} << 10;  // with copies of so much and more
  // Whether helpers store into local memory past the caches. It is in the cache of the group's own core, from which
  // another may get it but line by line.
  uint64_t helpers_stream = 1;

  bool operator==(const Tuning &) const = default;
};

// Some tens of milliseconds, on this thread and an idle worker who is to be had by `helpers`; the least of several
// times counts. Nothing where he does not come in time, or as soon as `go_on` says no.
std::optional<Tuning> measure(Helpers &helpers, const std::function<bool()> &go_on);

// The file of this CPU with so many workers, in `folder`; "" where that is.
std::string tuning_file(const std::string &folder, unsigned workers);
// Nothing where there is none, or it is damaged, or another's.
std::optional<Tuning> read_tuning(const std::string &file, unsigned workers);
// Every failure of the disk is nothing stored.
void write_tuning(const std::string &file, unsigned workers, const Tuning &tuning) noexcept;

}  // namespace wherry::dma

// What pays on the machine at hand.
#pragma once
#include <cstdint>

namespace wherry::dma {

// In bytes of cache lines moved.
struct Tuning {
  uint64_t least = uint64_t{8} << 10;     // below, a copy is never offered
  uint64_t prefetch = uint64_t{2} << 10;  // above, a copy is never prefetched
  uint64_t offload = uint64_t{64} << 10;  // from here on it is until that turns out slower; and so much for each helper
  uint64_t wake = uint64_t{512} << 10;    // so much copied alone pays for waking a helper
  uint64_t chunk = uint64_t{16} << 10;
  uint64_t stream = uint64_t{32} << 20;  // a launch that writes more passes the caches by
  // Local memory is in the cache of the group's own core: storing through another's may be slow, line by line.
  bool helpers_stream = true;
};

}  // namespace wherry::dma

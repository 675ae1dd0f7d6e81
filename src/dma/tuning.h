// What pays on the machine at hand.
#pragma once
#include <cstdint>

namespace wherry::dma {

// In bytes of cache lines moved.
struct Tuning {
  uint64_t offload = uint64_t{16} << 10;  // a copy from which on a call to a helper who is awake pays
  uint64_t wake = uint64_t{512} << 10;    // so much copied alone pays for waking a helper
  uint64_t chunk = uint64_t{16} << 10;
  uint64_t stream = uint64_t{32} << 20;  // a launch that writes more passes the caches by
};

}  // namespace wherry::dma

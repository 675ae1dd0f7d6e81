#pragma once
#include <cstdint>

namespace wherry::dma {

// What the copies ask of the executor.
class Helpers {
 public:
  // Workers that have nothing to do now; a hint, read without a lock.
  virtual unsigned idle() const noexcept = 0;

  // Has a worker call task(data, extra) soon. False, and no call, where that cannot be had.
  virtual bool help(void (*task)(void *data, uint64_t extra), void *data, uint64_t extra) noexcept = 0;

 protected:
  ~Helpers() = default;
};

}  // namespace wherry::dma

// What the copies tell the timeline. Where there is none, each costs a branch.
#pragma once
#include <cstdint>

#include "kernel_abi/abi.h"
#include "observe/trace.h"

namespace wherry::dma {

inline uint32_t traced_site(const abi::Site &site) noexcept {
  return observe::trace::site(&site, site.kernel, site.file, site.line, site.column);
}

// A pending copy.
struct TracedCopy {
  uint64_t id = 0;  // 0: not traced
  uint32_t site = 0;

  TracedCopy() = default;
  explicit TracedCopy(const abi::Site &at) noexcept {
    if (observe::trace::on()) [[unlikely]] {
      id = observe::trace::new_copy();
      site = traced_site(at);
    }
  }
};

// One chunk's performance.
class TracedChunk {
 public:
  // Before it; the descriptor is held.
  TracedChunk(const TracedCopy &copy, bool own) noexcept : id_(copy.id), site_(copy.site), own_(own) {
    if (id_) [[unlikely]]
      begin_ = observe::trace::now();
  }
  // After it, before others may see that it is done.
  void performed(uint64_t bytes) noexcept {
    if (!id_) [[likely]]
      return;
    bytes_ = bytes;
    end_ = observe::trace::now();
  }
  // The descriptor may be gone. `last`: the copy is complete by it.
  void record(bool last) const noexcept {
    if (id_) [[unlikely]]
      observe::trace::chunk(id_, site_, begin_, end_, bytes_, own_, last);
  }

 private:
  const uint64_t id_;
  const uint32_t site_;
  const bool own_;
  uint64_t begin_ = 0, end_ = 0, bytes_ = 0;
};

}  // namespace wherry::dma

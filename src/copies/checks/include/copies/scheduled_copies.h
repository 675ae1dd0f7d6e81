// SPDX-License-Identifier: Apache-2.0
// The async copies of a work-group at the mercy of a schedule: what the specification allows, at its worst,
// and the same again for the same seed.
#pragma once
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "copies/copy.h"
#include "copies/copy_counts.h"
#include "copies/copy_fault.h"
#include "copies/group_events.h"
#include "kernel_abi/abi.h"

namespace wherry::copies {

// Numbers that follow from their seed alone (splitmix64).
class Dice {
 public:
  explicit Dice(uint64_t seed = 0) : state_(seed) {}
  uint64_t next() noexcept {
    uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
  }
  uint64_t below(uint64_t bound) noexcept { return next() % bound; }

 private:
  uint64_t state_;
};

// Used by one thread at a time; serves one group after the other. Every work-item makes every call. The
// first to make the n-th call of a site starts the copy, or waits; the others are given its event. A copy is
// performed at once, at its wait, or chunk by chunk in random order at the calls in between. Calls as in
// host_calls.def; they may throw std::bad_alloc, and then have done nothing.
class ScheduledCopies {
 public:
  // Draws the group's schedule from the seed, the launch's number in the process, and the group's id; sets
  // its order of work-items, and fills its local memory with what no kernel has left there.
  void begin_group(abi::GroupContext &group, uint64_t seed, uint64_t launch) noexcept;
  // Completes every copy.
  void end_group() noexcept;

  void at_item(uint64_t item) noexcept;  // copies in chunks may go on, too
  uint64_t copy(const abi::Site &site, const Copy &copy, uint64_t event);
  void fence(const abi::Site &site);
  void wait(const abi::Site &site, int32_t count, const uint64_t *events);

  // The fault that ended a copy since the last call; null: none.
  const CopyFault *take_fault() noexcept { return fault_.take(); }

  CopyCounts take_counts() noexcept { return std::exchange(counts_, {}); }

 private:
  struct Pending {
    const abi::Site *site;
    Copy copy;
    uint64_t event;
    uint64_t chunk;              // elements
    std::vector<uint64_t> left;  // chunks, in the order in which they will be taken, from the back
    bool at_wait;                // not before
  };
  // The calls of one site: what each gave, from the first that not all work-items have made.
  struct Calls {
    const abi::Site *site;
    uint64_t first = 0;
    struct Call {
      uint64_t event;
      uint64_t made;  // by so many work-items
    };
    std::deque<Call> calls;
    std::vector<uint64_t> made;  // by each work-item
  };

  // The call that the work-item makes, or null where it is the first: then made() follows.
  const Calls::Call *repeated(const abi::Site &site);
  void made(uint64_t event);
  void schedule(const abi::Site &site, const Copy &copy, uint64_t event);
  void perform_chunk(Pending &pending) noexcept;
  void finish(Pending &pending) noexcept;

  abi::GroupContext *group_ = nullptr;
  uint64_t item_ = 0, items_ = 0;
  Dice dice_;
  GroupEvents events_;
  std::vector<Pending> pending_;
  std::vector<Calls> calls_;
  Calls *current_ = nullptr;
  CopyCounts counts_;
  FaultOfCopies fault_;
};

}  // namespace wherry::copies

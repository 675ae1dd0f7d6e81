// SPDX-License-Identifier: Apache-2.0
// The events and pending copies of the work-group that runs on one worker.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "copies/copy_counts.h"
#include "copies/extent.h"
#include "copies/helpers.h"
#include "copies/in_place.h"
#include "copies/policy.h"
#include "kernel_abi/abi.h"
#include "platform/cpu/move.h"
#include "platform/process/fault_guard.h"

namespace wherry::copies {

// Used by one thread at a time, the work-group's own; only the descriptors of pending copies are shared with helpers.
// Serves one work-group after the other. Must outlive `helpers`' calls: a late call finds another generation in its
// descriptor and does nothing.
class EventTable {
 public:
  static constexpr uint32_t kFirstSize = 16;
  static constexpr uint32_t kMaxSize = 1u << 16;

  // `ahead`: of the work-group's context, or null; `ticks`: as Policy's.
  EventTable(Helpers &helpers, Mode mode, abi::Ahead *ahead = nullptr, Ticks ticks = cpu::ticks);
  ~EventTable();
  EventTable(const EventTable &) = delete;
  EventTable &operator=(const EventTable &) = delete;

  // As Policy::begin_launch.
  void begin_launch(const Thresholds &thresholds, unsigned workers, const std::byte *local,
                    uint64_t local_bytes) noexcept {
    policy_.begin_launch(thresholds, workers, local, local_bytes);
    if (ahead_) forget_ahead();
  }

  // As HostCalls::async_copy. An `event` that is not held by this group counts as 0. Where the table
  // cannot grow any more, the copy is performed at once and joins an event that is held.
  uint64_t copy(const abi::Site &site, void *dst, const void *src, uint64_t count, uint64_t element_size,
                uint64_t dst_stride, uint64_t src_stride, uint64_t event) noexcept;

  // As HostCalls::async_copy_tile.
  uint64_t copy_tile(const abi::Site &site, void *dst, const void *src, uint64_t element_size, uint64_t width,
                     uint64_t lines, uint64_t planes, uint64_t dst_line, uint64_t dst_plane, uint64_t src_line,
                     uint64_t src_plane, uint64_t event) noexcept;

  // As HostCalls::readable_in_place.
  const void *readable_in_place(const abi::Launch &launch, const Tile &tile, const Source &source) noexcept;

  // As HostCalls::fence_copies. No thread waits here: a later copy whose memory an earlier pending one touches
  // completes that one first.
  void fence() noexcept;

  // As HostCalls::wait_events. Performs what no helper has claimed, then waits for what they have.
  void wait(const abi::Site &site, int32_t count, const uint64_t *events) noexcept;

  // Completes and releases every event still held.
  void end_group() noexcept {
    if (held_ || unfenced_) drain();
    policy_.end_group();
  }

  // After a fault of the group's thread, or of a helper's on its behalf, anywhere in the group: drops the copies that
  // no thread has begun, waits for those that helpers have, and releases every event. Returns the place of the copy or
  // wait that the fault was in; null: it was in none.
  const abi::Site *abandon_group() noexcept;

  // The group runs in it. A fault of a helper leaves it, at a wait or at the group's end.
  process::FaultGuard &guard() { return guard_; }

  uint32_t held() const { return held_; }

  // Counts since the last call.
  CopyCounts take_counts() noexcept;

 private:
  static constexpr uint64_t kSlotMask = kMaxSize - 1;

  struct Descriptor;
  class TracedWait;
  struct alignas(32) Slot {
    uint64_t event;  // generation, table (never 0), slot; of a free slot, with the last reversed: no handle is that
    Descriptor *pending = nullptr;
    uint32_t next_free;
  };

  static uint32_t work_on(Descriptor &copy, uint64_t generation, bool helper) noexcept;
  static void perform_traced(Descriptor &copy, uint64_t begin, uint64_t end, bool helper) noexcept;
  bool is_held(size_t index) const { return (slots_[index].event & kSlotMask) == index; }
  Slot *find(uint64_t event) noexcept;
  Slot *slot_of(uint64_t event) noexcept;
  Slot *take_slot() noexcept;
  void free_slot(Slot &slot) noexcept;
  Descriptor *take_descriptor() noexcept;
  uint64_t issue(const abi::Site &site, const Copy &copy, const Plan &plan, uint64_t event) noexcept;
  void perform_at_once(const abi::Site &site, const Copy &copy, Stores stores) noexcept;
  [[gnu::noinline]] void perform_line_at_once(const abi::Site &site, void *dst, const void *src, uint64_t bytes,
                                              Stores stores) noexcept;
  void fence_unfenced() noexcept {
    cpu::fence_stores();
    unfenced_ = false;
  }
  void announce_source(Descriptor &pending) noexcept;
  void announce_tile(Descriptor &pending) noexcept;
  void announce(Descriptor &pending, const std::byte *begin, const std::byte *last, abi::AheadLines *lines,
                bool near) noexcept;
  void withdraw_tile(Descriptor &copy) noexcept;
  void forget_ahead() noexcept;
  uint64_t made_ahead(Descriptor &copy) noexcept;
  bool defer(const abi::Site &site, const Copy &copy, const Plan &plan, Slot &slot) noexcept;
  bool fenced() const { return pending_ != 0 && fences_ != 0; }
  void complete_conflicting(const abi::Site &site, const Footprint &later) noexcept;
  void perform_left(Descriptor &copy) noexcept;
  void perform_pending(Slot &slot) noexcept;
  void wait_for_helpers(const Descriptor &copy) noexcept;
  void complete(Slot &slot) noexcept;
  void wait_for(const abi::Site &site, int32_t count, const uint64_t *events) noexcept;
  void drain() noexcept;
  void stop_after_fault() noexcept;
  bool grow(uint32_t size) noexcept;

  Helpers &helpers_;
  Policy policy_;
  process::FaultGuard guard_;
  Descriptor *faulted_ = nullptr;  // a copy, complete and released, that has had a fault
  abi::Ahead *const ahead_;
  const uint16_t tag_;  // tells this table's events from those of other tables
  uint32_t held_ = 0;
  uint64_t copies_ = 0;
  uint32_t first_free_ = 0;  // of a list; slots_.size() ends it
  std::vector<Slot> slots_;
  Descriptor *free_descriptor_ = nullptr;
  std::vector<std::unique_ptr<Descriptor[]>> blocks_;  // descriptors never move
  bool unfenced_ = false;                              // streaming stores
  uint32_t pending_ = 0;                               // descriptors behind slots
  uint32_t fences_ = 0;                                // since nothing was pending
  Footprint pending_memory_;                           // what pending copies touch, and maybe more
  Footprint fenced_memory_;                            // of those before the last fence
  uint64_t bytes_ = 0;    // not beside the copies: two additions are fewer instructions than one of a vector
  CopyCounts counts_;     // all but these
  uint64_t stalled_ = 0;  // ticks, for the timeline
};

}  // namespace wherry::copies

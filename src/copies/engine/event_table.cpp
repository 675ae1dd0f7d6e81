// SPDX-License-Identifier: Apache-2.0
#include "copies/event_table.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>
#include <utility>

#include "copies/source_lines.h"
#include "copies/traced.h"
#include "platform/cpu/move.h"
#include "platform/cpu/spin.h"

namespace wherry::copies {

namespace trace = observe::trace;

namespace {
constexpr unsigned kChunkBits = 24;
constexpr uint64_t kChunkMask = (uint64_t{1} << kChunkBits) - 1;
static_assert(kMaxChunks <= kChunkMask);
constexpr uint64_t kGenerationMask = ~uint64_t{0} >> kChunkBits;
constexpr size_t kBlock = 16;
constexpr uint64_t kOneGeneration = uint64_t{1} << 32;  // one generation, in an event's bits
constexpr uint64_t kNear = uint64_t{32} << 10;          // bytes, of a usual first-level cache
// Least distance of loops that fetch a tile behind the helpers: helpers begin 0.3 us after the call, and loops read up
// to 25 GB/s meanwhile.
constexpr uint64_t kHelpersLead = uint64_t{8} << 10;
std::atomic<uint32_t> next_tag;

}  // namespace

// A pending copy. `claim` holds the generation and the number of unclaimed chunks. A thread that claims one, by
// compare-and-swap, keeps the descriptor unchanged until the chunk is `done`. The work-group's thread alone writes the
// other fields, while no chunk is left or in flight.
struct EventTable::Descriptor {
  alignas(64) std::atomic<uint64_t> claim{0};
  std::atomic<uint32_t> done{0};

  alignas(64) Copy copy;
  const abi::Site *site;
  Stores stores, helper_stores;
  uint64_t chunk_elements;
  uint64_t generation = 0;
  uint32_t chunks;
  uint32_t own_chunks;   // performed by the group's thread
  uint32_t calls;        // to helpers
  uint32_t fences;       // called before it
  bool ahead;            // the copy is announced to the kernel's loops
  uint64_t *unfinished;  // as Plan's
  abi::AheadLines lines;
  TracedCopy traced;
  Descriptor *next;
  std::atomic<bool> faulted{false};
  process::Fault fault;  // the first of the chunks'

  // Performs a chunk of a copy that helpers may share. A fault must not keep the chunk from being counted as done.
  void perform_chunk(uint64_t begin, uint64_t end, Stores stores) noexcept {
    const auto found = try_perform(copy, begin, end, stores);
    if (found && !faulted.exchange(true, std::memory_order_relaxed)) fault = *found;
  }

  bool complete() const { return done.load(std::memory_order_acquire) == chunks; }
  // Whether that was the last chunk. From then on the descriptor may be another copy's: a notification for that one
  // does no harm.
  bool finish_chunk(uint32_t chunks) {
    const bool last = done.fetch_add(1) + 1 == chunks;  // sequentially consistent, as in Job::finish()
    if (last) done.notify_one();
    return last;
  }
};

// Records a wait of the work-group's thread in the timeline.
class EventTable::TracedWait {
 public:
  explicit TracedWait(EventTable &table) noexcept
      : table_(table), pending_(table.pending_), begin_(pending_ && trace::on() ? trace::now() : 0) {}

  // Whether a copy was completed: other waits are not worth reading the clock twice. `completed`: one that stays
  // pending.
  bool waited(bool completed = false) const noexcept {
    return begin_ && (completed || pending_ != table_.pending_ || table_.stalled_ != 0);
  }
  void record(uint32_t site, uint32_t events) const noexcept {
    trace::wait(site, begin_, trace::now_after_loads(), std::exchange(table_.stalled_, 0), events);
  }

 private:
  EventTable &table_;
  const uint32_t pending_;
  const uint64_t begin_;
};

void EventTable::perform_traced(Descriptor &copy, uint64_t begin, uint64_t end, bool helper) noexcept {
  const TracedCopy traced = copy.traced;
  const uint64_t bytes = (end - begin) * copy.copy.element, ahead = copy.calls ? 0 : begin * copy.copy.element;
  const uint64_t started = trace::now();
  if (copy.calls)
    copy.perform_chunk(begin, end, helper ? copy.helper_stores : copy.stores);
  else
    perform(copy.copy, begin, end, copy.stores);
  const uint64_t ended = trace::now();
  trace::chunk(traced.id, traced.site, started, ended, bytes, ahead, !helper, copy.finish_chunk(copy.chunks));
}

// Performs chunks until none is left or the generation is gone; returns how many.
uint32_t EventTable::work_on(Descriptor &copy, uint64_t generation, bool helper) noexcept {
  uint32_t performed = 0;
  uint64_t word = copy.claim.load(std::memory_order_acquire);
  while (word >> kChunkBits == generation && (word & kChunkMask) != 0) {
    if (!copy.claim.compare_exchange_weak(word, word - 1, std::memory_order_acquire)) continue;
    const uint32_t chunks = copy.chunks;
    const uint64_t begin = (chunks - (word & kChunkMask)) * copy.chunk_elements;
    const uint64_t end = begin + std::min(copy.chunk_elements, copy.copy.total() - begin);
    ++performed;
    if (copy.traced.id) [[unlikely]] {
      perform_traced(copy, begin, end, helper);
    } else {
      copy.perform_chunk(begin, end, helper ? copy.helper_stores : copy.stores);
      copy.finish_chunk(chunks);
    }
    word = copy.claim.load(std::memory_order_acquire);
  }
  return performed;
}

EventTable::EventTable(Helpers &helpers, Mode mode, abi::Ahead *ahead, Ticks ticks)
    : helpers_(helpers), policy_(helpers, mode, ticks), guard_(process::FaultGuard::For::kernel), ahead_(ahead),
      tag_(static_cast<uint16_t>(1 + next_tag.fetch_add(1, std::memory_order_relaxed) % 0xffff)) {
  if (!grow(kFirstSize)) throw std::bad_alloc();
}

EventTable::~EventTable() { end_group(); }

// An event: generation, table, slot, from the high bits down.
bool EventTable::grow(uint32_t size) noexcept {
  const auto old = static_cast<uint32_t>(slots_.size());
  if (size > kMaxSize) return false;
  try {
    slots_.resize(size);
  } catch (const std::bad_alloc &) {
    return false;
  }
  for (uint32_t i = old; i < size; ++i) {
    slots_[i].event = uint64_t{tag_} << 16 | (i ^ kSlotMask);
    slots_[i].next_free = i + 1;
  }
  return true;
}

inline EventTable::Slot *EventTable::find(uint64_t event) noexcept {
  const uint64_t index = event & kSlotMask;
  return index < slots_.size() && slots_[index].event == event ? &slots_[index] : nullptr;
}

inline EventTable::Slot *EventTable::take_slot() noexcept {
  if (first_free_ == slots_.size() && !grow(2 * first_free_)) return nullptr;
  Slot &slot = slots_[first_free_];
  first_free_ = slot.next_free;
  slot.event ^= kSlotMask;
  ++held_;
  return &slot;
}

// The slot behind `event`, or a new one; null where the table is full.
inline EventTable::Slot *EventTable::slot_of(uint64_t event) noexcept {
  Slot *slot = event ? find(event) : nullptr;
  return slot ? slot : take_slot();
}

inline void EventTable::free_slot(Slot &slot) noexcept {
  slot.event = (slot.event ^ kSlotMask) + kOneGeneration;
  slot.next_free = std::exchange(first_free_, static_cast<uint32_t>(&slot - slots_.data()));
  --held_;
}

EventTable::Descriptor *EventTable::take_descriptor() noexcept {
  if (!free_descriptor_) {
    if (blocks_.size() * kBlock >= kMaxSize) return nullptr;
    try {
      auto block = std::make_unique<Descriptor[]>(kBlock);
      blocks_.push_back(nullptr);
      for (size_t i = 0; i < kBlock; ++i) block[i].next = std::exchange(free_descriptor_, &block[i]);
      blocks_.back() = std::move(block);
    } catch (const std::bad_alloc &) {
      return nullptr;
    }
  }
  Descriptor *taken = free_descriptor_;
  free_descriptor_ = taken->next;
  return taken;
}

// Announces a range of memory for the kernel's loops to fetch. If two copies are announced already, the loops are late
// and do nothing for this one.
void EventTable::announce(Descriptor &pending, const std::byte *begin, const std::byte *last, abi::AheadLines *lines,
                          bool near) noexcept {
  if (ahead_->next >= ahead_->last && ahead_->copy_at > ahead_->last)
    *ahead_ = {begin, last,        lines ? last : begin + abi::kAheadReach, pending.copy.dst, &pending, lines,
               near,  ahead_->then};
  else if (!ahead_->then.next)
    ahead_->then = {begin, last, pending.copy.dst, &pending, lines, near};
  else
    return;
  pending.ahead = true;
}

// Announces a copy's source to the kernel's loops, which copy a part of the source. Lines that lie apart are copied at
// the wait; those of a small tile come from the first-level cache then.
void EventTable::announce_source(Descriptor &pending) noexcept {
  const Copy &copy = pending.copy;
  const auto *begin = copy.src, *last = cpu::advance(begin, copy.count[0] * copy.element - 1);
  abi::AheadLines *lines = nullptr;
  if (const uint64_t count = copy.count[1] * copy.count[2]; count > 1) {
    lines = &pending.lines;
    *lines = {begin,
              copy.count[0] * copy.element - 1,
              count - 1,
              copy.count[1] - 1,
              copy.count[1] - 1,
              copy.src_step[1],
              copy.src_step[2] - copy.count[1] * copy.src_step[1]};
  }
  announce(pending, begin, last, lines, lines && copy.total() * copy.element <= kNear);
}

// Announces a tile that helpers store. Otherwise the work-group would wait for one line after the other, unless it
// reads the tile in order, which the hardware prefetches. The loops stay as far behind the helpers as the helpers were
// behind them before: a line that is fetched before it is stored has to be fetched again. The tile is announced as
// AheadLines, which the loops fetch and do not copy.
void EventTable::announce_tile(Descriptor &pending) noexcept {
  const Copy &copy = pending.copy;
  const uint64_t bytes = copy.total() * copy.element, lead = std::max(kHelpersLead, *pending.unfinished);
  if (lead >= bytes) return;
  pending.lines = {copy.dst, bytes - 1, 0, 0, 0, 0, 0};
  announce(pending, cpu::advance(copy.dst, -lead), cpu::advance(copy.dst, bytes - 1), &pending.lines, false);
}

void EventTable::withdraw_tile(Descriptor &copy) noexcept {
  const uint64_t total = copy.copy.total(), finished = copy.done.load(std::memory_order_relaxed) * copy.chunk_elements;
  *copy.unfinished = (*copy.unfinished + (total - std::min(finished, total)) * copy.copy.element) / 2;
  made_ahead(copy);
  copy.unfinished = nullptr;  // counted once, by the first wait for the copy
}

void EventTable::forget_ahead() noexcept {
  const auto *here = reinterpret_cast<const std::byte *>(ahead_);
  *ahead_ = {here, here, here + 1, nullptr, nullptr, nullptr, 1, {}};  // a prefetch into the first cache finds it there
}

// Withdraws the copy from the kernel's loops; returns how many bytes they have copied.
uint64_t EventTable::made_ahead(Descriptor &copy) noexcept {
  if (!std::exchange(copy.ahead, false)) return 0;
  const bool one_line = copy.copy.total() == copy.copy.count[0];
  if (ahead_->then.next && ahead_->then.copy == &copy) {
    ahead_->then.next = nullptr;
    return 0;
  }
  if (ahead_->copy == &copy) {
    const auto *at = ahead_->copy_at - abi::kAheadReach;
    const abi::AheadThen then = ahead_->then;
    forget_ahead();
    ahead_->then = then;
    return one_line ? static_cast<uint64_t>(at - copy.copy.src) : 0;
  }
  // The loops have copied every block whose `copy_at` was not behind the last byte.
  const uint64_t last = copy.copy.total() * copy.copy.element - 1;
  if (!one_line || last < abi::kAheadReach) return 0;
  return ((last - abi::kAheadReach) / abi::kAheadBlock + 1) * abi::kAheadBlock;
}

bool EventTable::defer(const abi::Site &site, const Copy &copy, const Plan &plan, Slot &slot) noexcept {
  Descriptor *pending = take_descriptor();
  if (!pending) return false;

  pending->copy = copy;
  pending->site = &site;
  pending->faulted.store(false, std::memory_order_relaxed);
  pending->stores = plan.stores;
  pending->helper_stores = plan.helper_stores;
  pending->chunk_elements = plan.chunk_elements;
  pending->chunks = plan.chunks;
  pending->own_chunks = 0;
  pending->traced = TracedCopy(site);
  pending->calls = plan.calls;
  pending->ahead = false;
  pending->unfinished = plan.unfinished;
  pending->generation = (pending->generation + 1) & kGenerationMask;
  pending->next = std::exchange(slot.pending, pending);
  if (pending_++ == 0) {
    pending_memory_ = {};
    fences_ = 0;
  }
  pending->fences = fences_;
  pending_memory_.add(footprint_of(copy));
  pending->done.store(0, std::memory_order_relaxed);
  if (plan.prefetch) for_each_source_line(copy, [](const std::byte *line) { __builtin_prefetch(line, 0, 3); });
  if (plan.ahead && ahead_) {
    if (plan.calls == 0)
      announce_source(*pending);
    else
      announce_tile(*pending);
  }
  if (plan.calls == 0) return true;  // no other thread sees it

  pending->claim.store(pending->generation << kChunkBits | plan.chunks, std::memory_order_release);
  const auto chunk_task = [](void *data, uint64_t generation) {
    work_on(*static_cast<Descriptor *>(data), generation, true);
  };
  for (uint32_t i = 0; i < plan.calls; ++i)
    if (!helpers_.help(chunk_task, pending, pending->generation, i < plan.wakes)) break;
  return true;
}

// Streaming stores are fenced when another thread may read what they wrote.
void EventTable::perform_at_once(const abi::Site &site, const Copy &copy, Stores stores) noexcept {
  const bool streams = stores == Stores::streaming;
  guard_.begin_move(&site);
  perform(copy, 0, copy.total(), streams ? Stores::unfenced : stores);
  guard_.end_move();
  unfenced_ |= streams;
}

void EventTable::perform_line_at_once(const abi::Site &site, void *dst, const void *src, uint64_t bytes,
                                      Stores stores) noexcept {
  perform_at_once(site, describe(dst, src, bytes, 1, 1, 1), stores);
}

uint64_t EventTable::issue(const abi::Site &site, const Copy &copy, const Plan &plan, uint64_t event) noexcept {
  ++copies_;
  bytes_ += copy.total() * copy.element;
  Slot *slot = slot_of(event);
  if (fenced()) complete_conflicting(site, footprint_of(copy));
  const uint64_t called = trace::on() ? trace::now() : 0;
  const bool deferred = plan.chunks != 0 && slot && defer(site, copy, plan, *slot);
  if (!deferred) perform_at_once(site, copy, plan.stores);
  if (called) [[unlikely]] {
    const uint64_t bytes = copy.total() * copy.element;
    if (deferred)
      trace::issued(slot->pending->traced.id, slot->pending->traced.site, called, trace::now(), bytes, plan.chunks);
    else
      trace::copied(&site, site.kernel, site.file, site.line, site.column, called, trace::now(), bytes);
  }
  return slot ? slot->event : slots_.front().event;  // no slot is free: all events are held
}

uint64_t EventTable::copy(const abi::Site &site, void *dst, const void *src, uint64_t count, uint64_t element_size,
                          uint64_t dst_stride, uint64_t src_stride, uint64_t event) noexcept {
  uint64_t bytes;
  if (dst_stride == 1 && src_stride == 1 && !__builtin_mul_overflow(count, element_size, &bytes) && !fenced() &&
      !trace::on()) [[likely]] {
    const Policy::Decision decision = policy_.decide(site, dst, bytes);
    if (decision == Policy::Decision::at_once) [[likely]] {
      // The same as issue(), in fewer instructions.
      ++copies_;
      bytes_ += bytes;
      Slot *slot = slot_of(event);
      if (const Stores stores = policy_.stores(site, dst, src, bytes); stores == Stores::cached) [[likely]] {
        guard_.begin_move(&site);
        cpu::move_bytes(static_cast<std::byte *>(dst), static_cast<const std::byte *>(src), bytes);
        guard_.end_move();
      } else {
        perform_line_at_once(site, dst, src, bytes, stores);
      }
      return slot ? slot->event : slots_.front().event;
    }
    if (decision != Policy::Decision::plan) {
      const bool ahead = decision == Policy::Decision::ahead;
      return issue(site, describe(dst, src, bytes, 1, 1, 1), ahead ? going_ahead(bytes) : prefetching(bytes), event);
    }
  }
  const Copy copy = describe(dst, src, count, element_size, dst_stride, src_stride);
  return issue(site, copy, policy_.plan(site, copy), event);
}

uint64_t EventTable::copy_tile(const abi::Site &site, void *dst, const void *src, uint64_t element_size, uint64_t width,
                               uint64_t lines, uint64_t planes, uint64_t dst_line, uint64_t dst_plane,
                               uint64_t src_line, uint64_t src_plane, uint64_t event) noexcept {
  const Copy copy =
      describe_tile(dst, src, element_size, width, lines, planes, dst_line, dst_plane, src_line, src_plane);
  return issue(site, copy, policy_.plan(site, copy), event);
}

const void *EventTable::readable_in_place(const abi::Launch &launch, const Tile &tile, const Source &source) noexcept {
  if (policy_.mode() == Mode::automatic && elision_allowed() && copies::readable_in_place(launch, tile, source)) {
    ++counts_.elided;
    return source.src;
  }
  // Bytes behind a shorter copy keep their values.
  if (tile.current != tile.dst && source.bytes < tile.defined) std::memcpy(tile.dst, tile.current, tile.defined);
  return tile.dst;
}

void EventTable::fence() noexcept {
  if (unfenced_) fence_unfenced();
  if (pending_ == 0) return;
  ++fences_;
  fenced_memory_ = pending_memory_;
}

void EventTable::complete_conflicting(const abi::Site &site, const Footprint &later) noexcept {
  if (!later.conflicts(fenced_memory_)) return;
  const TracedWait traced(*this);
  fenced_memory_ = {};
  bool completed = false;
  uint32_t left = held_;
  for (size_t i = 0; left; ++i) {
    left -= is_held(i);
    for (Descriptor *copy = slots_[i].pending; copy; copy = copy->next) {
      if (copy->fences == fences_ || copy->complete()) continue;
      const Footprint earlier = footprint_of(copy->copy);
      if (later.conflicts(earlier)) {
        perform_left(*copy);
        wait_for_helpers(*copy);
        completed = true;
      } else {
        fenced_memory_.add(earlier);
      }
    }
  }
  if (traced.waited(completed)) [[unlikely]]
    traced.record(traced_site(site), 0);
}

// The chunks that no thread has claimed yet.
void EventTable::perform_left(Descriptor &copy) noexcept {
  if (copy.calls != 0) {
    if (copy.unfinished) withdraw_tile(copy);
    copy.own_chunks += work_on(copy, copy.generation, false);
  } else if (!copy.complete()) {
    const uint64_t begin = made_ahead(copy) / copy.copy.element;
    guard_.begin_move(copy.site);
    if (copy.traced.id) [[unlikely]] {
      perform_traced(copy, begin, copy.copy.total(), false);
    } else {
      perform(copy.copy, begin, copy.copy.total(), copy.stores);
      copy.done.store(copy.chunks, std::memory_order_relaxed);
    }
    guard_.end_move();
  }
}

void EventTable::perform_pending(Slot &slot) noexcept {
  for (Descriptor *copy = slot.pending; copy; copy = copy->next) perform_left(*copy);
}

void EventTable::wait_for_helpers(const Descriptor &copy) noexcept {
  if (copy.complete()) return;
  const uint64_t begin = copy.traced.id ? trace::now() : 0;
  cpu::spin_then_wait(copy.done, [&](uint32_t done) { return done == copy.chunks; });
  if (begin) [[unlikely]]
    stalled_ += trace::now_after_loads() - begin;
}

void EventTable::complete(Slot &slot) noexcept {
  while (Descriptor *copy = slot.pending) {
    wait_for_helpers(*copy);
    if (copy->calls) {
      counts_.chunks += copy->chunks;
      counts_.offloaded_chunks += copy->chunks - copy->own_chunks;
      if (copy->faulted.load(std::memory_order_relaxed)) [[unlikely]]
        faulted_ = copy;
    }
    slot.pending = copy->next;
    copy->next = std::exchange(free_descriptor_, copy);
    --pending_;
  }
  free_slot(slot);
}

void EventTable::wait(const abi::Site &site, int32_t count, const uint64_t *events) noexcept {
  if (count != 1 || unfenced_) [[unlikely]]
    return wait_for(site, count, events);
  guard_.begin_move(&site);
  const uint64_t event = *events;
  guard_.end_move();
  Slot *slot = find(event);
  if (!slot) return;
  if (slot->pending) return wait_for(site, 1, events);
  free_slot(*slot);
}

void EventTable::wait_for(const abi::Site &site, int32_t count, const uint64_t *events) noexcept {
  const TracedWait traced(*this);
  if (unfenced_) fence_unfenced();
  guard_.begin_move(&site);
  if (count > 0) cpu::probe_read(events, events + count - 1);
  guard_.end_move();
  // Perform the unclaimed chunks, then wait for chunks that helpers have in flight.
  for (int32_t i = 0; i < count; ++i)
    if (Slot *slot = find(events[i])) perform_pending(*slot);
  for (int32_t i = 0; i < count; ++i)
    if (Slot *slot = find(events[i])) complete(*slot);
  if (traced.waited()) [[unlikely]]
    traced.record(traced_site(site), static_cast<uint32_t>(std::max(count, 0)));
  if (faulted_) [[unlikely]]
    stop_after_fault();
}

void EventTable::drain() noexcept {
  if (unfenced_) fence_unfenced();
  const TracedWait traced(*this);
  const uint32_t held = held_;
  uint32_t site = 0;  // site of a copy without a wait
  size_t end = 0;
  for (uint32_t left = held_; left; ++end) {
    left -= is_held(end);
    if (slots_[end].pending) site = slots_[end].pending->traced.site;
    perform_pending(slots_[end]);
  }
  for (size_t i = 0; i < end; ++i)
    if (is_held(i)) complete(slots_[i]);
  if (traced.waited()) [[unlikely]]
    traced.record(site, held);
  if (faulted_) [[unlikely]]
    stop_after_fault();
}

// The descriptor keeps the fault and the site until it is used again.
void EventTable::stop_after_fault() noexcept {
  const Descriptor &copy = *std::exchange(faulted_, nullptr);
  guard_.leave(copy.fault, copy.site);
}

const abi::Site *EventTable::abandon_group() noexcept {
  const auto *site = static_cast<const abi::Site *>(guard_.moved());
  fence_unfenced();
  for (size_t i = 0; held_; ++i) {
    if (!is_held(i)) continue;
    for (Descriptor *copy = slots_[i].pending; copy; copy = copy->next) {
      if (copy->calls == 0) {
        copy->done.store(copy->chunks, std::memory_order_relaxed);
        continue;
      }
      uint64_t word = copy->claim.load(std::memory_order_relaxed);
      while ((word & kChunkMask) != 0 &&
             !copy->claim.compare_exchange_weak(word, word & ~kChunkMask, std::memory_order_relaxed)) {
      }
      copy->done.fetch_add(static_cast<uint32_t>(word & kChunkMask), std::memory_order_acq_rel);
    }
    complete(slots_[i]);
  }
  faulted_ = nullptr;
  if (ahead_) forget_ahead();
  policy_.end_group();
  return site;
}

CopyCounts EventTable::take_counts() noexcept {
  counts_.copies = std::exchange(copies_, 0);
  counts_.bytes = std::exchange(bytes_, 0);
  return std::exchange(counts_, {});
}

}  // namespace wherry::copies

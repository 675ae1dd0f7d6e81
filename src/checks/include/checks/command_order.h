// SPDX-License-Identifier: Apache-2.0
// Which commands happen before which, for WHERRY_CHECK=race: vector clocks. Commands that no rule of OpenCL orders
// count as unordered; where the driver cannot know, commands count as ordered.
//
// A command comes behind the events that it waits for, behind its predecessor in an in-order queue, behind a barrier of
// its queue, and behind all commands whose end the host knew of when it enqueued the command. The host knows of a
// command's end from waits, blocking calls, callbacks, and queries that say so. One clock stands for all threads of the
// host.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace wherry::checks {

// By chain, the position up to which commands come before.
class Clock {
 public:
  void join(const Clock &other);
  void raise(uint32_t chain, uint64_t position);
  bool covers(uint32_t chain, uint64_t position) const { return chain < at_.size() && at_[chain] >= position; }
  bool covers(const Clock &other) const;

 private:
  std::vector<uint64_t> at_;
};

inline constexpr uint32_t kNoChain = ~uint32_t{0};

// Of an event. All members are guarded by the one mutex of command_order.cpp until the command begins, and constant
// from then on.
struct CommandOrder {
  Clock before;               // what comes before the command, or before the end of an event without one
  uint32_t chain = kNoChain;  // the command's: a chain's commands come one after the other; kNoChain: no command
  uint64_t position = 0;      // in the chain, from 1
  uint64_t queue = 0;         // its number
  uint64_t generation = 0;    // of settled()
  bool is_barrier = false;    // of an out-of-order queue
  size_t part = 0;            // of a command buffer's command: its number, from 1

  // Whether a command comes before this one, or is this one.
  bool follows(uint32_t other, uint64_t at) const {
    return (chain == other && position == at) || before.covers(other, at);
  }
};

// Of a queue.
struct QueueOrder {
  QueueOrder() = default;
  QueueOrder(const QueueOrder &) = delete;
  ~QueueOrder();

  uint32_t chain = kNoChain;  // in order
  Clock ended;                // the commands that have ended
  Clock barrier;              // out of order: up to the last barrier that has ended
};

namespace order {

extern std::atomic<bool> is_on;  // WHERRY_CHECK has the word `race`
inline bool on() noexcept { return is_on.load(std::memory_order_relaxed); }
// Whether there has been a queue whose commands need not be ordered: a second one, or one out of order.
bool matters() noexcept;
void made_queue(bool in_order) noexcept;

// A command is enqueued; in an in-order queue, under its mutex. `after_all`: it waits for all commands before.
void enqueue(CommandOrder &command, QueueOrder &queue, uint64_t number, bool in_order, bool after_all) noexcept;
// `earlier` has ended, and `later` waits for it.
void follow(CommandOrder &later, const CommandOrder &earlier) noexcept;
// All that a command of the queue waits for has ended.
void begin(CommandOrder &command, const QueueOrder &queue, bool in_order) noexcept;
// Before anybody sees the end. `queue`: null for an event without one.
void end(const CommandOrder &command, QueueOrder *queue) noexcept;
// While the command buffer `whole` runs: its command `part` begins behind its commands `after`; and all of its commands
// have ended.
void begin_part(CommandOrder &part, const CommandOrder &whole, std::span<const CommandOrder *const> after) noexcept;
void end_parts(CommandOrder &whole, std::span<const CommandOrder> parts) noexcept;
// The host ends a user event.
void end_by_host(CommandOrder &event) noexcept;
// Something outside of the event graph ends the event: all that has ended comes before.
void end_from_outside(CommandOrder &event) noexcept;

// The host knows that a command has ended, or (`whole` is false) that all has ended that comes before; that all has
// ended of a queue; and all that has ended at all.
void host_saw(const CommandOrder &command, bool whole) noexcept;
void host_saw(const QueueOrder &queue) noexcept;
void host_saw_all() noexcept;
// What comes before all commands that have not ended or are still to be enqueued.
Clock settled() noexcept;

}  // namespace order

}  // namespace wherry::checks

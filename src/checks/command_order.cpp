// SPDX-License-Identifier: Apache-2.0
#include "checks/command_order.h"

#include <algorithm>
#include <mutex>
#include <new>

#include "observe/modes.h"
#include "platform/process/checks.h"
#include "platform/process/fork_gate.h"

namespace wherry::checks {

void Clock::join(const Clock &other) {
  if (at_.size() < other.at_.size()) at_.resize(other.at_.size());
  for (size_t i = 0; i < other.at_.size(); ++i) at_[i] = std::max(at_[i], other.at_[i]);
}

void Clock::raise(uint32_t chain, uint64_t position) {
  if (at_.size() <= chain) at_.resize(chain + 1);
  at_[chain] = std::max(at_[chain], position);
}

bool Clock::covers(const Clock &other) const {
  for (uint32_t i = 0; i < other.at_.size(); ++i)
    if (other.at_[i] && !covers(i, other.at_[i])) return false;
  return true;
}

namespace {

// Chains that are no queue's and are kept apart; of more, the oldest commands count as ended. A clock has a position
// for each chain.
constexpr size_t kMostLoose = 1024;

struct State {
  std::mutex mutex;
  struct Chain {
    uint64_t last = 0;
    bool of_queue = false;
  };
  std::vector<Chain> chains;
  size_t next = 0, loose = 0;  // where to look for a free chain; how many are no queue's
  Clock host, ended;
  // A command belongs to the generation in which it was enqueued. Only commands of the present generation and of the
  // one before have not ended: pending[generation % 2] counts them. `host_before` is what the host knew when the
  // present generation began, `settled` what it knew when the one before did: all commands that have not ended come
  // behind that.
  Clock settled, host_before;
  uint64_t generation = 0, pending[2] = {};
  std::atomic<unsigned> queues{0};  // those out of order count twice
};

State &state() {
  static State *const made = new State;  // events may outlive this library's destructors
  return *made;
}

// Without memory for clocks nothing is known to be unordered.
template <class Body> void guarded(Body body) noexcept {
  if (!order::on()) return;
  try {
    const std::lock_guard lock(state().mutex);
    body(state());
  } catch (const std::bad_alloc &) {
    order::is_on = false;
  }
}

// A chain whose last command `before` covers: the caller's command comes behind that.
uint32_t take_chain(State &all, const Clock &before) {
  for (size_t i = 0; i < all.chains.size(); ++i) {
    const auto chain = static_cast<uint32_t>(all.next++ % all.chains.size());
    if (!all.chains[chain].of_queue && before.covers(chain, all.chains[chain].last)) return chain;
  }
  if (all.loose < kMostLoose) {
    all.chains.emplace_back();
    ++all.loose;
    return static_cast<uint32_t>(all.chains.size() - 1);
  }
  for (;;) {
    const auto chain = static_cast<uint32_t>(all.next++ % all.chains.size());
    if (all.chains[chain].of_queue) continue;
    all.host.raise(chain, all.chains[chain].last);
    return chain;
  }
}

void add(Clock &clock, const CommandOrder &command) {
  clock.join(command.before);
  if (command.chain != kNoChain) clock.raise(command.chain, command.position);
}

// A child has none of the parent's threads, and its mutex may be held.
const process::InForkedChild restore([] { order::is_on = false; });

}  // namespace

QueueOrder::~QueueOrder() {
  if (chain == kNoChain) return;
  guarded([&](State &all) {
    all.chains[chain].of_queue = false;
    ++all.loose;
  });
}

namespace order {

std::atomic<bool> is_on{(observe::modes().checks & process::kCheckRace) != 0};

bool matters() noexcept { return on() && state().queues.load(std::memory_order_relaxed) > 1; }

void made_queue(bool in_order) noexcept {
  if (on()) state().queues.fetch_add(in_order ? 1 : 2, std::memory_order_relaxed);
}

void enqueue(CommandOrder &command, QueueOrder &queue, uint64_t number, bool in_order, bool after_all) noexcept {
  guarded([&](State &all) {
    command.queue = number;
    command.before.join(all.host);
    if (!in_order) {
      command.chain = take_chain(all, all.host);
    } else {
      if (queue.chain == kNoChain) {
        queue.chain = take_chain(all, all.host);
        all.chains[queue.chain].of_queue = true;
        --all.loose;
      }
      command.chain = queue.chain;
    }
    command.generation = all.generation;
    ++all.pending[command.generation % 2];
    command.position = ++all.chains[command.chain].last;
    if (!in_order) command.before.join(after_all ? queue.ended : queue.barrier);
  });
}

void follow(CommandOrder &later, const CommandOrder &earlier) noexcept {
  guarded([&](State &) { add(later.before, earlier); });
}

void begin(CommandOrder &command, const QueueOrder &queue, bool in_order) noexcept {
  if (in_order) guarded([&](State &) { command.before.join(queue.ended); });
}

void end(const CommandOrder &command, QueueOrder *queue) noexcept {
  guarded([&](State &all) {
    add(all.ended, command);
    if (command.chain != kNoChain) --all.pending[command.generation % 2];
    if (queue) add(queue->ended, command);
    if (queue && command.is_barrier) add(queue->barrier, command);
  });
}

void begin_part(CommandOrder &part, const CommandOrder &whole, std::span<const CommandOrder *const> after) noexcept {
  guarded([&](State &all) {
    part.queue = whole.queue;
    part.before = whole.before;
    for (const CommandOrder *earlier : after) {
      add(part.before, *earlier);
      if (all.chains[earlier->chain].last == earlier->position) part.chain = earlier->chain;
    }
    if (part.chain == kNoChain) part.chain = take_chain(all, whole.before);
    part.position = ++all.chains[part.chain].last;
  });
}

void end_parts(CommandOrder &whole, std::span<const CommandOrder> parts) noexcept {
  guarded([&](State &) {
    for (const CommandOrder &part : parts) add(whole.before, part);
  });
}

void end_by_host(CommandOrder &event) noexcept {
  guarded([&](State &all) { event.before.join(all.host); });
}

void end_from_outside(CommandOrder &event) noexcept {
  guarded([&](State &all) {
    event.before.join(all.host);
    event.before.join(all.ended);
  });
}

void host_saw(const CommandOrder &command, bool whole) noexcept {
  guarded([&](State &all) {
    if (whole)
      add(all.host, command);
    else
      all.host.join(command.before);
  });
}

void host_saw(const QueueOrder &queue) noexcept {
  guarded([&](State &all) { all.host.join(queue.ended); });
}

void host_saw_all() noexcept {
  guarded([&](State &all) { all.host.join(all.ended); });
}

Clock settled() noexcept {
  Clock clock;
  guarded([&](State &all) {
    for (int i = 0; i < 2 && all.pending[(all.generation + 1) % 2] == 0; ++i) {
      all.settled = all.host_before;
      all.host_before = all.host;
      ++all.generation;
    }
    clock = all.settled;
  });
  return clock;
}

}  // namespace order

}  // namespace wherry::checks

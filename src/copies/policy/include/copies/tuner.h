// SPDX-License-Identifier: Apache-2.0
// Finds the fastest of several strategies by trying them.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace wherry::copies {

// For operations that are repeated: each has a cost (its size), and takes some ticks. Now and then the tuner tries
// another strategy for a few operations, less often each time that strategy loses and the more the trial cost; it gives
// a far slower one up at once.
class Tuner {
 public:
  static constexpr unsigned kMostStrategies = 5;

  // `strategies`: a bit for each; `first`: the one to begin with. `measured` operations of each are timed; `turned`
  // between two are not, since the strategy before still has its effect. `most_rest`: operations between two trials.
  Tuner(unsigned strategies, unsigned first, uint32_t measured, uint32_t turned, uint32_t most_rest) noexcept;

  // For the next operation.
  unsigned strategy() const { return strategy_; }

  // Counts the next operation. True: it need not be timed, as nothing is being compared.
  bool rests() noexcept {
    if (phase_ != Phase::rest || left_ == 0) return false;
    --left_;
    return true;
  }

  // How many operations are left of the rest; the caller need not count them by rests().
  uint32_t take_rest() noexcept { return phase_ == Phase::rest ? std::exchange(left_, 0) : 0; }

  // Operations may differ from now on. If they do, earlier measurements say little.
  void look_again() noexcept;

  // After a rest, begins to compare two strategies: until trying() is false, each operation is to be timed.
  void begin() noexcept;
  bool trying() const { return phase_ != Phase::rest; }
  // Whether another strategy is being turned to, and whether no operation has used it yet.
  bool turning() const { return phase_ == Phase::turn; }
  bool turned() const { return turning() && left_ == turned_; }
  // The next operation cannot use the strategy yet, and is not to be timed. True after too many of those.
  bool waits_too_long() noexcept { return ++waited_ == kMostWaited; }

  // An operation that used strategy() took `ticks` from its start to the start of the next one.
  void took(uint64_t ticks, uint64_t cost) noexcept;

  // Drops what is being compared.
  void interrupt() noexcept;

 private:
  // look: whether the strategy in use takes as long as it did. Or measure it, turn to another, challenge the first with
  // that, and rest. settle: before a look, while the last launch still has its effect.
  enum class Phase : uint8_t { rest, settle, look, measure, turn, challenge };
  static constexpr uint32_t kFirstRest = 8, kLeastRest = 32, kMostWaited = 100;

  // A strategy that is not in use, in operations: how long it rests between trials, how long the cost of its last trial
  // alone makes it rest, how long it has rested.
  struct Other {
    uint32_t rest = kFirstRest, worth = 0, rested = 0;
    bool hurries = false;

    uint32_t left() const {
      const uint32_t due = hurries ? std::max(kLeastRest, worth / kHurry) : rest;
      return due > rested ? due - rested : 0;
    }
  };
  static constexpr uint32_t kHurry = 8;

  uint32_t longer(uint32_t rest) const { return std::clamp(4 * rest, kLeastRest, most_rest_); }
  void enter(Phase phase, uint32_t left) noexcept;
  void rest() noexcept;
  void pass(uint32_t count) noexcept;
  void compare_with_last_time() noexcept;
  void turn() noexcept;
  void decide(bool challenger_wins) noexcept;
  bool is_other(unsigned strategy) const { return strategy != used_ && (strategies_ >> strategy & 1); }
  double rate() const noexcept;
  bool hopeless() const noexcept;

  uint8_t strategies_, used_, strategy_;
  Phase phase_ = Phase::rest;
  bool looks_ = false;
  uint32_t measured_, turned_, most_rest_;
  uint32_t left_ = 0, granted_ = 0, count_ = 0, waited_ = 0;
  uint64_t ticks_ = 0, cost_ = 0, worst_ = 0;
  double turn_rate_ = 0;
  double used_rate_ = 0;  // ticks for a cost of 1; 0: unknown
  std::array<Other, kMostStrategies> others_;
};

}  // namespace wherry::copies

// SPDX-License-Identifier: Apache-2.0
// Finds out by trying which of several ways is fastest.
#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

namespace wherry::dma {

// For things done again and again, each taking some ticks for some cost. Now and then another way is tried for a few,
// ever more seldom while it loses, and the more seldom the more that costs; one that turns out far slower is given up
// at once.
class Trial {
 public:
  static constexpr unsigned kMostWays = 3;

  // `ways`: a bit for each; `first`: the one to begin with. How many are measured, of each way; and between two not,
  // for what went before still has its effect.
  Trial(unsigned ways, unsigned first, uint32_t measured, uint32_t turned, uint32_t most_rest) noexcept;

  // Which way the next one should go.
  unsigned way() const { return way_; }

  // Counts the next one; true: it need not be timed, for nothing is being compared.
  bool rests() noexcept {
    if (phase_ != Phase::rest || left_ == 0) return false;
    --left_;
    return true;
  }

  // How many more it may rest; that many need not be counted by rests().
  uint32_t take_rest() noexcept { return phase_ == Phase::rest ? std::exchange(left_, 0) : 0; }

  // What is done may differ from now on: if it does, what was found out says little.
  void look_again() noexcept;

  // Compares two ways, when it is rested: while it tries, all is to be timed.
  void begin() noexcept;
  bool trying() const { return phase_ != Phase::rest; }
  // Whether another way has begun to be tried, and whether just so.
  bool turning() const { return phase_ == Phase::turn; }
  bool turned() const { return turning() && left_ == turned_; }
  // The next one cannot go that way yet, and is not to be timed. Whether there were too many of them.
  bool waits_too_long() noexcept { return ++waited_ == kMostWaited; }

  // One that went the way that was asked for took `ticks` from its start to the next one's.
  void took(uint64_t ticks, uint64_t cost) noexcept;

  // What was being compared is to be forgotten.
  void interrupt() noexcept;

 private:
  // Look whether the way that is used takes as long as it did; or measure it, turn to another, challenge the first
  // with it, and rest.
  enum class Phase : uint8_t { rest, settle, look, measure, turn, challenge };
  static constexpr uint32_t kFirstRest = 8, kLeastRest = 32, kMostWaited = 100;

  // A way that is not used: how long it is not to be tried, how long because of its last trial's cost alone, and how
  // long it has not been.
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
  bool is_other(unsigned way) const { return way != used_ && (ways_ >> way & 1); }
  double rate() const noexcept;
  bool hopeless() const noexcept;

  uint8_t ways_, used_, way_;
  Phase phase_ = Phase::rest;
  bool looks_ = false;
  uint32_t measured_, turned_, most_rest_;
  uint32_t left_ = 0, granted_ = 0, count_ = 0, waited_ = 0;
  uint64_t ticks_ = 0, cost_ = 0, worst_ = 0;
  double turn_rate_ = 0;
  double used_rate_ = 0;  // ticks for a cost of 1; 0: unknown
  std::array<Other, kMostWays> others_;
};

}  // namespace wherry::dma

// Finds out by trying which of two ways is faster.
#pragma once
#include <cstdint>
#include <utility>

namespace wherry::dma {

// For things done again and again, each taking some ticks for some cost. Now and then the other way is tried for
// a few, ever more seldom while it loses; one that turns out far slower is given up at once.
class Trial {
 public:
  // How many are measured, of either way; and between the two not, for what went before still has its effect.
  Trial(uint32_t measured, uint32_t turned, uint32_t most_rest)
      : measured_(measured), turned_(turned), most_rest_(most_rest) {}

  // Which way the next one should go.
  bool way() const { return way_; }
  void start_with(bool way) { way_ = way; }

  // Counts the next one; true: it need not be timed, for nothing is being compared.
  bool rests() noexcept {
    if (phase_ != Phase::rest || left_ == 0) return false;
    --left_;
    return true;
  }

  // How many more it may rest; that many need not be counted by rests().
  uint32_t take_rest() noexcept { return phase_ == Phase::rest ? std::exchange(left_, 0) : 0; }

  // Compares the two ways, when it is rested: while it tries, all is to be timed.
  void begin() noexcept { enter(Phase::measure, measured_); }
  bool trying() const { return phase_ != Phase::rest; }
  // Whether the other way has just begun to be tried.
  bool turned() const { return phase_ == Phase::turn && left_ == turned_; }

  // One that went the way that was asked for took `ticks` from its start to the next one's.
  void took(uint64_t ticks, uint64_t cost) noexcept;

  // What was being compared is to be forgotten.
  void interrupt() noexcept;

 private:
  // Measure the way that is used, turn to the other, challenge the first with it, and rest.
  enum class Phase : uint8_t { rest, measure, turn, challenge };
  static constexpr uint32_t kFirstRest = 8, kLeastRest = 32;

  void enter(Phase phase, uint32_t left) noexcept;
  void decide(bool challenger_wins) noexcept;
  double rate() const noexcept;

  Phase phase_ = Phase::rest;
  bool way_ = false;
  uint32_t measured_, turned_, most_rest_;
  uint32_t left_ = kFirstRest;
  uint32_t rest_ = kLeastRest;
  uint64_t ticks_ = 0, cost_ = 0, worst_ = 0;
  double used_rate_ = 0;  // ticks for a cost of 1
};

}  // namespace wherry::dma

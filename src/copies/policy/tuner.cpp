// SPDX-License-Identifier: Apache-2.0
#include "copies/tuner.h"

#include <algorithm>
#include <utility>

namespace wherry::copies {

namespace {
constexpr double kBetter = 0.95;  // at most this part of the other strategy's time is worth a change
constexpr double kHopeless = 2;   // times the other's time,
constexpr uint32_t kFewest = 3;   // in the mean of at least this many operations
constexpr double kChanged =
    1.25;  // if a rate differs from the last one by this factor, the kernel computes something else
constexpr double kWorth = 128;      // trials take at most 1 / kWorth of the time;
constexpr double kMostLost = 1024;  // most operations that one trial counts as lost
constexpr uint32_t kNever = ~uint32_t{0} >> 1;

// For how many operations to rest after a trial that cost the time of `lost` operations. `lost` is NaN where the clock
// stood still: no rest.
uint32_t worth(double lost) { return static_cast<uint32_t>((lost > 0 ? std::min(lost, kMostLost) : 0) * kWorth); }
}  // namespace

Tuner::Tuner(unsigned strategies, unsigned first, uint32_t measured, uint32_t turned, uint32_t most_rest) noexcept
    : strategies_(static_cast<uint8_t>(strategies)), used_(static_cast<uint8_t>(first)), strategy_(used_),
      measured_(measured), turned_(turned), most_rest_(most_rest) {
  rest();
}

void Tuner::enter(Phase phase, uint32_t left) noexcept {
  phase_ = phase;
  left_ = left;
  count_ = waited_ = 0;
  ticks_ = cost_ = worst_ = 0;
}

// Leaves out the longest operation, in which the thread may have been interrupted.
double Tuner::rate() const noexcept {
  const double rate = static_cast<double>(ticks_ - worst_) / static_cast<double>(std::max<uint64_t>(1, cost_));
  return count_ > 1 ? rate * count_ / (count_ - 1) : rate;
}

bool Tuner::hopeless() const noexcept { return count_ >= kFewest && rate() > kHopeless * used_rate_; }

// Rests until the first other strategy is due.
void Tuner::rest() noexcept {
  strategy_ = used_;
  uint32_t left = kNever;
  for (unsigned strategy = 0; strategy < kMostStrategies; ++strategy)
    if (is_other(strategy)) left = std::min(left, others_[strategy].left());
  granted_ = left;
  enter(Phase::rest, left);
}

void Tuner::pass(uint32_t count) noexcept {
  for (Other &other : others_) other.rested = std::min(kNever, other.rested + count);
}

void Tuner::look_again() noexcept {
  if (phase_ != Phase::rest || used_rate_ == 0 || left_ > kNever / 2) return;
  pass(granted_ - std::exchange(left_, 0));
  granted_ = 0;
  looks_ = true;
}

void Tuner::begin() noexcept {
  pass(granted_ - std::exchange(left_, 0));
  granted_ = 0;
  if (std::exchange(looks_, false))
    enter(Phase::settle, turned_);
  else
    enter(Phase::measure, measured_);
}

void Tuner::compare_with_last_time() noexcept {
  const double last = std::exchange(used_rate_, rate());
  pass(turned_ + count_);
  if (used_rate_ > kChanged * last || kChanged * used_rate_ < last)
    for (Other &other : others_) other.hurries = true;
  rest();
  if (left_ == 0) turn();
}

// Turns to the strategy that is due first.
void Tuner::turn() noexcept {
  for (unsigned strategy = 0; strategy < kMostStrategies; ++strategy)
    if (is_other(strategy) && (strategy_ == used_ || others_[strategy].left() < others_[strategy_].left()))
      strategy_ = static_cast<uint8_t>(strategy);
  enter(Phase::turn, turned_);
}

void Tuner::decide(bool challenger_wins) noexcept {
  Other &challenger = others_[strategy_];
  // The cost of a trial: the operations that the faster strategy could have done meanwhile.
  const double found = rate();
  if (challenger_wins) {
    const uint32_t cost = worth((used_rate_ / found - 1) * (turned_ + measured_));
    others_[used_] = {.rest = std::max(kLeastRest, cost / kHurry), .worth = cost};
    used_rate_ = found;
    used_ = strategy_;
  } else {
    const uint32_t cost = worth((turn_rate_ * turned_ + found * count_) / used_rate_ - (turned_ + count_));
    challenger = {.rest = std::max(longer(challenger.rest), cost), .worth = cost};
  }
  rest();
}

void Tuner::interrupt() noexcept {
  if (Other &other = others_[strategy_]; strategy_ != used_) other = {.rest = longer(other.rest), .worth = other.worth};
  rest();
  granted_ = left_ = std::max(left_, kLeastRest);
}

void Tuner::took(uint64_t ticks, uint64_t cost) noexcept {
  if (left_ == 0) return;
  ticks_ += ticks;
  cost_ += cost;
  worst_ = std::max(worst_, ticks);
  ++count_;
  --left_;
  switch (phase_) {
  case Phase::rest: break;
  case Phase::settle:
    if (left_ == 0) enter(Phase::look, measured_);
    break;
  case Phase::look:
    if (left_ == 0 || hopeless()) compare_with_last_time();
    break;
  case Phase::measure:
    if (left_ != 0) break;
    used_rate_ = rate();
    pass(measured_);
    turn();
    break;
  case Phase::turn:
    if (left_ != 0) break;
    turn_rate_ = rate();
    enter(Phase::challenge, measured_);
    break;
  case Phase::challenge:
    if (hopeless()) {
      decide(false);
    } else if (left_ == 0) {
      decide(rate() < kBetter * used_rate_);
    }
    break;
  }
}

}  // namespace wherry::copies

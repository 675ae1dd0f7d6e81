#include "dma/trial.h"

#include <algorithm>

namespace wherry::dma {

namespace {
constexpr double kBetter = 0.95;  // of the other's time: worth a change
constexpr double kHopeless = 2;   // times the other's time
}  // namespace

void Trial::enter(Phase phase, uint32_t left) noexcept {
  phase_ = phase;
  left_ = left;
  ticks_ = cost_ = worst_ = 0;
}

// Without the worst, in which the thread may have been interrupted.
double Trial::rate() const noexcept {
  return static_cast<double>(ticks_ - worst_) / static_cast<double>(std::max<uint64_t>(1, cost_));
}

void Trial::decide(bool challenger_wins) noexcept {
  rest_ = challenger_wins ? kLeastRest : std::min(4 * rest_, most_rest_);
  if (!challenger_wins) way_ = !way_;
  enter(Phase::rest, rest_);
}

void Trial::interrupt() noexcept {
  if (phase_ == Phase::turn || phase_ == Phase::challenge) way_ = !way_;
  enter(Phase::rest, kLeastRest);
}

void Trial::took(uint64_t ticks, uint64_t cost) noexcept {
  if (left_ == 0) return;
  ticks_ += ticks;
  cost_ += cost;
  worst_ = std::max(worst_, ticks);
  --left_;
  switch (phase_) {
  case Phase::rest: break;
  case Phase::measure:
    if (left_ != 0) break;
    used_rate_ = rate();
    way_ = !way_;
    enter(Phase::turn, turned_);
    break;
  case Phase::turn:
    if (left_ == 0) enter(Phase::challenge, measured_);
    break;
  case Phase::challenge:
    if (rate() > kHopeless * used_rate_) {
      decide(false);
    } else if (left_ == 0) {
      decide(rate() < kBetter * used_rate_);
    }
    break;
  }
}

}  // namespace wherry::dma

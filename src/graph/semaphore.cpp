// SPDX-License-Identifier: Apache-2.0
#include "graph/semaphore.h"

#include <utility>

using namespace wherry::runtime;

_cl_semaphore_khr::Pairing::Pairing(Semaphore &semaphore, Side side)
    : semaphore_(semaphore), mine_(side == Side::wait ? semaphore.unsignaled_ : semaphore.unawaited_),
      others_(side == Side::wait ? semaphore.unawaited_ : semaphore.unsignaled_) {
  spare_.emplace_back(Event::gate(semaphore.context()));
  made_ = spare_.front();
  Gates node{made_};
  std::lock_guard lock(semaphore.mutex_);
  if (others_.empty())
    mine_.splice(mine_.end(), node);
  else
    taken_.splice(taken_.end(), others_, others_.begin());
}

_cl_semaphore_khr::Pairing::~Pairing() {
  if (kept_) return;
  std::lock_guard lock(semaphore_->mutex_);
  if (!taken_.empty())
    others_.splice(others_.begin(), taken_);
  else if (mine_.remove(made_) == 0)
    others_.splice(others_.begin(), spare_);  // the counterpart that took the gate may pair with this one
}

Event &_cl_semaphore_khr::Pairing::gate() const { return taken_.empty() ? *made_ : *taken_.front(); }

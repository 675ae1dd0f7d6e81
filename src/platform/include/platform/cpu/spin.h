// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <cstdint>

#include "platform/cpu/pause.h"

namespace wherry::cpu {

// Returns once ready(value) holds: 20 to 40 microseconds of spinning, then asleep until a notification.
// The thread that makes it hold must notify.
template <class Ready> void spin_then_wait(const std::atomic<uint32_t> &value, Ready ready) noexcept {
  for (int i = 0; i < 1000; ++i) {
    if (ready(value.load(std::memory_order_acquire))) return;
    pause_thread();
  }
  for (;;) {
    const uint32_t seen = value.load(std::memory_order_acquire);
    if (ready(seen)) return;
    value.wait(seen, std::memory_order_acquire);
  }
}

}  // namespace wherry::cpu

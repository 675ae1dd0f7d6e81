// SPDX-License-Identifier: Apache-2.0
// Waits for what must come. How long it takes beside other programs decides nothing: only a wait for ever is a failure.
#pragma once
#include <unistd.h>

#include <chrono>
#include <thread>

namespace wherry::test {

// A wait of this length is one for ever: within CTest's limit, and a hundred times what any wait takes.
constexpr unsigned kHangSeconds = 600;

// Ends the process if it is still there by then.
inline void end_if_hung() { alarm(kHangSeconds); }

template <class Condition> bool eventually(Condition condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kHangSeconds);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace wherry::test

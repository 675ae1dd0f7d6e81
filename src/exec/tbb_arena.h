// SPDX-License-Identifier: Apache-2.0
// The one place that knows oneTBB.
#pragma once

namespace wherry::exec {

// Threads of our own copy of oneTBB. Never ended: a static destructor must not find work running.
class TbbArena {
 public:
  // Whether the copy can be loaded.
  static bool is_available();
  // At most `threads` at work at a time; started as work comes.
  explicit TbbArena(unsigned threads);
  TbbArena(const TbbArena &) = delete;

  // Has a thread call call(data) soon; `call` must not throw. The caller orders the
  // memory between the two threads (by a lock, an atomic).
  void enqueue(void (*call)(void *), void *data);

 private:
  struct State;
  State *state_;
};

}  // namespace wherry::exec

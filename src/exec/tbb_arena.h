// SPDX-License-Identifier: Apache-2.0
// The only header through which oneTBB is used.
#pragma once

namespace wherry::exec {

// Threads of the private copy of oneTBB. Never destroyed: work may still run when static destructors do.
class TbbArena {
 public:
  // Whether the private copy can be loaded.
  static bool is_available();
  // Runs at most `threads` calls at a time; starts threads when they are needed.
  explicit TbbArena(unsigned threads);
  TbbArena(const TbbArena &) = delete;

  // Calls call(data) on a thread of the arena; `call` must not throw. The caller synchronises the two threads (by a
  // lock or an atomic).
  void enqueue(void (*call)(void *), void *data);

 private:
  struct State;
  State *state_;
};

}  // namespace wherry::exec

// The one place that knows oneTBB.
#pragma once

namespace wherry::exec {

// Threads of oneTBB, shared with whatever else in the process uses it. Never ended: a static
// destructor must not find work running.
class TbbArena {
 public:
  // At most `threads` at work at a time; started as work comes.
  explicit TbbArena(unsigned threads);
  TbbArena(const TbbArena &) = delete;

  // Has a thread call call(data) soon; `call` must not throw. Whoever calls provides for the memory
  // order between here and there himself (a lock, an atomic).
  void enqueue(void (*call)(void *), void *data);

 private:
  struct State;
  State *state_;
};

}  // namespace wherry::exec

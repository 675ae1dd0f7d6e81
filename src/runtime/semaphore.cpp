#include "runtime/semaphore.h"

using namespace wherry::runtime;

// The gate between a wait and its signal: that of the first of the `others` that has no partner, or a new one.
Ref<Event> _cl_semaphore_khr::pair(Events &mine, Events &others) {
  std::lock_guard lock(mutex_);
  if (others.empty()) {
    mine.push_back(Event::gate(*context_));
    return mine.back();
  }
  Ref<Event> found = std::move(others.front());
  others.pop_front();
  return found;
}

// Kernels on a stack that is large enough for them, whatever the thread has.
#pragma once
#include <cstddef>
#include <cstdint>

namespace wherry::exec {

// Makes sure that the calling thread can run what takes `bytes` of a stack, until it asks for more; frames of 4 KiB may
// follow before it does. False where no memory is left for that.
bool reserve_stack(uint64_t bytes) noexcept;

// Calls `call(data)`, on the thread's stack where that has `bytes` left, else on one that reserve_stack() made.
void call_with_stack(uint64_t bytes, void (*call)(void *), void *data) noexcept;

template <class Body> void with_stack(uint64_t bytes, Body body) noexcept {
  call_with_stack(bytes, [](void *data) { (*static_cast<Body *>(data))(); }, &body);
}

}  // namespace wherry::exec

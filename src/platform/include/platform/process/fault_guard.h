// SPDX-License-Identifier: Apache-2.0
// Faults of kernels: a bad pointer, a trap. The thread leaves the kernel, and the program lives.
//
// The first guard that runs installs handlers for SIGSEGV, SIGBUS, SIGFPE, SIGILL and SIGTRAP, each where the program
// has none. A signal that no guard is for does what it does without a handler. WHERRY_FAULTS=0, and a build with the
// address, thread or memory sanitizer, install none: guards then do nothing.
#pragma once
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "platform/cpu/guarded_call.h"

namespace wherry::process {

struct Fault {
  int signal;
  int code;               // siginfo_t::si_code
  bool has_address;       // of a bad pointer; the CPU does not tell those that no memory can have
  bool writes;            // what the thread did there
  uintptr_t address;      // of the memory
  uintptr_t instruction;  // of the thread
};

// Whether handlers are installed; installs them in the first call.
enum class Catching : signed char { unknown, installing, yes, no };
extern constinit std::atomic<Catching> catching;
bool begin_to_catch() noexcept;
inline bool catches_faults() noexcept {
  return catching.load(std::memory_order_acquire) == Catching::yes || begin_to_catch();
}

// Lets the calling thread, which is the driver's own, receive these signals: a thread inherits its maker's mask.
void receive_faults() noexcept;

// Runs code, one call at a time, from which faults of the calling thread lead back. The code's frames own nothing.
class FaultGuard {
 public:
  enum class For {
    kernel,  // code outside of this library, and what this library does between begin_move() and end_move()
    move,    // code of this library that moves memory and does nothing else; within a kernel's guard or outside
  };
  // Throws std::bad_alloc.
  explicit FaultGuard(For what);
  ~FaultGuard();
  FaultGuard(const FaultGuard &) = delete;

  // Whether body() has returned; if not, fault() and moved() say why. `code`: the kernel's module. A fault elsewhere is
  // the program's: it ends the program, but for the probes of platform/cpu/guarded_call.h.
  template <class Body> bool run(std::span<const std::byte> code, const Body &body) noexcept {
    if (!catches_faults()) [[unlikely]] {
      body();
      return true;
    }
    state_->code = code.data();
    state_->code_bytes = code.size();
    state_->thread.store(cpu::thread_pointer(), std::memory_order_relaxed);
    const auto call = [](void *body) { (*static_cast<const Body *>(body))(); };
    const bool returned = cpu::guarded_call(call, const_cast<Body *>(&body), &state_->stack);
    state_->thread.store(0, std::memory_order_relaxed);
    return returned;
  }
  const Fault &fault() const noexcept { return state_->fault; }

  // Within run(), by the same thread: what it moves memory for, not null; a fault leads back until end_move().
  void begin_move(const void *what) noexcept {
    state_->moving = what;
    std::atomic_signal_fence(std::memory_order_seq_cst);
  }
  void end_move() noexcept {
    std::atomic_signal_fence(std::memory_order_seq_cst);
    state_->moving = nullptr;
  }
  // Null: the fault was in no move. Ends the move.
  const void *moved() noexcept {
    const void *what = state_->moving;
    state_->moving = nullptr;
    return what;
  }

  // Within run(), by the same thread: leaves it, as for a fault of its own. Outside of run(): does nothing.
  void leave(const Fault &fault, const void *moved) noexcept;

 private:
  friend struct FaultHandler;
  // What the signal handler reads. Never freed; serves another guard after this one.
  struct alignas(64) State {
    std::atomic<uintptr_t> thread{0};  // that runs; 0: none
    void *stack;
    const std::byte *code;
    size_t code_bytes;
    const void *volatile moving = nullptr;
    Fault fault;
    std::atomic<bool> taken{true};
    State *next = nullptr;
  };
  static State *take_state(For what);
  State *const state_;
};

}  // namespace wherry::process

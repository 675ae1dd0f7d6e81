// SPDX-License-Identifier: Apache-2.0
#include "platform/process/fault_guard.h"

#include <link.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "platform/cpu/pause.h"
#include "platform/process/environment.h"
#include "platform/process/fork_gate.h"

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

namespace wherry::process {

namespace {

constexpr int kSignals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP};

// Sanitizers keep shadows of stacks, of which a thread that leaves a call tells them nothing.
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

struct Range {
  uintptr_t begin = 0, bytes = 0;
  bool holds(uintptr_t address) const { return address - begin < bytes; }
};
// This library's code, and that of the C library's memmove.
Range our_code, c_library;

// The segment of code that holds the address.
Range code_at(uintptr_t address) {
  struct Search {
    uintptr_t address;
    Range found;
  } search{address, {}};
  dl_iterate_phdr(
      [](dl_phdr_info *object, size_t, void *data) {
        auto &search = *static_cast<Search *>(data);
        for (const ElfW(Phdr) &segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
          const Range range{object->dlpi_addr + segment.p_vaddr, segment.p_memsz};
          if (segment.p_type == PT_LOAD && (segment.p_flags & PF_X) && range.holds(search.address))
            search.found = range;
        }
        return search.found.bytes ? 1 : 0;
      },
      &search);
  return search.found;
}

}  // namespace

struct FaultHandler {
  using State = FaultGuard::State;

  static void handle(int signal, siginfo_t *info, void *context) {
    const int error = errno;
    const cpu::Interrupted interrupted(context);
    Fault fault{signal, info->si_code, false, false, 0, interrupted.instruction()};
    if (signal == SIGTRAP) --fault.instruction;  // the CPU stops behind it
    if ((signal == SIGSEGV || signal == SIGBUS) && info->si_code != SI_KERNEL) {
      fault.has_address = true;
      fault.address = reinterpret_cast<uintptr_t>(info->si_addr);
      fault.writes = interrupted.writes();
    }
    if (State *state = is_of_this_thread(signal, info->si_code) ? state_for(fault, interrupted) : nullptr) {
      state->fault = fault;
      interrupted.leave_guarded_call(state->stack);
    } else {
      end_program(signal, info);
    }
    errno = error;
  }

  static bool is_of_this_thread(int signal, int code) {
    if (code <= 0 || (signal == SIGBUS && code == BUS_MCEERR_AO)) return false;  // sent, or found by the system
    return signal != SIGTRAP || code == SI_KERNEL || code == TRAP_BRKPT;         // not a debugger's
  }

  // Of the innermost guard of this thread, if the fault is of what it guards.
  static State *state_for(const Fault &fault, const cpu::Interrupted &interrupted) {
    const uintptr_t at = fault.instruction;
    const bool moves = our_code.holds(at) || c_library.holds(at);
    if (State *state = running(FaultGuard::For::move)) return moves ? state : nullptr;
    State *state = running(FaultGuard::For::kernel);
    if (!state) return nullptr;
    const Range code{reinterpret_cast<uintptr_t>(state->code), state->code_bytes};
    const bool jumped = fault.has_address && fault.address == at && code.holds(interrupted.caller());
    return code.holds(at) || jumped || cpu::is_probe(at) || (state->moving && moves) ? state : nullptr;
  }

  static State *running(FaultGuard::For what) {
    const uintptr_t thread = cpu::thread_pointer();
    for (State *state = list(what).load(std::memory_order_acquire); state; state = state->next)
      if (state->thread.load(std::memory_order_relaxed) == thread) return state;
    return nullptr;
  }

  // By the signal's default action, which happens once the handler returns: the context is the fault's then.
  static void end_program(int signal, siginfo_t *info) {
    struct sigaction action{};
    action.sa_handler = SIG_DFL;
    sigaction(signal, &action, nullptr);
    // If the system refuses, the thread repeats what it did; of a trap it does not.
    if (syscall(SYS_rt_tgsigqueueinfo, getpid(), gettid(), signal, info) != 0 && signal == SIGTRAP) raise(signal);
  }

  static bool install() {
    if (kSanitized || std::string_view(environment(Variable::faults)) == "0") return false;
    our_code = code_at(reinterpret_cast<uintptr_t>(&handle));
    c_library = code_at(reinterpret_cast<uintptr_t>(&std::memmove));
    struct sigaction ours{};
    ours.sa_sigaction = handle;
    ours.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART;
    sigfillset(&ours.sa_mask);
    bool any = false;
    for (int signal : kSignals) {
      struct sigaction found{};
      const auto is_default = [&] { return !(found.sa_flags & SA_SIGINFO) && found.sa_handler == SIG_DFL; };
      if (sigaction(signal, nullptr, &found) != 0 || !is_default()) continue;
      if (sigaction(signal, &ours, &found) != 0) continue;
      if (is_default())
        any = true;
      else
        sigaction(signal, &found, nullptr);  // another thread's, installed in between
    }
    return any;
  }

  static std::atomic<State *> &list(FaultGuard::For what) {
    static constinit std::atomic<State *> kernels{nullptr}, moves{nullptr};
    return what == FaultGuard::For::kernel ? kernels : moves;
  }

  // In a forked child.
  static void stop_all() {
    if (catching == Catching::installing) catching = Catching::unknown;
    for (auto what : {FaultGuard::For::kernel, FaultGuard::For::move})
      for (State *state = list(what); state; state = state->next) state->thread = 0;
  }
};

namespace {

// Threads that a forked child does not have: their addresses serve new ones.
const InForkedChild restore(FaultHandler::stop_all);

}  // namespace

constinit std::atomic<Catching> catching{Catching::unknown};

bool begin_to_catch() noexcept {
  Catching found = catching.load(std::memory_order_acquire);
  if (found == Catching::unknown && catching.compare_exchange_strong(found, Catching::installing)) {
    found = FaultHandler::install() ? Catching::yes : Catching::no;
    catching.store(found, std::memory_order_release);
  }
  for (; found == Catching::installing; found = catching.load(std::memory_order_acquire)) cpu::pause_thread();
  return found == Catching::yes;
}

void receive_faults() noexcept {
  sigset_t faults;
  sigemptyset(&faults);
  for (int signal : kSignals) sigaddset(&faults, signal);
  pthread_sigmask(SIG_UNBLOCK, &faults, nullptr);
}

FaultGuard::State *FaultGuard::take_state(For what) {
  std::atomic<State *> &list = FaultHandler::list(what);
  State *first = list.load(std::memory_order_acquire);
  for (State *state = first; state; state = state->next)
    if (!state->taken.load(std::memory_order_relaxed) && !state->taken.exchange(true, std::memory_order_acquire))
      return state;
  auto *made = new State;
  made->next = first;
  while (!list.compare_exchange_weak(made->next, made, std::memory_order_release)) continue;
  return made;
}

FaultGuard::FaultGuard(For what) : state_(take_state(what)) {}

FaultGuard::~FaultGuard() {
  state_->moving = nullptr;
  state_->taken.store(false, std::memory_order_release);
}

void FaultGuard::leave(const Fault &fault, const void *moved) noexcept {
  if (state_->thread.load(std::memory_order_relaxed) != cpu::thread_pointer()) return;
  state_->fault = fault;
  state_->moving = moved;
  cpu::leave_guarded_call(state_->stack);
}

}  // namespace wherry::process

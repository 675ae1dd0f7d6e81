// SPDX-License-Identifier: Apache-2.0
// The timeline: what commands, work-groups, copies and waits did when, written to the file that
// WHERRY_TRACE names; see README.md. What is recorded is recorded while on(); any thread may, and none
// waits for another to write the file. Nothing here throws. Times are in ticks of now().
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>

#include "platform/cpu/clock.h"

namespace wherry::observe::trace {

namespace detail {
extern std::atomic<bool> enabled;
extern bool uses_tsc;
uint64_t clock_nanoseconds() noexcept;
}  // namespace detail

// From load to the program's end, or never.
inline bool on() noexcept { return detail::enabled.load(std::memory_order_relaxed); }

// The same on all threads. Less than half the cost of std::chrono's clock where the time stamp counter
// is fit for it.
inline uint64_t now() noexcept {
  if (detail::uses_tsc) return cpu::ticks();
  return detail::clock_nanoseconds();
}

// As now(), but not before the loads above it: for what another thread has ended.
inline uint64_t now_after_loads() noexcept {
  cpu::order_loads();
  return now();
}

// A kernel's name as a number, not 0, that means it while the program runs.
uint32_t name(const char *text) noexcept;

// Likewise a place in a kernel's source. `key` is an address that means this place until the next
// forget_sites().
uint32_t site(const void *key, const char *kernel, const char *file, uint32_t line, uint32_t column) noexcept;

// A module is about to be unloaded: another may come to lie at its addresses. At any time, on() or not.
void forget_sites() noexcept;

// The calling thread is one of the driver's own.
void this_is_a_worker() noexcept;

struct Command {
  uint64_t id, queue;  // numbers, from 1
  const char *what;    // a literal, such as "read buffer"
  uint64_t queued, submitted = 0, started = 0, ended = 0;
  int status = 0;       // or an error
  uint32_t kernel = 0;  // its name(); 0: no ND-range, and nothing below
  uint32_t work_dim = 0;
  uint64_t offset[3] = {}, global[3] = {}, local[3] = {};

  int thread = 0;  // the recorder's own
  Command *next = nullptr;
};

// A command that is queued now; null where there is no memory.
std::unique_ptr<Command> new_command(const char *what, uint64_t queue) noexcept;

// It has ended; the calling thread ran it.
void command(std::unique_ptr<Command> ended) noexcept;

// The calling thread ran the work-groups [first, first + count) of a command.
void groups(uint64_t command, uint32_t kernel, uint64_t begin, uint64_t end, uint64_t first, uint32_t count) noexcept;

// Not 0; for a copy of the calling thread's group.
uint64_t new_copy() noexcept;

// A copy was called; its `chunks` chunks follow for themselves.
void issued(uint64_t id, uint32_t site, uint64_t begin, uint64_t end, uint64_t bytes, uint32_t chunks) noexcept;

// A copy was performed at its call, which stands at what is site()'s parameters.
void copied(const void *key, const char *kernel, const char *file, uint32_t line, uint32_t column, uint64_t begin,
            uint64_t end, uint64_t bytes) noexcept;

// A copy was not made: its `bytes` bytes are read where they lie.
void in_place(uint32_t site, uint64_t bytes) noexcept;

// The calling thread performed a chunk; `own`: it is the group's own. `last`: the copy is complete by it. `ahead`:
// bytes of the copy before it that the kernel's loops have copied.
void chunk(uint64_t copy, uint32_t site, uint64_t begin, uint64_t end, uint64_t bytes, uint64_t ahead, bool own,
           bool last) noexcept;

// A wait for `events` events, some of whose copies were pending; for the last `stalled` ticks of it the thread had
// nothing to do.
void wait(uint32_t site, uint64_t begin, uint64_t end, uint64_t stalled, uint32_t events) noexcept;

// As WHERRY_TRACE=path and WHERRY_TRACE_LIMIT=limit at load; once.
void start(const char *path, uint64_t limit) noexcept;

// As at the program's end: completes the file and prints the summary.
void finish() noexcept;

}  // namespace wherry::observe::trace

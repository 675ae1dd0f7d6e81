// SPDX-License-Identifier: Apache-2.0
// The timeline: the times of commands, work-groups, copies and waits, written to the file that WHERRY_TRACE names; see
// README.md. Record only while on(). Thread-safe; no thread waits for the file to be written; no function throws. Times
// are in ticks of now().
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

// If WHERRY_TRACE is set: true from the library's load to the program's end.
inline bool on() noexcept { return detail::enabled.load(std::memory_order_relaxed); }

// Comparable between threads. Costs less than half of std::chrono's clock if the time stamp counter is usable.
inline uint64_t now() noexcept {
  if (detail::uses_tsc) return cpu::ticks();
  return detail::clock_nanoseconds();
}

// As now(), ordered after preceding loads, for the end of an operation of another thread.
inline uint64_t now_after_loads() noexcept {
  cpu::order_loads();
  return now();
}

// Interns a kernel's name; returns its number, which is not 0.
uint32_t name(const char *text) noexcept;

// Likewise for a place in a kernel's source. `key`: an address that identifies the place until the next forget_sites().
uint32_t site(const void *key, const char *kernel, const char *file, uint32_t line, uint32_t column) noexcept;

// Call before a module is unloaded, since another module may reuse its addresses. Valid also while not on().
void forget_sites() noexcept;

// Marks the calling thread as a worker of the driver.
void this_is_a_worker() noexcept;

struct Command {
  uint64_t id, queue;  // numbers, from 1
  const char *what;    // a string literal, such as "read buffer"
  uint64_t queued, submitted = 0, started = 0, ended = 0;
  int status = 0;       // or an error code
  uint32_t kernel = 0;  // its name(); 0: not an ND-range, which has no sizes
  uint32_t work_dim = 0;
  uint64_t offset[3] = {}, global[3] = {}, local[3] = {};

  int thread = 0;  // set by the recorder
  Command *next = nullptr;
};

// Makes the record of a command that is queued now; null if memory is short.
std::unique_ptr<Command> new_command(const char *what, uint64_t queue) noexcept;

// Records that a command has ended, which the calling thread ran.
void command(std::unique_ptr<Command> ended) noexcept;

// Records that the calling thread ran the work-groups [first, first + count) of a command.
void groups(uint64_t command, uint32_t kernel, uint64_t begin, uint64_t end, uint64_t first, uint32_t count) noexcept;

// Returns a new id, not 0, for an async copy of the calling thread's work-group.
uint64_t new_copy() noexcept;

// Records the call of an async copy; chunk() records each of its `chunks` chunks.
void issued(uint64_t id, uint32_t site, uint64_t begin, uint64_t end, uint64_t bytes, uint32_t chunks) noexcept;

// Records an async copy that was performed in its call; the first five parameters are those of site().
void copied(const void *key, const char *kernel, const char *file, uint32_t line, uint32_t column, uint64_t begin,
            uint64_t end, uint64_t bytes) noexcept;

// Records an elided copy, whose `bytes` bytes the kernel reads at their source.
void in_place(uint32_t site, uint64_t bytes) noexcept;

// Records that the calling thread performed a chunk. `own`: the thread runs the work-group that called the copy.
// `last`: the chunk completes the copy. `ahead`: bytes of the copy that the kernel's loops copied before this chunk.
void chunk(uint64_t copy, uint32_t site, uint64_t begin, uint64_t end, uint64_t bytes, uint64_t ahead, bool own,
           bool last) noexcept;

// Records a wait for `events` events, some of whose copies were pending; during the last `stalled` ticks the thread was
// idle.
void wait(uint32_t site, uint64_t begin, uint64_t end, uint64_t stalled, uint32_t events) noexcept;

// Has the effect of WHERRY_TRACE=path and WHERRY_TRACE_LIMIT=limit at load. Call once.
void start(const char *path, uint64_t limit) noexcept;

// Completes the file and prints the summary, as at the program's end.
void finish() noexcept;

}  // namespace wherry::observe::trace

// SPDX-License-Identifier: Apache-2.0
// A parallel loop that idle workers may join.
#pragma once
#include <atomic>
#include <cstdint>

#include "workers.h"

namespace wherry::exec {

// The iterations [0, total) of a loop, shared between the owner, which waits for the loop, and the workers that join. A
// waiting owner runs nothing else, so that jobs may nest. Reference counted, on the heap: a worker may join after the
// loop has ended.
class Job {
 public:
  Job(const Job &) = delete;
  virtual ~Job() = default;

 protected:
  Job(Workers &workers, uint64_t total, unsigned max_helpers);

  // Claims iterations, runs them and finishes them, until none is left.
  virtual void work(bool owner) noexcept = 0;

  // Calls work(), and returns when all iterations are finished. Call once.
  void run_as_owner() noexcept;

  // Claims the next `n` iterations or fewer; returns false if none is left. The thread that claimed them must call
  // finish(), for which the owner waits.
  bool claim(uint64_t n, uint64_t &begin, uint64_t &end) noexcept;
  void finish(uint64_t n) noexcept;

  uint64_t left() const noexcept;

  // Wakes two more workers to join, up to max_helpers in total.
  void invite() noexcept;

  void drop() noexcept;

  Workers &workers_;
  const uint64_t total_;

 private:
  const unsigned max_helpers_;
  std::atomic<uint32_t> references_{1};
  std::atomic<unsigned> invited_{0};
  std::atomic<uint32_t> complete_{0};
  alignas(64) std::atomic<uint64_t> next_{0};
  alignas(64) std::atomic<uint64_t> finished_{0};
};

}  // namespace wherry::exec

// SPDX-License-Identifier: Apache-2.0
// Something that several threads do together.
#pragma once
#include <atomic>
#include <cstdint>

#include "workers.h"

namespace wherry::exec {

// The numbers [0, total), shared out between the thread that needs them done and the workers that
// come to help. A waiting thread runs nothing else, so that a job within a job is safe.
// Reference counted, on the heap: helpers may come when all is done.
class Job {
 public:
  Job(const Job &) = delete;
  virtual ~Job() = default;

 protected:
  Job(Workers &workers, uint64_t total, unsigned max_helpers);

  // Claims numbers until none is left and finishes them.
  virtual void work(bool owner) noexcept = 0;

  // Works and returns when all numbers are finished. Once.
  void run_as_owner() noexcept;

  // The next `n` numbers or fewer; false where none is left. What it returned true for must be
  // finished; until then the job's owner waits.
  bool claim(uint64_t n, uint64_t &begin, uint64_t &end) noexcept;
  void finish(uint64_t n) noexcept;

  uint64_t left() const noexcept;

  // Has some more workers join, up to max_helpers in all.
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

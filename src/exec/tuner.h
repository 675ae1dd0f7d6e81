// The constants of the copies' policy: defaults, until this machine's are read from disk or measured.
#pragma once
#include <atomic>
#include <chrono>
#include <string>

#include "dma/tuning.h"
#include "exec/workers.h"

namespace wherry::exec {

// Never destroyed, like the workers.
class Tuner {
 public:
  explicit Tuner(Workers &workers) : workers_(workers) {}

  dma::Tuning tuning() const noexcept {
    const dma::Tuning *found = found_.load(std::memory_order_acquire);
    return found ? *found : dma::Tuning();
  }

  // An ND-range with async copies has ended: a good time to find them, on a worker, if they are not known.
  void look() noexcept;

  // As Executor::set_tuning_folder.
  static void set_folder(const std::string &folder);

 private:
  using Clock = std::chrono::steady_clock;

  void find() noexcept;
  bool undisturbed() const;

  Workers &workers_;
  std::atomic<const dma::Tuning *> found_{nullptr};
  std::atomic<bool> looking_{false};
  Clock::time_point next_look_;  // set by whoever looks
};

}  // namespace wherry::exec

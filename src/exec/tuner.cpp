#include "exec/tuner.h"

#include <algorithm>
#include <exception>

namespace wherry::exec {

namespace {
// After looking in vain; the second, times as long as that took.
constexpr auto kLeastRest = std::chrono::milliseconds(20);
constexpr int kRest = 10;
std::atomic<const std::string *> tuning_folder{nullptr};  // never freed: workers may look when the program ends
}  // namespace

void Tuner::set_folder(const std::string &folder) {
  if (tuning_folder.load(std::memory_order_relaxed)) return;
  const std::string *expected = nullptr, *mine = new std::string(folder);
  if (!tuning_folder.compare_exchange_strong(expected, mine, std::memory_order_acq_rel)) delete mine;
}

void Tuner::look() noexcept {
  if (found_.load(std::memory_order_relaxed) || looking_.exchange(true, std::memory_order_acquire)) return;
  if (Clock::now() >= next_look_) try {
      return workers_.submit([](void *self) { static_cast<Tuner *>(self)->find(); }, this);
    } catch (const std::exception &) {
    }
  looking_.store(false, std::memory_order_release);
}

// Nobody has work but this thread.
bool Tuner::undisturbed() const { return workers_.idle() == workers_.count() - 1 && !workers_.queued(); }

void Tuner::find() noexcept {
  const Clock::time_point start = Clock::now();
  try {
    const std::string *folder = tuning_folder.load(std::memory_order_acquire);
    const std::string file = folder ? dma::tuning_file(*folder, workers_.count()) : "";
    std::optional<dma::Tuning> tuning = dma::read_tuning(file, workers_.count());
    if (!tuning && workers_.count() > 1 && undisturbed()) {
      const Workers::Copying copying(workers_, true);
      tuning = dma::measure(workers_, [this] { return undisturbed(); });
      if (tuning) dma::write_tuning(file, workers_.count(), *tuning);
    }
    if (tuning) return found_.store(new dma::Tuning(*tuning), std::memory_order_release);
  } catch (const std::exception &) {
  }
  const Clock::time_point now = Clock::now();
  next_look_ = now + std::max<Clock::duration>(kLeastRest, kRest * (now - start));
  looking_.store(false, std::memory_order_release);
}

}  // namespace wherry::exec

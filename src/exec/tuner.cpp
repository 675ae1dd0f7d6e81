#include "exec/tuner.h"

#include <exception>

namespace wherry::exec {

namespace {
std::atomic<const std::string *> tuning_folder{nullptr};  // never freed: workers may look when the program ends
}

void Tuner::set_folder(const std::string &folder) {
  if (tuning_folder.load(std::memory_order_relaxed)) return;
  const std::string *expected = nullptr, *mine = new std::string(folder);
  if (!tuning_folder.compare_exchange_strong(expected, mine, std::memory_order_acq_rel)) delete mine;
}

void Tuner::look() noexcept {
  if (found_.load(std::memory_order_relaxed) || looking_.exchange(true, std::memory_order_acquire)) return;
  try {
    // Ever more seldom.
    if (looks_++ == next_look_) {
      next_look_ = 2 * looks_;
      return workers_.submit([](void *self) { static_cast<Tuner *>(self)->find(); }, this);
    }
  } catch (const std::exception &) {
  }
  looking_.store(false, std::memory_order_release);
}

// Nobody has work but this thread.
bool Tuner::undisturbed() const { return workers_.idle() == workers_.count() - 1 && !workers_.queued(); }

void Tuner::find() noexcept {
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
  looking_.store(false, std::memory_order_release);
}

}  // namespace wherry::exec

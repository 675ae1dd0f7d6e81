// Compiled without ThreadSanitizer, which does not see into oneTBB (see CMakeLists.txt).
#include "exec/tbb_arena.h"

#include <algorithm>
#include <mutex>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

namespace wherry::exec {

// In an arena of one thread, oneTBB 2021.8 now and then loses the call that wakes its worker, where the
// program has other arenas (three of three stress runs hung within 1,310 tries; with two threads none did in 1,330).
constexpr unsigned kLeastThreads = 2;

namespace {

// By default oneTBB has a thread less than there are CPUs for the whole process: too few for an arena without a
// waiting thread in it. Ours come on top, so that the program's own keep theirs. The least of all limits holds, so
// there is one for all our arenas; a lower one that the program sets holds too. Never destroyed.
void raise_limit(unsigned threads) {
  static auto *const mutex = new std::mutex;
  static tbb::global_control *limit = nullptr;
  static size_t ours = 0;
  const std::lock_guard lock(*mutex);
  ours += threads;
  auto *lower = limit;
  limit = new tbb::global_control(tbb::global_control::max_allowed_parallelism,
                                  static_cast<size_t>(tbb::info::default_concurrency()) + ours);
  delete lower;
}

}  // namespace

struct TbbArena::State {
  explicit State(unsigned threads) : arena(static_cast<int>(threads), /*reserved_for_masters=*/0) {
    raise_limit(threads);
  }

  tbb::task_arena arena;
};

TbbArena::TbbArena(unsigned threads) : state_(new State(std::max(threads, kLeastThreads))) {}

void TbbArena::enqueue(void (*call)(void *), void *data) {
  state_->arena.enqueue([call, data] { call(data); });
}

}  // namespace wherry::exec

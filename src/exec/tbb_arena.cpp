// SPDX-License-Identifier: Apache-2.0
// Compiled without ThreadSanitizer, which does not see into oneTBB (see CMakeLists.txt).
#include "tbb_arena.h"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/task_arena.h>

#include "on_demand.h"

// A private copy of oneTBB. Under the usual name, libtbb.so.12, the first version that a process loads serves all
// users, so a program with a newer version (numba, oneDAL, Intel's OpenCL runtime), or this library, would break. This
// library is not linked to oneTBB: it defines the functions that oneTBB's headers call, and forwards them to the
// private copy.
#define WHERRY_TBB_FUNCTIONS(X)                                                                                        \
  X(void, initialize, (d1::task_arena_base & arena), (arena), "10initializeERNS0_2d115task_arena_baseE")               \
  X(void, terminate, (d1::task_arena_base & arena), (arena), "9terminateERNS0_2d115task_arena_baseE")                  \
  X(void, enqueue, (d1::task & task, d1::task_arena_base * arena), (task, arena),                                      \
    "7enqueueERNS0_2d14taskEPNS2_15task_arena_baseE")                                                                  \
  X(void *, allocate, (d1::small_object_pool * &pool, size_t bytes), (pool, bytes),                                    \
    "8allocateERPNS0_2d117small_object_poolEm")                                                                        \
  X(void, deallocate, (d1::small_object_pool & pool, void *memory, size_t bytes, const d1::execution_data &data),      \
    (pool, memory, bytes, data), "10deallocateERNS0_2d117small_object_poolEPvmRKNS2_14execution_dataE")                \
  X(void, create, (d1::global_control & control), (control), "6createERNS0_2d114global_controlE")                      \
  X(void, destroy, (d1::global_control & control), (control), "7destroyERNS0_2d114global_controlE")                    \
  X(int, numa_default_concurrency, (int node), (node), "24numa_default_concurrencyEi")

namespace {

struct TbbFunctions {
  TbbFunctions();
  bool complete = true;
  struct {
#define WHERRY_TBB_FUNCTION(result, name, parameters, arguments, symbol) void *name;
    WHERRY_TBB_FUNCTIONS(WHERRY_TBB_FUNCTION)
#undef WHERRY_TBB_FUNCTION
  } at;
};

TbbFunctions::TbbFunctions() {
  const auto library = wherry::exec::OnDemand::beside_us("libwherry-tbb.so");
#define WHERRY_TBB_FUNCTION(result, name, parameters, arguments, symbol)                                               \
  at.name = reinterpret_cast<void *>(library.find<void()>("_ZN3tbb6detail2r1" symbol));                                \
  complete = complete && at.name;
  WHERRY_TBB_FUNCTIONS(WHERRY_TBB_FUNCTION)
#undef WHERRY_TBB_FUNCTION
}

const TbbFunctions &functions() {
  static const auto *const found = new TbbFunctions;
  return *found;
}

}  // namespace

namespace tbb::detail::r1 {

#define WHERRY_TBB_FUNCTION(result, name, parameters, arguments, symbol)                                               \
  result name parameters { return reinterpret_cast<result(*) parameters>(functions().at.name) arguments; }
WHERRY_TBB_FUNCTIONS(WHERRY_TBB_FUNCTION)
#undef WHERRY_TBB_FUNCTION

void assertion_failure(const char *, int, const char *, const char *) { std::abort(); }

}  // namespace tbb::detail::r1

namespace wherry::exec {

// In an arena of one thread, oneTBB 2021.8 now and then loses the call that wakes its worker, where the
// program has other arenas (three of three stress runs hung within 1,310 tries; with two threads none did in 1,330).
constexpr unsigned kLeastThreads = 2;

namespace {

// By default oneTBB starts one thread less than there are CPUs: too few for an arena that no application thread joins.
// oneTBB applies the minimum of all limits, so one limit serves all arenas of this library. Never destroyed.
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

bool TbbArena::is_available() { return functions().complete; }

TbbArena::TbbArena(unsigned threads) : state_(new State(std::max(threads, kLeastThreads))) {}

void TbbArena::enqueue(void (*call)(void *), void *data) {
  state_->arena.enqueue([call, data] { call(data); });
}

}  // namespace wherry::exec

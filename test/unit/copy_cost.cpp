// SPDX-License-Identifier: Apache-2.0
// copy_cost STRATEGY BYTES TIMES: async copies and their waits as a kernel makes them, or bare copies, for callgrind to
// count: copy_cost.cmake takes the differences of runs. The policy's clock is a counter, by which all strategies take
// the same time.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "exec/call_ring.h"
#include "exec/host_calls.h"
#include "exec/worker_memory.h"

namespace wherry::test {
namespace {

constexpr abi::Site kCopySite{"kernel", "", 1, 1, 1}, kWaitSite{"kernel", "", 2, 1, 2};

// One helper, who performs all chunks between the copy and its wait.
class OneHelper final : public copies::Helpers {
 public:
  explicit OneHelper(unsigned idle) : Helpers(idle) {}
  unsigned awake() const noexcept override { return idle(); }
  bool help(void (*task)(void *, uint64_t), void *data, uint64_t extra, bool) noexcept override {
    return calls_.push({task, data, extra});
  }
  void work() {
    for (exec::Call call; calls_.pop(call);) call.function(call.data, call.extra);
  }

 private:
  exec::CallRing calls_;
};

uint64_t reads = 0;
uint64_t count_reads() noexcept { return reads += 1000; }

void *(*volatile bare_copy)(void *, const void *, size_t) = std::memcpy;

// "bare"; or a mode of WHERRY_ASYNC; "busy": auto where nobody is idle; "out": now, from local to global memory.
int run(std::string_view strategy, size_t bytes, size_t times) {
  const bool out = strategy == "out", bare = strategy == "bare", busy = strategy == "busy";
  std::vector<char> global(bytes, 1);
  OneHelper helpers(busy ? 0 : 1);
  exec::WorkerMemory memory(helpers,
                            copies::parse_mode(out || bare ? "now"
                                               : busy      ? "auto"
                                                           : strategy.data()),
                            count_reads);
  if (!memory.local.reserve(bytes)) return 1;
  memory.local_memory = memory.local.data();
  memory.events.begin_launch(copies::Thresholds(), 1, memory.local_memory, bytes);
  abi::Launch launch{};
  launch.host = &exec::kHostCalls;
  memory.launch = &launch;
  abi::GroupContext *group = &memory;
  void *const dst = out ? static_cast<void *>(global.data()) : group->local_memory;
  const void *const src = out ? static_cast<const void *>(group->local_memory) : global.data();
  for (size_t i = 0; i < times; ++i) {
    if (bare) {
      bare_copy(dst, src, bytes);
      continue;
    }
    uint64_t event = group->launch->host->async_copy(group, &kCopySite, dst, src, bytes / 4, 4, 1, 1, 0);
    if (strategy == "chunks") helpers.work();
    group->launch->host->wait_events(group, &kWaitSite, 1, &event);
  }
  std::printf("%zu\n", static_cast<size_t>(memory.events.take_counts().chunks));
  return 0;
}

}  // namespace
}  // namespace wherry::test

int main(int argc, char **argv) {
  if (argc != 4) return 2;
  return wherry::test::run(argv[1], std::strtoull(argv[2], nullptr, 10), std::strtoull(argv[3], nullptr, 10));
}

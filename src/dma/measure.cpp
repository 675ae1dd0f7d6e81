// How the constants of tuning.h are found.
#include <sched.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstring>
#include <fstream>
#include <new>
#include <numeric>
#include <string>
#include <utility>

#include "dma/copy.h"
#include "dma/spin.h"
#include "dma/tuning.h"

namespace wherry::dma {

namespace {

using Clock = std::chrono::steady_clock;
constexpr double kNever = 1e30;
constexpr uint64_t kMostBytes = uint64_t{256} << 10;
constexpr uint64_t kFarBytes = uint64_t{4} << 20;          // more than any second-level cache holds
constexpr uint64_t kPartBytes = uint64_t{64} << 10;        // of those, at a time
constexpr int kTimes = 6;                                  // the least of them counts: whatever disturbs adds
constexpr auto kMost = std::chrono::milliseconds(100);     // 5 to 30 are the rule
constexpr auto kPatience = std::chrono::milliseconds(20);  // with a helper
constexpr auto kAsleep = std::chrono::microseconds(400);   // by when a helper without work sleeps

double nanoseconds(Clock::duration time) { return std::chrono::duration<double, std::nano>(time).count(); }

// Out of all caches.
void flush(const std::byte *at, uint64_t bytes) {
#if defined(__x86_64__)
  for (uint64_t i = 0; i < bytes; i += 64) __builtin_ia32_clflush(at + i);
  __builtin_ia32_mfence();
#endif
}

// Of the last data cache; 0: not known. sysconf(), by CPUID, counts those of a virtual machine's host together.
uint64_t last_cache() {
  uint64_t bytes = 0;
  for (int i = 0, highest = 0; i < 10; ++i) {
    const std::string folder = "/sys/devices/system/cpu/cpu0/cache/index" + std::to_string(i) + "/";
    int level = 0;
    uint64_t size = 0;
    char unit = 0;
    std::ifstream(folder + "level") >> level;
    std::ifstream(folder + "size") >> size >> unit;
    if (level < highest) continue;
    highest = level;
    bytes = size << (unit == 'K' ? 10 : unit == 'M' ? 20 : 0);
  }
  return bytes;
}

uint64_t read(const std::byte *at, uint64_t bytes) {
  uint64_t sum = 0;
  const auto *words = reinterpret_cast<const uint64_t *>(at);
  for (uint64_t i = 0; i < bytes / 8; ++i) sum += words[i];
  return sum;
}

// Shared with the helper, who may come late: the last one out frees it.
struct Measurement {
  static constexpr std::align_val_t kPage{4096};
  std::byte *const near = static_cast<std::byte *>(::operator new(kMostBytes, kPage));
  std::byte *const far = static_cast<std::byte *>(::operator new(kFarBytes, kPage));
  Measurement() {
    std::memset(near, 1, kMostBytes);
    std::memset(far, 1, kFarBytes);
  }
  ~Measurement() {
    ::operator delete(near, kPage);
    ::operator delete(far, kPage);
  }
  // What the helper is to do, and how long that took him.
  uint64_t bytes = 0, chunk = 0;
  Stores stores = Stores::cached;
  double helped = 0;
  int cpu = -1;  // that he was on
  std::atomic<uint32_t> done{0};
  std::atomic<uint32_t> references{1};
  std::atomic<uint64_t> sink{0};

  void perform_chunks(uint64_t from) {
    const Copy copy = describe(near, far, bytes, 1, 1, 1);
    for (uint64_t at = from; at < bytes; at += chunk) {
      perform(copy, at, std::min(bytes, at + chunk), stores);
      done.fetch_add(1, std::memory_order_acq_rel);
    }
  }
  static void drop(Measurement *measurement) {
    if (measurement->references.fetch_sub(1, std::memory_order_acq_rel) == 1) delete measurement;
  }
  static void help(void *data, uint64_t) {
    auto *self = static_cast<Measurement *>(data);
    const Clock::time_point start = Clock::now();
    self->perform_chunks(0);
    self->helped = nanoseconds(Clock::now() - start);
    self->cpu = sched_getcpu();
    self->done.store(kAll, std::memory_order_release);
    drop(self);
  }
  static constexpr uint32_t kAll = ~uint32_t{0};
};

class Measurer {
 public:
  Measurer(Helpers &helpers, const std::function<bool()> &go_on)
      : helpers_(helpers), go_on_(go_on), shared_(new Measurement) {}
  ~Measurer() { Measurement::drop(shared_); }

  std::optional<Tuning> run();

 private:
  struct Helped {
    double call = kNever, helper = kNever, read = kNever;
  };

  bool goes_on() { return !lost_ && Clock::now() < end_ && go_on_(); }
  void keep(uint64_t sum) { shared_->sink.fetch_add(sum, std::memory_order_relaxed); }
  void prepare(uint64_t bytes);
  double alone(uint64_t bytes);
  double issue_prefetch(uint64_t bytes);
  double outward(uint64_t bytes, Stores stores);
  bool help_once(uint64_t bytes, uint64_t chunk, Stores stores, bool asleep, Helped &least);
  Helped helped(uint64_t bytes, uint64_t chunk, Stores stores);

  Helpers &helpers_;
  const std::function<bool()> &go_on_;
  Measurement *const shared_;
  const Clock::time_point end_ = Clock::now() + kMost;
  uint64_t parts_ = 0;
  bool lost_ = false;  // a helper: what he may still touch is left alone
};

// As in a kernel: the source is far away, the tile was just used.
void Measurer::prepare(uint64_t bytes) {
  keep(read(shared_->near, bytes));
  flush(shared_->far, bytes);
}

double Measurer::alone(uint64_t bytes) {
  const Copy copy = describe(shared_->near, shared_->far, bytes, 1, 1, 1);
  double least = kNever;
  for (int i = 0; i < kTimes && goes_on(); ++i) {
    prepare(bytes);
    const Clock::time_point start = Clock::now();
    perform(copy, 0, bytes, Stores::cached);
    keep(read(shared_->near, bytes));
    least = std::min(least, nanoseconds(Clock::now() - start));
  }
  return least;
}

double Measurer::issue_prefetch(uint64_t bytes) {
  double least = kNever;
  for (int i = 0; i < kTimes && goes_on(); ++i) {
    prepare(bytes);
    const Clock::time_point start = Clock::now();
    for (uint64_t at = 0; at < bytes; at += 64) __builtin_prefetch(shared_->far + at, 0, 3);
    least = std::min(least, nanoseconds(Clock::now() - start));
  }
  return least;
}

// From a tile to far memory, `bytes` at a time, part after part: the mean of the faster half. That the second-level
// cache is full of other parts is a part of it.
double Measurer::outward(uint64_t bytes, Stores stores) {
  std::array<double, 2 * kTimes> times;
  times.fill(kNever);
  for (size_t i = 0; i < times.size() && goes_on(); ++i) {
    std::byte *const part = shared_->far + parts_++ * kPartBytes % kFarBytes;
    flush(part, kPartBytes);
    keep(read(shared_->near, bytes));
    const Clock::time_point start = Clock::now();
    for (uint64_t at = 0; at < kPartBytes; at += bytes) {
      perform(describe(part + at, shared_->near, bytes, 1, 1, 1), 0, bytes, stores);
      if (stores == Stores::unfenced) fence_stores();
    }
    times[i] = nanoseconds(Clock::now() - start);
  }
  std::ranges::sort(times);
  return std::accumulate(times.begin(), times.begin() + kTimes, 0.0) / kTimes;
}

bool Measurer::help_once(uint64_t bytes, uint64_t chunk, Stores stores, bool asleep, Helped &least) {
  Measurement &shared = *shared_;
  prepare(bytes);
  shared.bytes = bytes;
  shared.chunk = chunk;
  shared.stores = stores;
  shared.done.store(0, std::memory_order_relaxed);
  shared.references.fetch_add(1, std::memory_order_relaxed);
  const Clock::time_point start = Clock::now();
  if (!helpers_.help(Measurement::help, shared_, 0, asleep || helpers_.awake() == 0)) {
    Measurement::drop(shared_);
    return false;
  }
  const Clock::time_point called = Clock::now();
  while (shared.done.load(std::memory_order_acquire) != Measurement::kAll) {
    if (Clock::now() - called > kPatience) {
      lost_ = true;
      return false;
    }
    pause_thread();
  }
  const Clock::time_point complete = Clock::now();
  keep(read(shared.near, bytes));
  const double read = nanoseconds(Clock::now() - complete);
  // Where other programs have the CPUs the two may take turns on one, with one cache: that tells nothing.
  if (shared.cpu == sched_getcpu()) return true;
  least.read = std::min(least.read, read);
  least.helper = std::min(least.helper, shared.helped);
  least.call = std::min(least.call, nanoseconds(called - start));
  return true;
}

Measurer::Helped Measurer::helped(uint64_t bytes, uint64_t chunk, Stores stores) {
  Helped least;
  for (int i = 0; i < kTimes && goes_on(); ++i) help_once(bytes, chunk, stores, false, least);
  return least;
}

std::optional<Tuning> Measurer::run() {
  Tuning tuning;
  Helped first;
  for (int i = 0; i < 3 && goes_on(); ++i) help_once(4096, 4096, Stores::cached, true, first);  // he comes

  // Past the caches, unless the two of them are far sooner done with a tile by them: a virtual machine's processors
  // share a cache today and none tomorrow, and then lines go from one to the other one by one.
  const uint64_t tile = kMostBytes / 4;
  const Helped cached = helped(tile, tile, Stores::cached), streamed = helped(tile, tile, Stores::streaming);
  tuning.helpers_stream = 0.5 * (streamed.helper + streamed.read) < cached.helper + cached.read;
  const Stores stores = tuning.helpers_stream ? Stores::streaming : Stores::cached;

  // The least chunk that takes hardly longer.
  double best = kNever, times[5];
  for (int i = 0; i < 5; ++i) best = std::min(best, times[i] = helped(kMostBytes, uint64_t{4096} << i, stores).helper);
  for (int i = 4; i >= 0; --i)
    if (times[i] < 1.05 * best) tuning.chunk = uint64_t{4096} << i;

  // From where on a group that finds its tile copied has less to do than one that copies it.
  tuning.offload = uint64_t{1} << 20;
  double rate = 0;  // bytes a nanosecond
  for (uint64_t bytes = kMostBytes; bytes >= 8192; bytes /= 2) {
    const double own = alone(bytes);
    const Helped other = helped(bytes, tuning.chunk, stores);
    if (other.read == kNever) return std::nullopt;
    rate = std::max(rate, static_cast<double>(bytes) / own);
    if (other.call + other.read > 0.75 * own) break;
    tuning.offload = bytes;
  }
  tuning.least = std::max<uint64_t>(8192, tuning.offload / 8);

  // Waking costs a tenth of the copying, at most.
  Helped woken;
  for (int i = 0; i < kTimes && goes_on(); ++i) {
    for (const Clock::time_point start = Clock::now(); Clock::now() - start < kAsleep;) pause_thread();
    help_once(4096, 4096, Stores::cached, true, woken);
  }
  tuning.wake = std::clamp(static_cast<uint64_t>(10 * woken.call * rate), tuning.offload, uint64_t{64} << 20);

  // Up to where prefetching leaves most of the time to something else.
  if (issue_prefetch(4096) < 0.5 * alone(4096)) tuning.prefetch = 4096;

  if (const uint64_t bytes = last_cache()) tuning.stream = bytes;
  for (uint64_t i = 0; i < kFarBytes / kPartBytes; i += 2 * kTimes) outward(kPartBytes, Stores::cached);
  for (tuning.stream_part = kPartBytes; tuning.stream_part > 1024; tuning.stream_part /= 2)
    if (const uint64_t bytes = tuning.stream_part / 2;
        outward(bytes, Stores::unfenced) > outward(bytes, Stores::strings))
      break;

  if (!goes_on() || cached.read == kNever || streamed.read == kNever || best == kNever || woken.call == kNever)
    return std::nullopt;
  return tuning;
}

}  // namespace

std::optional<Tuning> measure(Helpers &helpers, const std::function<bool()> &go_on) {
  return Measurer(helpers, go_on).run();
}

}  // namespace wherry::dma

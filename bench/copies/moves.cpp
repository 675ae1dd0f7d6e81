// SPDX-License-Identifier: Apache-2.0
// What perform() moves, beside memcpy and beside a loop over the elements.
//   bench_copies --benchmark_filter='^(cache|to_local|to_global)/'
// Each case is run one way and the other by turns; the table at the end holds medians of processor time and
// their ratios to the first way.
#include <benchmark/benchmark.h>
#include <sys/mman.h>

#include <cstdio>
#include <cstring>
#include <map>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "copies/copy.h"

namespace {

using namespace wherry::copies;

constexpr uint64_t kLarge = uint64_t{256} << 20;

std::byte *memory(uint64_t bytes) {
  void *all = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (all == MAP_FAILED) throw std::bad_alloc();
  madvise(all, bytes, MADV_HUGEPAGE);  // as the driver's own buffers
  std::memset(all, 1, bytes);
  return static_cast<std::byte *>(all);
}
std::byte *local() {
  static std::byte *const all = memory(kLarge / 32);
  return all;
}
std::byte *global() {
  static std::byte *const all = memory(kLarge);
  return all;
}

enum class Where {
  cache,      // both sides stay where they are
  to_local,   // from tile after tile of 256 MB
  to_global,  // to them
};
constexpr const char *kWhere[] = {"cache", "to_local", "to_global"};

// In order; each with its ways, of which the first is what the others are compared with.
std::vector<std::pair<std::string, std::vector<std::string>>> &cases() {
  static std::vector<std::pair<std::string, std::vector<std::string>>> all;
  return all;
}

// move(dst, src) moves `bytes`; `span` bytes of the global side lie from one tile to the next, and the tiles
// are taken in an order that no prefetcher knows, as by many work-groups.
template <class Move>
void add(std::string name, const char *way, Where where, uint64_t bytes, uint64_t span, uint64_t offset, Move move) {
  name = std::string(kWhere[static_cast<int>(where)]) + '/' + name;
  if (cases().empty() || cases().back().first != name) cases().push_back({name, {}});
  cases().back().second.emplace_back(way);
  benchmark::RegisterBenchmark((name + '/' + way).c_str(), [=](benchmark::State &state) {
    const uint64_t tiles = where == Where::cache ? 1 : kLarge / (span + offset);
    uint64_t tile = 0;
    std::byte *near = local(), *far = where == Where::cache ? near + kLarge / 64 + 4096 * 5 : global();
    for (auto _ : state) {
      std::byte *at = far + tile * span + offset;
      if (where == Where::to_local)
        move(near, at);
      else
        move(at, near);
      benchmark::ClobberMemory();
      if (where != Where::cache) tile = (tile + 1000003) % tiles;
    }
    state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * bytes));
  });
}

void perform_all(const Copy &copy, Stores stores) { perform(copy, 0, copy.total(), stores); }

void add_lines() {
  for (Where where : {Where::cache, Where::to_local, Where::to_global})
    for (uint64_t offset : {0, 20})
      for (uint64_t bytes = 64; bytes <= 1 << 20; bytes *= bytes < 1024 ? 2 : 4) {
        const std::string name = std::to_string(bytes) + (offset ? "+20" : "");
        add(name, "memcpy", where, bytes, bytes, offset,
            [=](std::byte *dst, const std::byte *src) { std::memcpy(dst, src, bytes); });
        add(name, "perform", where, bytes, bytes, offset, [=](std::byte *dst, const std::byte *src) {
          perform_all(describe(dst, src, bytes, 1, 1, 1), Stores::cached);
        });
        if (where != Where::to_global) continue;
        add(name, "streaming", where, bytes, bytes, offset, [=](std::byte *dst, const std::byte *src) {
          perform_all(describe(dst, src, bytes, 1, 1, 1), Stores::streaming);
        });
        add(name, "unfenced", where, bytes, bytes, offset, [=](std::byte *dst, const std::byte *src) {
          perform_all(describe(dst, src, bytes, 1, 1, 1), Stores::unfenced);
        });
      }
}

// As one work-item of a synchronous driver does it.
template <class T>
void loop(std::byte *dst, const std::byte *src, uint64_t count, uint64_t dst_stride, uint64_t src_stride) {
  auto *to = reinterpret_cast<T *>(dst);
  auto *from = reinterpret_cast<const T *>(src);
  for (uint64_t i = 0; i < count; ++i) to[i * dst_stride] = from[i * src_stride];
}

struct Large {
  uint64_t halves[2];
};

template <class T> void add_strided() {
  for (Where where : {Where::cache, Where::to_local, Where::to_global})
    for (bool gather : {true, false}) {
      if (where == (gather ? Where::to_global : Where::to_local)) continue;
      for (uint64_t stride : {2, 3, 4, 5, 8, 16, 33})
        for (uint64_t count : {64, 1024}) {
          const std::string name = (gather ? "gather/" : "scatter/") + std::to_string(sizeof(T)) + "B/stride_" +
                                   std::to_string(stride) + '/' + std::to_string(count);
          const uint64_t dst_stride = gather ? 1 : stride, src_stride = gather ? stride : 1;
          const uint64_t bytes = count * sizeof(T);
          add(name, "loop", where, bytes, bytes * stride, 0, [=](std::byte *dst, const std::byte *src) {
            benchmark::DoNotOptimize(dst);
            loop<T>(dst, src, count, dst_stride, src_stride);
          });
          add(name, "perform", where, bytes, bytes * stride, 0, [=](std::byte *dst, const std::byte *src) {
            perform_all(describe(dst, src, count, sizeof(T), dst_stride, src_stride), Stores::cached);
          });
        }
    }
}

void add_tiles() {
  constexpr uint64_t kPitch = 4096 + 128, kLines = 32;
  for (Where where : {Where::cache, Where::to_local, Where::to_global})
    for (uint64_t width : {4, 12, 16, 32, 64, 72, 128, 256, 512, 1024}) {
      const std::string name = "tile/" + std::to_string(width) + 'x' + std::to_string(kLines);
      const bool out = where == Where::to_global;
      const uint64_t dst_pitch = out ? kPitch : width, src_pitch = out ? width : kPitch;
      add(name, "memcpy", where, width * kLines, kPitch * kLines, 0, [=](std::byte *dst, const std::byte *src) {
        for (uint64_t i = 0; i < kLines; ++i) std::memcpy(dst + i * dst_pitch, src + i * src_pitch, width);
      });
      for (Stores stores : {Stores::cached, Stores::streaming})
        if (stores == Stores::cached || out)
          add(name, stores == Stores::cached ? "perform" : "streaming", where, width * kLines, kPitch * kLines, 0,
              [=](std::byte *dst, const std::byte *src) {
                perform_all(describe_tile(dst, src, 1, width, kLines, 1, dst_pitch, 0, src_pitch, 0), stores);
              });
    }
}

class Table : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context &) override { return true; }
  void ReportRuns(const std::vector<Run> &runs) override {
    for (const Run &run : runs)
      if (run.run_type == Run::RT_Aggregate && run.aggregate_name == "median")
        medians_[run.run_name.function_name] = run.counters.at("bytes_per_second");
  }
  void Finalize() override {
    for (const auto &[name, ways] : cases()) {
      const double first = medians_[name + '/' + ways.front()];
      if (first == 0) continue;  // filtered out
      std::printf("%-34s", name.c_str());
      for (const std::string &way : ways) {
        const double speed = medians_[name + '/' + way];
        std::printf(" %10s %6.2f GB/s %5.2f", way.c_str(), speed / 1e9, speed / first);
      }
      std::printf("\n");
    }
  }

 private:
  std::map<std::string, double> medians_;
};

}  // namespace

int main(int argc, char **argv) {
  std::vector<char *> args(argv, argv + argc);
  std::string more[] = {"--benchmark_repetitions=9", "--benchmark_enable_random_interleaving=true",
                        "--benchmark_min_time=0.005"};
  for (std::string &arg : more) args.insert(args.begin() + 1, arg.data());  // those of the command line win
  int count = static_cast<int>(args.size());
  benchmark::Initialize(&count, args.data());
  add_lines();
  add_tiles();
  add_strided<uint8_t>();
  add_strided<uint16_t>();
  add_strided<uint32_t>();
  add_strided<uint64_t>();
  add_strided<Large>();
  Table table;
  benchmark::RunSpecifiedBenchmarks(&table);
}

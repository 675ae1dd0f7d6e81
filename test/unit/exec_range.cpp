// SPDX-License-Identifier: Apache-2.0
// ND-ranges: ids, sizes, memory, counts, async copies in groups.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <mutex>
#include <new>
#include <numeric>
#include <set>
#include <thread>

#include "common/hang.h"
#include "exec_kernels.h"

namespace wherry::test {
namespace {

using abi::GroupContext;
using exec::Executor;

struct CoverArgs {
  std::atomic<uint32_t> *items;
  std::atomic<uint64_t> *bad;
};

// Counts a visit of each work-item at its global id, and checks the context.
void cover(const std::byte *block, GroupContext *group) {
  const auto &args = args_of<CoverArgs>(block);
  const abi::Launch &launch = *group->launch;
  uint64_t bad = 0;
  for (int i = 0; i < 3; ++i) {
    bad += group->group_id[i] >= launch.num_groups[i];
    bad += group->local_size[i] == 0 || group->local_size[i] > launch.local_size[i];
    bad += group->group_id[i] + 1 < launch.num_groups[i] && group->local_size[i] != launch.local_size[i];
  }
  bad += reinterpret_cast<uintptr_t>(group->local_memory) % abi::kLocalAlign != 0 || !group->local_memory;
  bad += reinterpret_cast<uintptr_t>(group->item_context) % abi::kContextAlign != 0 || !group->item_context;
  bad += !launch.host || !launch.host->async_copy || !launch.host->wait_events || !launch.host->print;
  if (bad) args.bad->fetch_add(bad);
  for (uint64_t z = 0; z < group->local_size[2]; ++z)
    for (uint64_t y = 0; y < group->local_size[1]; ++y)
      for (uint64_t x = 0; x < group->local_size[0]; ++x) {
        const uint64_t gx = group->group_id[0] * launch.local_size[0] + x,
                       gy = group->group_id[1] * launch.local_size[1] + y,
                       gz = group->group_id[2] * launch.local_size[2] + z;
        args.items[(gz * launch.global_size[1] + gy) * launch.global_size[0] + gx].fetch_add(1,
                                                                                             std::memory_order_relaxed);
      }
}

exec::RunResult run_by_size(const exec::NdRange &range) {
  return Executor::instance().run(range, Executor::instance().size_of(range));
}

// With async copies and without: the latter are run another way once they are known to be small.
class EveryItem : public testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Range, EveryItem,
                         testing::Values(uint32_t{abi::kUsesAsyncCopies}, 0,
                                         uint32_t{abi::kRegroupable | abi::kLanesAlongY},
                                         uint32_t{abi::kRegroupable | abi::kLanesAlongZ}));

struct OrderArgs {
  std::vector<uint64_t> *order;
};

void note_order(const std::byte *block, GroupContext *group) {
  const uint64_t *id = group->group_id;
  args_of<OrderArgs>(block).order->push_back(id[0] + 10 * id[1] + 100 * id[2]);
}

// Along the lanes, memory is contiguous from work-group to work-group.
TEST(Order, IsTheLanesFirst) {
  const auto order = [](uint32_t flags) {
    abi::KernelInfo info = kernel(note_order);
    info.flags = flags;
    std::vector<uint64_t> found;
    const OrderArgs args{&found};
    Executor::instance().run(range(info, args, {3, {2, 2, 2}, {1, 1, 1}}), exec::LaunchSize::single_thread);
    return found;
  };
  using Ids = std::vector<uint64_t>;
  EXPECT_EQ(order(abi::kRegroupable), (Ids{0, 1, 10, 11, 100, 101, 110, 111}));
  EXPECT_EQ(order(abi::kRegroupable | abi::kLanesAlongY), (Ids{0, 10, 1, 11, 100, 110, 101, 111}));
  EXPECT_EQ(order(abi::kRegroupable | abi::kLanesAlongZ), (Ids{0, 100, 1, 101, 10, 110, 11, 111}));
  EXPECT_EQ(order(abi::kLanesAlongY), (Ids{0, 1, 10, 11, 100, 101, 110, 111})) << "work-items may tell";
}

TEST_P(EveryItem, Once) {
  abi::KernelInfo info = kernel(cover, 100, 24);
  info.flags = GetParam();
  const Sizes cases[] = {
      {1, {1}, {1}},
      {1, {1000}, {1}},
      {1, {1000}, {7}},
      {1, {5}, {64}},
      {1, {100000}, {256}},
      {2, {33, 17}, {8, 4}},
      {2, {1, 1000}, {1, 3}},
      {2, {64, 64}, {64, 1}},
      {3, {7, 6, 5}, {2, 4, 5}},
      {3, {10, 10, 10}, {3, 3, 3}},
      {3, {1, 1, 9}, {4, 4, 4}},
      {3, {128, 2, 2}, {16, 1, 2}},
      // What stands past the dimensions is not looked at.
      {1, {50, 0, 77}, {8, 0, 0}},
  };
  for (const Sizes &sizes : cases) {
    uint64_t total = 1;
    for (uint32_t i = 0; i < sizes.dims; ++i) total *= sizes.global[i];
    std::vector<std::atomic<uint32_t>> items(total);
    std::atomic<uint64_t> bad{0};
    const CoverArgs args{items.data(), &bad};
    for (uint32_t round = 1; round <= 3; ++round) {
      const exec::RunResult result = run_by_size(range(info, args, sizes, 1000));
      EXPECT_EQ(result.copies.copies, 0u);
      EXPECT_EQ(result.printed, "");
      for (auto &item : items) ASSERT_EQ(item, round) << sizes.dims << ' ' << sizes.global[0] << ' ' << sizes.local[0];
    }
    EXPECT_EQ(bad, 0u);
  }
}

// A worker may join when all work-groups have been claimed: the kernel and the list of buffers may be gone by then.
TEST(Range, ALateWorkerReadsNothingOfTheLaunch) {
  static Executor *const executor = Executor::make(8, {}, nullptr);
  constexpr uint64_t kAllocated = 33 << 20;  // bytes of local memory that each launch allocates: workers are slow
  struct Released {
    abi::KernelInfo info;
    abi::BufferRange buffer;
  };
  const int args = 0;
  std::byte memory[4];
  std::vector<void *> pages;
  // It takes some thousands of rounds; with a sanitizer each takes long.
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  for (int round = 0; round < 12000 && std::chrono::steady_clock::now() < end; ++round) {
    void *page = mmap(nullptr, sizeof(Released), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(page, MAP_FAILED);
    pages.push_back(page);
    auto *released =
        new (page) Released{kernel([](const std::byte *, GroupContext *) {}), {memory, sizeof memory, 0, false}};
    released->info.flags = abi::kChecked;
    exec::NdRange checked = range(released->info, args, {1, {uint64_t(1) + round % 64}, {1}}, kAllocated);
    checked.buffers = {&released->buffer, 1};
    executor->run(checked);
    ASSERT_EQ(mprotect(page, sizeof(Released), PROT_NONE), 0);
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  for (void *page : pages) munmap(page, sizeof(Released));
}

// A kernel that was quick has one thread; when it has become slow it gets help again.
TEST(Range, QuickNoMore) {
  if (Executor::instance().num_workers() < 2) GTEST_SKIP() << "needs two workers";
  static std::atomic<bool> slow;
  static std::mutex mutex;
  static std::set<std::thread::id> threads;
  static abi::KernelInfo info = kernel([](const std::byte *, abi::GroupContext *) {
    if (!slow) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const std::lock_guard lock(mutex);
    threads.insert(std::this_thread::get_id());
  });
  info.flags = 0;
  const int args = 0;
  auto run = [&] {
    threads.clear();
    run_by_size(range(info, args, {1, {16}, {1}}));
    return threads.size();
  };
  slow = false;
  for (int i = 0; i < 10; ++i) run();
  slow = true;
  EXPECT_TRUE(eventually([&] { return run() > 1; }));  // not each is timed
}

TEST(Range, LaunchFieldsAndOffset) {
  static const auto entry = [](const std::byte *block, GroupContext *group) {
    **reinterpret_cast<abi::Launch *const *>(block) = *group->launch;
  };
  const abi::KernelInfo info = kernel(entry);
  abi::Launch seen{}, *args = &seen;
  exec::NdRange r = range(info, args, {2, {10, 4, 99}, {10, 4, 99}});
  r.global_offset[0] = 5;
  r.global_offset[1] = ~uint64_t{0};
  r.global_offset[2] = 3;
  const abi::BufferRange buffers[2] = {{nullptr, 7, 0, true}, {nullptr, 8, 2, false}};
  const abi::LocalRange locals[1] = {{128, 9, 1}};
  r.buffers = buffers;
  r.locals = locals;
  Executor::instance().run(r);
  EXPECT_EQ(seen.work_dim, 2u);
  EXPECT_EQ(seen.kernel, &info);
  EXPECT_EQ(seen.buffers, buffers);
  EXPECT_EQ(seen.num_buffers, 2u);
  EXPECT_EQ(seen.locals, locals);
  EXPECT_EQ(seen.num_locals, 1u);
  const uint64_t expected[4][3] = {{10, 4, 1}, {5, ~uint64_t{0}, 0}, {10, 4, 1}, {1, 1, 1}};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(seen.global_size[i], expected[0][i]);
    EXPECT_EQ(seen.global_offset[i], expected[1][i]);
    EXPECT_EQ(seen.local_size[i], expected[2][i]);
    EXPECT_EQ(seen.num_groups[i], expected[3][i]);
  }
}

void count_group(const std::byte *block, GroupContext *) {
  (*reinterpret_cast<std::atomic<uint64_t> *const *>(block))->fetch_add(1, std::memory_order_relaxed);
}

TEST(Range, MillionsOfTinyGroups) {
  const abi::KernelInfo info = kernel(count_group);
  std::atomic<uint64_t> count{0}, *args = &count;
  Executor::instance().run(range(info, args, {1, {3000000}, {1}}));
  EXPECT_EQ(count, 3000000u);
}

TEST(Range, EmptyRangeRunsNothing) {
  const abi::KernelInfo info = kernel(count_group);
  std::atomic<uint64_t> count{0}, *args = &count;
  Executor::instance().run(range(info, args, {3, {5, 0, uint64_t{1} << 60}, {1, 1, 1}}));
  EXPECT_EQ(count, 0u);
}

TEST(Range, TooMuchMemoryThrowsBeforeAnyGroup) {
  std::atomic<uint64_t> count{0}, *args = &count;
  for (uint64_t context : {uint64_t{1} << 40, uint64_t{1} << 56, ~uint64_t{0}}) {
    const abi::KernelInfo info = kernel(count_group, 0, context);
    EXPECT_THROW(Executor::instance().run(range(info, args, {1, {4096}, {1024}})), std::bad_alloc);
  }
  const abi::KernelInfo info = kernel(count_group);
  for (uint64_t local : {uint64_t{1} << 50, ~uint64_t{0}})
    EXPECT_THROW(Executor::instance().run(range(info, args, {1, {4096}, {1024}}, local)), std::bad_alloc);
  const uint64_t huge = uint64_t{1} << 40;
  EXPECT_THROW(Executor::instance().run(range(info, args, {3, {huge, huge, huge}, {1, 1, 1}})), std::bad_alloc);
  EXPECT_THROW(Executor::instance().run(range(info, args, {2, {huge, huge}, {huge, huge}})), std::bad_alloc);
  EXPECT_EQ(count, 0u);
  Executor::instance().run(range(info, args, {1, {10}, {1}}));  // it lives
  EXPECT_EQ(count, 10u);
}

struct MemoryArgs {
  uint64_t local_bytes, context_bytes;
  std::atomic<uint64_t> *bad;
};

// Fills all its memory with its id, lets others run, and finds it again.
void fill_memory(const std::byte *block, GroupContext *group) {
  const auto &args = args_of<MemoryArgs>(block);
  const int id = static_cast<int>(group->group_id[0] % 251);
  std::memset(group->local_memory, id, args.local_bytes);
  std::memset(group->item_context, id, args.context_bytes);
  std::this_thread::yield();
  uint64_t bad = 0;
  for (uint64_t i = 0; i < args.local_bytes; ++i) bad += group->local_memory[i] != std::byte(id);
  for (uint64_t i = 0; i < args.context_bytes; i += 61) bad += group->item_context[i] != std::byte(id);
  if (bad) args.bad->fetch_add(bad);
}

TEST(Range, MemoryIsTheGroupsOwn) {
  std::atomic<uint64_t> bad{0};
  for (uint64_t item_bytes : {0, 8, 40000}) {
    const abi::KernelInfo info = kernel(fill_memory, 1000, item_bytes);
    const MemoryArgs args{1024 + 3000, item_bytes * 1024, &bad};  // 1023 items, padded; 40 MB
    const int rounds = item_bytes > 8 ? 1 : 20;
    for (int i = 0; i < rounds; ++i) Executor::instance().run(range(info, args, {1, {1023 * 6}, {1023}}, 3000));
  }
  EXPECT_EQ(bad, 0u);
}

// A kernel that runs another: the inner one's groups must not use the waiting outer one's memory.
void outer(const std::byte *block, GroupContext *group) {
  const auto &args = args_of<MemoryArgs>(block);
  const int id = static_cast<int>(1 + group->group_id[0] % 251);
  std::memset(group->local_memory, id, args.local_bytes);
  static const abi::KernelInfo inner = kernel(fill_memory, 1024);
  const MemoryArgs inner_args{1024, 0, args.bad};
  Executor::instance().run(range(inner, inner_args, {1, {50}, {1}}));
  uint64_t bad = 0;
  for (uint64_t i = 0; i < args.local_bytes; ++i) bad += group->local_memory[i] != std::byte(id);
  if (bad) args.bad->fetch_add(bad);
}

TEST(Range, NestedAndConcurrent) {
  std::atomic<uint64_t> bad{0};
  const abi::KernelInfo info = kernel(outer, 4096);
  const MemoryArgs args{4096, 0, &bad};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) Executor::instance().run(range(info, args, {1, {40}, {1}}));
    });
  for (auto &thread : threads) thread.join();
  EXPECT_EQ(bad, 0u);
}

struct CopyArgs {
  const uint32_t *in;
  uint32_t *out;
  uint64_t tile;  // elements
  bool wait;
  std::atomic<uint64_t> *bad;
};

// Copies its tile in, adds one, copies it out; the last copy is waited for by the kernel or by the drain.
void copy_kernel(const std::byte *block, GroupContext *group) {
  const auto &args = args_of<CopyArgs>(block);
  const abi::HostCalls &host = *group->launch->host;
  const uint64_t n = group->local_size[0], at = group->group_id[0] * args.tile;
  auto *local = reinterpret_cast<uint32_t *>(group->local_memory);
  // The two halves behind one event.
  uint64_t event = host.async_copy(group, &kSite, local, args.in + at, n / 2, 4, 1, 1, 0);
  const uint64_t joined =
      host.async_copy(group, &kSite, local + n / 2, args.in + at + n / 2, n - n / 2, 4, 1, 1, event);
  if (joined != event) args.bad->fetch_add(1);
  host.wait_events(group, &kSite, 1, &event);
  for (uint64_t i = 0; i < n; ++i) local[i] += 1;
  uint64_t out = host.async_copy(group, &kSite, args.out + at, local, n, 4, 1, 1, event);  // stale: a new one
  if (out == event) args.bad->fetch_add(1);
  if (args.wait) host.wait_events(group, &kSite, 1, &out);
}

TEST(Range, AsyncCopiesInGroups) {
  for (const uint64_t tile : {100, 1000, 60000})
    for (bool wait : {true, false}) {
      const uint64_t n = tile * 37 + 13;  // a smaller last group
      std::vector<uint32_t> in(n), out(n);
      std::iota(in.begin(), in.end(), 7);
      std::atomic<uint64_t> bad{0};
      const abi::KernelInfo info = kernel(copy_kernel);
      const CopyArgs args{in.data(), out.data(), tile, wait, &bad};
      const exec::RunResult result = Executor::instance().run(range(info, args, {1, {n}, {tile}}, tile * 4));
      for (uint64_t i = 0; i < n; ++i) ASSERT_EQ(out[i], in[i] + 1) << i;
      EXPECT_EQ(bad, 0u);
      EXPECT_EQ(result.copies.copies, 38u * 3);
      EXPECT_EQ(result.copies.bytes, n * 4 * 2);
      EXPECT_LE(result.copies.offloaded_chunks, result.copies.chunks);
    }
}

void print_kernel(const std::byte *, GroupContext *group) {
  for (int i = 0; i < 3; ++i) {
    const uint64_t args[] = {group->group_id[0], static_cast<uint64_t>(i)};
    const uint32_t sizes[] = {8, 4};
    group->launch->host->print(group, "%lu:%d\n", args, sizes, 2);
  }
}

TEST(Range, PrintedCallsAreWholeAndInOrderWithinAGroup) {
  const abi::KernelInfo info = kernel(print_kernel);
  const int args = 0;
  const std::string text = Executor::instance().run(range(info, args, {1, {200}, {1}})).printed;
  std::vector<int> next(200);
  size_t lines = 0;
  for (size_t at = 0; at < text.size(); ++lines) {
    unsigned group;
    int i;
    ASSERT_EQ(std::sscanf(&text[at], "%u:%d\n", &group, &i), 2);
    ASSERT_LT(group, 200u);
    EXPECT_EQ(i, next[group]++);
    at = text.find('\n', at) + 1;
  }
  EXPECT_EQ(lines, 600u);
}

// The kernel sees the default rounding and no trap, whatever the host thread has set.
void divide(const std::byte *block, GroupContext *) {
  volatile float zero = 0, one = 1;
  **reinterpret_cast<float *const *>(block) = one / zero;
}

TEST(Range, HostThreadsFloatTrapsStayOut) {
#if defined(__x86_64__)
  const unsigned before = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(0x1f80 & ~0x0200u);  // trap divisions by zero
  float result = 0, *args = &result;
  const abi::KernelInfo info = kernel(divide);
  Executor::instance().run(range(info, args, {1, {1}, {1}}));
  const unsigned after = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(before);
  EXPECT_GT(result, 1e30f);
  EXPECT_EQ(after & 0x0200u, 0u);
#endif
}

// A worker that was called for help may come when all is done, and the kernel's module unloaded: as a process's first
// worker does, while its thread begins.
TEST(Range, KernelMayGoWhenItsRangeHasEnded) {
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  for (int i = 0; i < 250; ++i) {
    const pid_t child = fork();
    if (child == 0) {
      void *module = mmap(nullptr, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      auto *info = new (module) abi::KernelInfo(kernel([](const std::byte *, abi::GroupContext *) {}));
      const int args = 0;
      Executor::instance().run(range(*info, args, {1, {4}, {1}}));
      munmap(module, page);
      usleep(1500);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_EQ(status, 0) << i;
  }
}

}  // namespace
}  // namespace wherry::test

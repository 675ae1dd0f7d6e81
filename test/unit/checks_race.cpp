// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <vector>

#include "checks/race.h"

namespace wherry::checks {

namespace {

constexpr uint64_t kLocal = abi::kRaceLocal, kGlobal = abi::kRaceGlobal;
constexpr uint32_t kSites = race_word::kMaxSite;  // of a kernel
constexpr uint64_t kItems = 100;                  // of a work-group
constexpr uint32_t kBoth = abi::kLocalMemFence | abi::kGlobalMemFence;

struct Listener final : RaceListener {
  void found(const Race &race) override { races.push_back(race); }
  std::vector<Race> races;
};

// Two work-groups of a launch, on two workers.
class Races : public testing::Test {
 protected:
  Races() {
    for (auto *group : {&a, &b}) EXPECT_TRUE(group->reserve(sizeof local));
    start(launch);
  }
  void start(RaceLaunch &of) {
    for (auto *group : {&a, &b}) group->begin_launch(of, listener, kItems, kSites);
    begin(a, 0);
    begin(b, 1);
  }
  void begin(RaceGroup &group, uint64_t number, uint32_t sub_group_size = 0) {
    group.begin_group(number, local, sizeof local, sub_group_size);
  }

  static uint64_t word(uint64_t kind, uint32_t item, uint32_t site) {
    return kind | uint64_t{site} << race_word::kSiteShift | uint64_t{item} << race_word::kItemShift;
  }
  static uint64_t how(uint64_t space, uint64_t size) { return size | space << abi::kRaceSpaceShift; }

  void read(RaceGroup &group, uint32_t item, const void *at, uint64_t size = 4, uint64_t space = kLocal) {
    group.access(at, word(race_word::kRead, item, 1), how(space, size), 0);
  }
  void write(RaceGroup &group, uint32_t item, const void *at, uint64_t size = 4, uint64_t space = kLocal) {
    group.access(at, word(race_word::kWrite, item, 2), how(space, size), 0);
  }
  void store(RaceGroup &group, uint32_t item, void *at, uint32_t value, uint64_t space = kLocal) {
    group.access(at, word(race_word::kWrite, item, 2), how(space, 4) | uint64_t{1} << abi::kRaceValueShift, value);
    std::memcpy(at, &value, 4);
  }
  void atomic(RaceGroup &group, uint32_t item, const void *at, MemoryOrder order = MemoryOrder::relaxed,
              uint64_t space = kLocal) {
    group.atomic(at, word(race_word::kAtomic, item, 3), how(space, 4), order);
    group.acquired(at, word(race_word::kAtomic, item, 3), how(space, 4), order);
  }
  size_t found() { return std::exchange(listener.races, {}).size(); }

  Listener listener;
  RaceLaunch launch;
  RaceGroup a, b;
  alignas(128) uint32_t local[64] = {};
  alignas(16) uint32_t global[64] = {};
};

TEST_F(Races, two_work_items_write_a_place) {
  write(a, 0, local);
  write(a, 0, local);
  EXPECT_EQ(found(), 0u);
  write(a, 5, local);
  ASSERT_EQ(listener.races.size(), 1u);
  const Race &race = listener.races[0];
  EXPECT_EQ(race.now.item, 5u);
  EXPECT_EQ(race.before.item, 0u);
  EXPECT_TRUE(race.now.writes && race.before.writes && race.local && !race.same_value && !race.across_groups);
  EXPECT_EQ(race.now.site, 2u);
  EXPECT_EQ(race.address, reinterpret_cast<uintptr_t>(local));
}

TEST_F(Races, reads_are_none_and_a_write_behind_any_of_them_is) {
  read(a, 0, local);
  read(a, 1, local);
  read(a, 0, local);
  EXPECT_EQ(found(), 0u);
  write(a, 0, local);  // work-item 1 has read it
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(!listener.races[0].before.writes && listener.races[0].now.writes);
}

TEST_F(Races, of_several_readers_the_first_is_named) {
  read(a, 3, local);
  // What reads last is the one that writes next.
  a.access(local, word(race_word::kRead, 7, 4), how(kLocal, 4), 0);
  write(a, 7, local);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_EQ(listener.races[0].before.item, 3u);
  EXPECT_EQ(listener.races[0].before.site, 1u);
  EXPECT_FALSE(listener.races[0].before.unknown);
  // The first reader writes: where the others read is not known.
  found();
  read(a, 3, local + 1);
  read(a, 7, local + 1);
  write(a, 3, local + 1);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].before.unknown);
  EXPECT_EQ(listener.races[0].before.site, abi::kNoRaceSite);
}

// A lock that another group has held between.
TEST_F(Races, a_release_comes_back_by_way_of_another_group) {
  write(a, 0, global, 4, kGlobal);
  atomic(a, 0, global + 9, MemoryOrder::release, kGlobal);
  atomic(b, 3, global + 9, MemoryOrder::acquire, kGlobal);
  atomic(b, 3, global + 9, MemoryOrder::release, kGlobal);
  atomic(a, 1, global + 9, MemoryOrder::acquire, kGlobal);
  write(a, 1, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
  write(a, 2, global, 4, kGlobal);  // without the lock
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, a_plain_read_behind_an_own_atomic) {
  atomic(a, 0, local);
  read(a, 0, local);
  EXPECT_EQ(found(), 0u);
  atomic(a, 1, local);
  EXPECT_EQ(found(), 1u);
}

// The last work-item that updates a place reads it plainly: it races with the others.
TEST_F(Races, a_plain_access_behind_atomics_of_others) {
  atomic(a, 0, local);
  atomic(a, 1, local);
  read(a, 1, local);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].before.atomic);
  EXPECT_EQ(listener.races[0].before.item, 0u);
  found();
  atomic(a, 0, local + 1);
  atomic(a, 1, local + 1);
  read(a, 0, local + 1);  // where work-item 1 is, is not known
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].before.unknown);
  EXPECT_EQ(listener.races[0].before.site, abi::kNoRaceSite);
  found();
  atomic(a, 0, local + 2);
  atomic(a, 1, local + 2);
  a.barrier(abi::kLocalMemFence);
  read(a, 1, local + 2);
  EXPECT_EQ(found(), 0u);
}

TEST_F(Races, a_plain_access_behind_atomics_of_other_groups) {
  atomic(a, 0, global, MemoryOrder::relaxed, kGlobal);
  atomic(b, 0, global, MemoryOrder::relaxed, kGlobal);
  b.barrier(abi::kGlobalMemFence);  // orders its own group
  read(b, 0, global, 4, kGlobal);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].across_groups && listener.races[0].before.atomic);
  found();
  // Each group releases what it did, and the last one acquires.
  for (RaceGroup *group : {&a, &b}) atomic(*group, 0, global + 1, MemoryOrder::acquire_release, kGlobal);
  write(b, 0, global + 1, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
}

// Whoever was the first to update a place, another one's release is seen.
TEST_F(Races, a_release_between_atomics_of_one_work_item) {
  atomic(a, 0, local);
  write(a, 1, local + 1);
  atomic(a, 1, local, MemoryOrder::release);
  atomic(a, 0, local, MemoryOrder::acquire);
  read(a, 0, local + 1);
  EXPECT_EQ(found(), 0u);
}

TEST_F(Races, a_scope_of_the_group_orders_no_other_group) {
  const auto flag = [&](RaceGroup &group, MemoryOrder order, bool in_group) {
    group.atomic(global, word(race_word::kAtomic, 0, 3), how(kGlobal, 4), order, in_group);
    group.acquired(global, word(race_word::kAtomic, 0, 3), how(kGlobal, 4), order, in_group);
  };
  write(a, 0, global + 1, 4, kGlobal);
  flag(a, MemoryOrder::release, true);
  flag(b, MemoryOrder::acquire, false);
  read(b, 0, global + 1, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, a_work_item_reads_and_writes_what_is_its_own) {
  for (uint32_t item = 0; item < 64; ++item) {
    read(a, item, local + item);
    write(a, item, local + item);
    read(a, item, local + item);
  }
  EXPECT_EQ(found(), 0u);
}

TEST_F(Races, a_barrier_orders_the_memory_of_its_flag) {
  write(a, 0, local);
  write(a, 0, global, 4, kGlobal);
  a.barrier(abi::kLocalMemFence);
  read(a, 1, local);
  EXPECT_EQ(found(), 0u);
  read(a, 1, global, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
  a.barrier(abi::kGlobalMemFence);
  read(a, 2, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
  write(a, 1, local);  // it read it itself
  EXPECT_EQ(found(), 0u);
  write(a, 2, local);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, more_barriers_than_a_run_counts) {
  for (int i = 0; i < 1000; ++i) {
    write(a, i % 7, global, 4, kGlobal);
    write(a, i % 7, local);
    a.barrier(abi::kGlobalMemFence | abi::kLocalMemFence);
  }
  EXPECT_EQ(found(), 0u);
  write(b, 0, global, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, bytes_of_a_word) {
  auto *bytes = reinterpret_cast<std::byte *>(local);
  for (uint32_t i = 0; i < 8; ++i) write(a, i, bytes + i, 1);
  for (uint32_t i = 0; i < 8; ++i) read(a, i, bytes + i, 1);
  EXPECT_EQ(found(), 0u);
  read(a, 3, local);  // all four
  EXPECT_EQ(found(), 1u);
  a.barrier(abi::kLocalMemFence);
  write(a, 9, local);
  write(a, 9, bytes + 1, 2);
  EXPECT_EQ(found(), 0u);
  write(a, 8, bytes + 2, 1);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, shorts_that_neighbours_write_and_one_that_straddles) {
  auto *bytes = reinterpret_cast<std::byte *>(global);
  for (uint32_t i = 0; i < 8; ++i) write(a, i, bytes + 2 * i, 2, kGlobal);
  EXPECT_EQ(found(), 0u);
  write(a, 7, bytes + 3, 2, kGlobal);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, wide_accesses) {
  for (uint32_t i = 0; i < 4; ++i) write(a, i, local + 4 * i, 16);
  EXPECT_EQ(found(), 0u);
  read(a, 0, local + 3, 8);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, atomics_among_each_other_are_none) {
  for (uint32_t i = 0; i < 9; ++i) atomic(a, i, local);
  for (uint32_t i = 0; i < 9; ++i) atomic(i & 1 ? a : b, i, global, MemoryOrder::relaxed, kGlobal);
  EXPECT_EQ(found(), 0u);
  read(a, 0, local);
  EXPECT_EQ(found(), 1u);
  write(b, 0, global, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, groups_share_global_memory) {
  read(a, 0, global, 4, kGlobal);
  read(b, 0, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
  write(b, 0, global, 4, kGlobal);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].across_groups);
  found();
  write(a, 1, global + 1, 4, kGlobal);
  a.barrier(abi::kGlobalMemFence);
  read(a, 2, global + 1, 4, kGlobal);  // does not hide the write
  read(b, 0, global + 1, 4, kGlobal);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_EQ(listener.races[0].before.group, 0u);
}

TEST_F(Races, another_groups_read_is_seen_behind_a_barrier) {
  read(a, 0, global, 4, kGlobal);
  read(b, 0, global, 4, kGlobal);
  b.barrier(abi::kGlobalMemFence);
  write(b, 0, global, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, a_group_that_follows_on_the_same_worker_is_another) {
  write(a, 0, global, 4, kGlobal);
  write(a, 0, local);
  begin(a, 2);
  write(a, 1, local);
  EXPECT_EQ(found(), 0u);
  write(a, 0, global, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, a_release_and_an_acquire_order_groups) {
  write(a, 0, global, 4, kGlobal);
  atomic(a, 0, global + 9, MemoryOrder::release, kGlobal);
  atomic(b, 3, global + 9, MemoryOrder::acquire, kGlobal);
  read(b, 3, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
  write(a, 0, global + 1, 4, kGlobal);  // behind the release
}

TEST_F(Races, a_relaxed_atomic_orders_nothing) {
  write(a, 0, global, 4, kGlobal);
  atomic(a, 0, global + 9, MemoryOrder::relaxed, kGlobal);
  atomic(b, 3, global + 9, MemoryOrder::acquire, kGlobal);
  read(b, 3, global, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, fences_make_relaxed_atomics_order) {
  write(a, 0, global, 4, kGlobal);
  a.fence(word(0, 0, 0), MemoryOrder::acquire_release, kBoth);
  atomic(a, 0, global + 9, MemoryOrder::relaxed, kGlobal);
  atomic(b, 3, global + 9, MemoryOrder::relaxed, kGlobal);
  b.fence(word(0, 3, 0), MemoryOrder::acquire_release, kBoth);
  read(b, 3, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
}

// The scope of either fence may be too narrow, and either may leave out global memory.
TEST_F(Races, fences_order_other_groups_by_their_scope_and_flags) {
  struct {
    uint32_t flags[2];
    bool in_group[2];
    size_t races;
  } const cases[] = {
      {{kBoth, kBoth}, {false, false}, 0},
      {{abi::kGlobalMemFence, abi::kGlobalMemFence}, {false, false}, 0},
      {{kBoth, kBoth}, {true, false}, 1},
      {{kBoth, kBoth}, {false, true}, 1},
      {{abi::kLocalMemFence, kBoth}, {false, false}, 1},
      {{kBoth, abi::kLocalMemFence}, {false, false}, 1},
  };
  for (const auto &[flags, in_group, races] : cases) {
    RaceLaunch another;
    start(another);
    write(a, 0, global + 1, 4, kGlobal);
    a.fence(word(0, 0, 0), MemoryOrder::release, flags[0], in_group[0]);
    atomic(a, 0, global, MemoryOrder::relaxed, kGlobal);
    atomic(b, 3, global, MemoryOrder::relaxed, kGlobal);
    b.fence(word(0, 3, 0), MemoryOrder::acquire, flags[1], in_group[1]);
    read(b, 3, global + 1, 4, kGlobal);
    EXPECT_EQ(found(), races) << flags[0] << flags[1] << in_group[0] << in_group[1];
  }
}

TEST_F(Races, fences_of_a_group_order_the_memory_of_their_flags) {
  for (const uint32_t released : {1u, 2u, 3u})
    for (const uint32_t acquired : {1u, 2u, 3u})
      for (const uint64_t space : {kLocal, kGlobal}) {
        const uint32_t *const at = space == kLocal ? local : global;
        RaceLaunch another;
        start(another);
        write(a, 0, at, 4, space);
        a.fence(word(0, 0, 0), MemoryOrder::release, released, /*in_group=*/true);
        atomic(a, 0, local + 9);
        atomic(a, 1, local + 9);
        a.fence(word(0, 1, 0), MemoryOrder::acquire, acquired, /*in_group=*/true);
        read(a, 1, at, 4, space);
        const uint32_t needed = space == kLocal ? abi::kLocalMemFence : abi::kGlobalMemFence;
        EXPECT_EQ(found(), released & acquired & needed ? 0u : 1u) << released << acquired << space;
      }
}

TEST_F(Races, a_texel_of_one_s_own_without_a_fence) {
  const auto texel = [&](uint64_t kind, uint32_t item, uint32_t *at) {
    a.texel(at, word(kind, item, kind == race_word::kWrite ? 2 : 1), 4);
  };
  texel(race_word::kWrite, 3, global);
  texel(race_word::kRead, 3, global + 1);
  EXPECT_EQ(found(), 0u);
  texel(race_word::kRead, 3, global);
  ASSERT_EQ(listener.races.size(), 1u);
  const Race &race = listener.races[0];
  EXPECT_TRUE(race.own_texel && race.before.writes && race.before.item == 3 && race.before.site == 2);
  found();
  for (const uint32_t flags : {abi::kImageMemFence, abi::kGlobalMemFence}) {
    texel(race_word::kWrite, 3, global);
    a.fence(word(0, 3, 0), MemoryOrder::acquire_release, flags, /*in_group=*/true);
    texel(race_word::kRead, 3, global);
    texel(race_word::kWrite, 3, global);
    a.barrier(flags);
    texel(race_word::kRead, 3, global);
    EXPECT_EQ(found(), 0u);
  }
  texel(race_word::kWrite, 3, global);
  a.fence(word(0, 3, 0), MemoryOrder::acquire_release, abi::kLocalMemFence, /*in_group=*/true);
  texel(race_word::kRead, 3, global);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, the_last_group_sums_up_behind_a_barrier) {
  write(a, 0, global, 4, kGlobal);
  a.barrier(abi::kGlobalMemFence);
  atomic(a, 0, global + 9, MemoryOrder::relaxed, kGlobal);
  write(b, 0, global + 1, 4, kGlobal);
  b.barrier(abi::kGlobalMemFence);
  atomic(b, 0, global + 9, MemoryOrder::relaxed, kGlobal);
  b.barrier(abi::kLocalMemFence);
  read(b, 1, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
}

TEST_F(Races, a_lock_in_local_memory) {
  for (uint32_t item = 0; item < 4; ++item) {
    atomic(a, item, local + 9, MemoryOrder::acquire);
    read(a, item, local);
    write(a, item, local);
    atomic(a, item, local + 9, MemoryOrder::release);
  }
  EXPECT_EQ(found(), 0u);
}

TEST_F(Races, the_same_value) {
  store(a, 0, local, 7);
  store(a, 1, local, 7);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].same_value);
  found();
  store(a, 2, local, 8);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_FALSE(listener.races[0].same_value);
}

TEST_F(Races, the_same_value_of_a_vector) {
  const auto store = [&](uint32_t item, std::array<uint64_t, 4> value) {
    uint64_t sum = 0;
    for (const uint64_t word : value) sum = (sum + word) * abi::kRaceValueFactor;
    a.access(local, word(race_word::kWrite, item, 2), how(kLocal, 32) | uint64_t{1} << abi::kRaceValueShift, sum);
    std::memcpy(local, value.data(), 32);
  };
  store(0, {1, 2, 3, 4});
  store(1, {1, 2, 3, 4});
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].same_value);
  found();
  store(2, {1, 2, 4, 3});
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_FALSE(listener.races[0].same_value);
}

// The last word holds 4 bytes.
TEST_F(Races, the_same_value_of_a_vector_of_three) {
  local[3] = 9;
  for (const uint32_t item : {0u, 1u}) {
    const uint64_t sum = ((1 | uint64_t{2} << 32) * abi::kRaceValueFactor + 3) * abi::kRaceValueFactor;
    a.access(local, word(race_word::kWrite, item, 2), how(kLocal, 12) | uint64_t{1} << abi::kRaceValueShift, sum);
    for (uint32_t i = 0; i < 3; ++i) local[i] = i + 1;
  }
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].same_value);
}

TEST_F(Races, sub_groups_that_order_their_own) {
  begin(a, 3, 8);
  write(a, 0, local);
  read(a, 7, local);
  EXPECT_EQ(found(), 0u);
  write(a, 8, local);
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, launches_are_ordered) {
  write(a, 0, global, 4, kGlobal);
  RaceLaunch next;
  a.begin_launch(next, listener, kItems, kSites);
  begin(a, 4);
  write(a, 1, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
  // The first one goes on meanwhile.
  write(b, 1, global, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
}

TEST_F(Races, copies_before_beside_and_behind) {
  write(a, 3, local);
  a.copy(global, local, 16, 4);  // no barrier before it
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_TRUE(listener.races[0].now.copy && !listener.races[0].now.writes && listener.races[0].before.writes);
  found();
  write(a, 0, local);
  read(a, 0, global, 4, kGlobal);
  EXPECT_EQ(found(), 2u);
  a.copied(global, local, 16);
  write(a, 1, local + 1);
  read(a, 1, global + 1, 4, kGlobal);
  EXPECT_EQ(found(), 0u);
  read(b, 0, global + 2, 4, kGlobal);  // but not of another group
  EXPECT_EQ(found(), 1u);
}

TEST_F(Races, a_copy_over_what_was_read) {
  read(a, 2, local + 8);
  a.copy(local + 8, global, 16, 4);
  EXPECT_EQ(found(), 1u);
  a.copied(local + 8, global, 16);
  read(a, 0, local + 8);
  a.barrier(abi::kLocalMemFence);
  a.copy(local + 8, global, 16, 4);
  EXPECT_EQ(found(), 0u);
}

TEST_F(Races, what_lies_outside_of_local_memory_is_passed_over) {
  write(a, 0, local + 64);
  write(a, 1, local + 64);
  write(a, 0, local + 63, 8);
  write(a, 0, reinterpret_cast<void *>(~uintptr_t{7}), 4, kGlobal);
  EXPECT_EQ(found(), 0u);
}

// The lines and epochs of many accesses, whose contexts fill several blocks.
TEST_F(Races, each_of_many_lines_in_many_epochs_is_named) {
  constexpr uint32_t kEpochs = 40, kLines = 9;
  std::vector<uint32_t> memory(kEpochs * kLines * kItems);
  const auto place = [&](uint32_t epoch, uint32_t line, uint32_t item) {
    return &memory[(epoch * kLines + line) * kItems + item];
  };
  for (uint32_t epoch = 0; epoch < kEpochs; ++epoch) {
    for (uint32_t line = 0; line < kLines; ++line)
      for (uint32_t item = 0; item < kItems; ++item)
        a.access(place(epoch, line, item), word(race_word::kWrite, item, line), how(kGlobal, 4), 0);
    a.barrier(kBoth);
  }
  EXPECT_EQ(found(), 0u);
  for (uint32_t epoch = 0; epoch < kEpochs; ++epoch)
    for (uint32_t line = 0; line < kLines; ++line) {
      const uint32_t item = (epoch * 7 + line) % kItems;
      b.access(place(epoch, line, item), word(race_word::kRead, 3, 100 + epoch), how(kGlobal, 4), 0);
      ASSERT_EQ(listener.races.size(), 1u) << epoch << ' ' << line;
      EXPECT_EQ(listener.races[0].before.site, line);
      EXPECT_EQ(listener.races[0].before.item, item);
      EXPECT_EQ(listener.races[0].before.group, 0u);
      found();
    }
}

// A group's own words are those of its epoch: to kernels, which compare them with the range, too.
TEST_F(Races, a_copy_that_has_been_waited_for_is_of_no_epoch) {
  write(a, 0, global + 8, 4, kGlobal);
  const uint32_t first = a.epoch_word;
  EXPECT_EQ(a.line_words[2], first);
  a.copy(global, local, 16, 4);
  a.copied(global, local, 16);
  const uint32_t *const chunk = a.chunks[reinterpret_cast<uintptr_t>(global) >> abi::kRaceChunkShift];
  const uint32_t of_copy = chunk[reinterpret_cast<uintptr_t>(global) % (1 << abi::kRaceChunkShift) / 4];
  EXPECT_GE(of_copy, a.first_word);
  EXPECT_LT(of_copy, a.epoch_word);
  write(a, 0, global, 4, kGlobal);
  write(a, 1, global, 4, kGlobal);
  EXPECT_EQ(found(), 1u);
}

// An access of a line in an epoch, and a copy, take words once, however often they come, also where a block of contexts
// cannot hold all lines of a large work-group.
TEST(RaceWords, are_taken_once_for_what_comes_again) {
  constexpr uint32_t kMost = 4096, kLines = 9, kGroups = 20, kCopies = 40'000;
  Listener listener;
  RaceGroup a, b;
  alignas(128) uint32_t local[4] = {};
  for (auto *group : {&a, &b}) ASSERT_TRUE(group->reserve(sizeof local));
  RaceLaunch launch;
  for (auto *group : {&a, &b}) group->begin_launch(launch, listener, kMost, kSites);
  std::vector<uint32_t> memory(kMost * kLines);
  const auto access = [](RaceGroup &group, uint64_t kind, uint64_t item, uint64_t site, uint32_t *at) {
    group.access(at, kind | site << race_word::kSiteShift | item << race_word::kItemShift,
                 4 | kGlobal << abi::kRaceSpaceShift, 0);
  };
  for (uint32_t number = 0; number < kGroups; ++number) {
    std::vector<uint32_t> fresh(kMost * kLines);
    a.begin_group(number, local, sizeof local, 0);
    for (uint32_t item = 0; item < kMost; ++item)
      for (uint32_t line = 0; line < kLines; ++line)
        access(a, race_word::kWrite, item, line, &fresh[item * kLines + line]);
    if (number + 1 == kGroups) memory.swap(fresh);
  }
  for (uint32_t copy = 0; copy < kCopies; ++copy) {
    for (const uint32_t site : {10u, 18u, 26u}) {
      a.copy(local, &memory[copy % 100], 16, site);
      a.copied(local, &memory[copy % 100], 16);
    }
    a.barrier(abi::kLocalMemFence);
  }
  listener.races.clear();
  b.begin_group(kGroups, local, sizeof local, 0);
  access(b, race_word::kRead, 7, 20, &memory[4000 * kLines + 8]);
  ASSERT_EQ(listener.races.size(), 1u);
  EXPECT_EQ(listener.races[0].before.site, 8u);
  EXPECT_EQ(listener.races[0].before.item, 4000u);
}

// Words are used up: first the lines of races are unknown, then there are none. A launch that begins alone has all.
TEST(RaceWords, that_are_used_up_name_nothing_wrong) {
  constexpr uint64_t kMost = 4096;
  Listener listener;
  RaceGroup a, b;
  for (auto *group : {&a, &b}) ASSERT_TRUE(group->reserve(0));
  std::vector<uint32_t> memory(70'000);
  const auto access = [&](RaceGroup &group, uint64_t kind, uint64_t site, uint32_t *at) {
    group.access(at, kind | site << race_word::kSiteShift | uint64_t{5} << race_word::kItemShift,
                 4 | kGlobal << abi::kRaceSpaceShift, 0);
  };
  bool unknown = false, none = false;
  for (unsigned round = 0; round < 2; ++round) {
    RaceLaunch launch;
    for (auto *group : {&a, &b}) group->begin_launch(launch, listener, kMost, kSites);
    for (uint64_t number = 0; number < 2 * memory.size(); number += 2) {
      a.begin_group(number, nullptr, 0, 0);
      access(a, race_word::kWrite, 2, &memory[number / 2]);
      b.begin_group(number + 1, nullptr, 0, 0);
      // Another line each time: the same two are reported once.
      access(b, race_word::kRead, number / 2 % 4000, &memory[number / 2]);
      ASSERT_LE(listener.races.size(), 1u);
      if (listener.races.empty()) {
        none = true;
        continue;
      }
      ASSERT_FALSE(none);
      const Race &race = listener.races.back();
      EXPECT_EQ(race.before.group, number);
      EXPECT_EQ(race.before.item, 5u);
      if (race.before.site == abi::kNoRaceSite) unknown = true;
      EXPECT_EQ(race.before.site, unknown ? abi::kNoRaceSite : 2u);
      listener.races.clear();
      if (round == 1) break;
    }
    if (round == 0) {
      EXPECT_TRUE(unknown && none);
      unknown = none = false;
    }
  }
}

}  // namespace

}  // namespace wherry::checks

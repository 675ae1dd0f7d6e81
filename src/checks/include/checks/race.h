// SPDX-License-Identifier: Apache-2.0
// Races among the work-items of a launch and with other commands, found by shadow memory: for each 4 bytes of local and
// global memory that a kernel accesses, a word that names the last access. Bytes that are accessed singly have a word
// each. The words of global memory are kept in half the bits (race_shadow.h).
//
// Two accesses race where they touch a byte, one of them writes, one of them is no atomic, and nothing orders them:
//   - in a work-group: a barrier with the flag of the memory's space;
//   - between work-groups: a release that the group of the first access makes, and an acquire that the
//     second one's group makes behind that release. An acquire orders work-items of its own group only if the group has
//     released since its last barrier. Which item makes it does not count, and of several releases the first does: a
//     race may go unseen so, but what is ordered is never reported;
//   - between commands: see command_order.h. At the end of a launch, its words say what it accessed.
#pragma once
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "checks/command_races.h"
#include "checks/group_reports.h"
#include "kernel_abi/abi.h"

namespace wherry::checks {

// One side of a race.
struct RaceAccess {
  uint64_t group = 0;  // flat
  uint32_t item = 0;   // flat in its group
  uint32_t site = 0;   // index in KernelInfo::race_sites, or abi::kNoRaceSite
  bool writes = false, atomic = false;
  bool copy = false;     // by an async copy of the group
  bool unknown = false;  // by several work-items: `item` says nothing
};

struct Race {
  RaceAccess now, before;
  uint64_t address = 0;
  uint64_t size = 0;        // bytes of the access `now`
  bool local = false;       // else global memory
  bool same_value = false;  // both write, and the second one what is there already
  bool across_groups = false;
  bool own_texel = false;  // of one work-item: it reads what it wrote, without a fence of images
};

class RaceListener {
 public:
  virtual void found(const Race &race) = 0;

 protected:
  ~RaceListener() = default;
};

enum class MemoryOrder : uint32_t { relaxed = 0, acquire = 1, release = 2, acquire_release = 3 };
// Beside a MemoryOrder, of an atomic or a fence: its scope is no wider than the work-group.
inline constexpr uint32_t kGroupScope = 4;

// What a word names.
namespace race_word {
constexpr unsigned kSiteShift = 5, kItemShift = 17, kEpochShift = 29, kRunShift = 37;
constexpr uint64_t kMaxSite = (1 << 12) - 1, kMaxItem = (1 << 12) - 1;
constexpr uint64_t kMaxEpoch = (1 << 8) - 1, kMaxRun = (1 << 27) - 2;
enum Kind : uint64_t { kRead, kWrite, kAtomic, kCopy };
constexpr uint64_t kKindMask = 3;
constexpr uint64_t kMany = 4;       // a read, an atomic: of several work-items of the group; a copy: it writes
constexpr uint64_t kWritten = 8;    // a read: its group has written the bytes before the last barrier
constexpr uint64_t kGroups = 8;     // an atomic: another group's came before, and nothing ordered them
constexpr uint64_t kShared = 16;    // a read: of several groups
constexpr uint64_t kReleased = 16;  // an atomic: its location carries a release
static_assert(kMany < 1 << abi::kRaceItemShift && kWritten == 1 << abi::kRaceItemShift);
}  // namespace race_word

struct RaceContextBlock;  // race_shadow.h

// One launch; shared by the workers that run its groups.
class RaceLaunch {
 public:
  // Of `kernel`, with `buffers` (images among them), by `command`, which is compared with other commands.
  // `allocations`: where pointers may lead that are no arguments; null: nowhere. The command and the kernel are valid
  // until end().
  RaceLaunch(const abi::KernelInfo &kernel, const CommandOrder &command, std::span<const abi::BufferRange> buffers,
             const Allocations *allocations)
      : RaceLaunch(&kernel, &command, buffers, allocations) {}
  // Not compared.
  RaceLaunch() : RaceLaunch(nullptr, nullptr, {}, nullptr) {}
  ~RaceLaunch();
  RaceLaunch(const RaceLaunch &) = delete;

  // All groups have ended. Compares what they accessed of the arguments' buffers with what other commands did.
  void end() noexcept;
  // Whether all accesses have to be recorded, those too that no other work-item of the launch can race with.
  bool is_compared() const noexcept { return is_compared_; }
  // A work-item calls a function that writes packets to a pipe, or reads some, though it may find no place or none.
  void use_pipe(const abi::Pipe *pipe, bool writes, uint32_t site);

 private:
  friend class RaceGroup;
  RaceLaunch(const abi::KernelInfo *kernel, const CommandOrder *command, std::span<const abi::BufferRange> buffers,
             const Allocations *allocations);
  // What another launch's access replaces, while this launch still runs.
  void lose(uint64_t word, uint64_t address, uint64_t size) noexcept;
  // By one thread at a time.
  void tell(uint64_t word, uint64_t begin, uint64_t end, const CommandObject &object);
  void walk(const CommandObject &object);
  const std::shared_ptr<const CommandPlace> &place_of_site(uint32_t site);

  const uint64_t number_;  // in the process, from 1
  const abi::KernelInfo *const kernel_;
  const CommandOrder *command_;         // null behind end()
  std::vector<CommandObject> objects_;  // that the kernel may access
  const bool is_compared_;
  // Words of global memory that are less than first_word_ name accesses of earlier launches. Words less than
  // oldest_word_ name accesses of launches that had ended when this launch began, or that it is not compared with.
  const uint32_t first_word_, oldest_word_;
  std::atomic<uint64_t> releases_{0};
  // A fence of the kernel's, or an atomic with an order or beside a barrier, may order kernels of different commands:
  // the launch is not compared.
  std::atomic<bool> synchronises_{false};
  std::vector<std::shared_ptr<const CommandPlace>> places_;  // by site
  std::mutex mutex_;
  std::vector<uint32_t> blocks_, context_blocks_;  // of runs, of contexts
  std::atomic<bool> used_up_{false};               // there were no more contexts
  // The ends of pipes that work-items have used.
  struct PipeEnd {
    const abi::Pipe *pipe;
    bool writes;
    uint32_t site;
  };
  std::vector<PipeEnd> pipe_ends_;
};

// A work-group on its way: one worker's, for one group after the other. Calls may throw std::bad_alloc, and then have
// checked nothing.
class RaceGroup : public abi::RaceState {
 public:
  RaceGroup();
  ~RaceGroup();
  RaceGroup(const RaceGroup &) = delete;

  // Makes the words of local memory of so many bytes; false if memory is short. Before begin_launch().
  bool reserve(uint64_t local_bytes) noexcept;
  // The listener hears of the races of this worker's groups with each other. `num_items`: of a group, at most;
  // `num_sites`: of the kernel.
  void begin_launch(RaceLaunch &launch, RaceListener &listener, uint64_t num_items, uint32_t num_sites);
  // `sub_group_size`: where a barrier of sub-groups orders what the kernel's work-items do; else 0.
  void begin_group(uint64_t group, const void *local_memory, uint64_t local_bytes, uint32_t sub_group_size);

  // `access` holds the kind, site and work-item as a word does; `how` the size and flags (abi::kRaceSizeMask and
  // below). `value`: what a store writes, where `how` says so (abi::kRaceValueFactor).
  void access(const void *address, uint64_t access, uint64_t how, uint64_t value);
  // Of a texel, whose bytes are global memory. A work-item sees what it wrote itself behind a fence only.
  void texel(const void *address, uint64_t access, uint64_t size);
  // Before and behind an atomic access. `in_group`: its scope is no wider than the work-group.
  void atomic(const void *address, uint64_t access, uint64_t how, MemoryOrder order, bool in_group = false);
  void acquired(const void *address, uint64_t access, uint64_t how, MemoryOrder order, bool in_group = false);
  // `flags`: OpenCL C's, of the memory that the fence orders.
  void fence(uint64_t access, MemoryOrder order, uint32_t flags, bool in_group = false);
  void pipe(const abi::Pipe *pipe, uint64_t access, bool writes);
  // A barrier of the group; OpenCL C's flags.
  void barrier(uint32_t flags);
  // The group's async copy of contiguous bytes begins, or has been waited for.
  void copy(const void *dst, const void *src, uint64_t bytes, uint32_t site);
  void copied(const void *dst, const void *src, uint64_t bytes);

 private:
  struct Context;
  using LocalWord = std::atomic<uint64_t>;
  void check(const void *address, uint64_t access, uint64_t size, bool local, bool has_value, uint64_t value);
  template <class Value> void check_word(std::atomic<Value> &word, uint64_t at, uint64_t bytes, Context &context);
  uint64_t merged(uint64_t word, Context &context);
  void replace(uint64_t word, uint64_t launch, const Context &context);
  uint64_t merged_in_group(uint64_t word, Context &context);
  uint64_t merged_across(uint64_t word, Context &context, uint64_t group, uint64_t released);
  void report(uint64_t word, const Context &context, uint64_t group, bool many);
  // A word as race_word has it, and as memory holds it: of local memory, of global memory.
  static uint64_t expanded(uint64_t word) { return word; }
  uint64_t expanded(uint32_t word) const;
  template <class Value> Value packed(uint64_t word);
  uint32_t shortened(uint64_t word);
  uint32_t add_context(uint64_t context);
  void begin_epoch();
  void begin_range();
  bool is_in_range(uint32_t word) const;
  template <class Visit> void for_words(const void *address, uint64_t size, bool local, Visit visit);
  uint64_t key(bool local) const { return local ? local_key : launch_->used_up_ ? 0 : global_key; }
  void next_epoch(bool local);
  void take_run();
  void synchronise(bool across, uint32_t in_group);

  RaceLaunch *launch_ = nullptr;
  RaceListener *listener_ = nullptr;
  uint64_t group_ = 0, local_size_ = 0;
  uint32_t sub_group_size_ = 0;
  uint64_t released_at_ = 0;  // the key of global memory at this group's last release
  uint64_t horizon_ = 0;      // what the launch's groups released up to here comes before what this group does
  uint64_t runs_left_ = 0, next_run_ = 0;
  // Of the work-item whose fence or atomic came last.
  uint64_t fenced_item_ = ~uint64_t{0}, saw_release_ = ~uint64_t{0};
  uint32_t fence_flags_ = 0;     // of the memory that its fences order
  bool fences_device_ = false;   // global memory also for other groups
  uint32_t released_flags_ = 0;  // of the memory that this group's releases order
  bool meets_others_ = false;    // other groups release what this one's atomic operations access
  bool fenced_ = false;          // a barrier has fenced the group's accesses to global memory
  bool updated_global_ = false;  // there has been an atomic
  bool saw_own_group_ = false;   // what saw_release_ saw was this group's
  bool saw_any_ = false;         // since the last barrier some work-item saw a release
  // Texels that `writer_` has written without a fence of images behind: where, and in which site.
  struct OwnTexel {
    uint64_t address;
    uint32_t site;
  };
  std::array<OwnTexel, 64> own_texels_;
  size_t num_own_texels_ = 0;
  uint64_t writer_ = 0;
  std::unique_ptr<LocalWord[]> local_words_, local_bytes_;
  uint64_t local_capacity_ = 0;
  // The first words of contexts, by site: in rows 0 to 3 of work-items' accesses, by the flags kWritten and kShared; of
  // pending copies; of copies that have been waited for. A word of at least epoch_first_ is of this epoch, one of at
  // least run_first_ of this run. Kernels themselves take for this epoch's the num_epoch_words words from epoch_word
  // on.
  static constexpr size_t kPending = 4, kWaited = 5;
  using ContextWords = std::array<std::array<uint32_t, race_word::kMaxSite + 1>, 6>;
  std::unique_ptr<ContextWords> context_words_;
  RaceContextBlock *block_ = nullptr;  // in which the epoch's contexts stand
  uint32_t next_context_ = 0;          // the first word of the next one
  uint64_t num_items_ = 0;             // of a group, rounded up to a power of two
  uint32_t epoch_first_ = 0, run_first_ = 0;
  uint32_t num_contexts_ = 0;         // made since the epoch began
  std::array<uint64_t, 256> told_{};  // hashes of pairs of places
};

}  // namespace wherry::checks

// SPDX-License-Identifier: Apache-2.0
#include "checks/race.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <new>
#include <optional>
#include <type_traits>
#include <utility>

#include "checks/group_reports.h"
#include "race_shadow.h"

namespace wherry::checks {

using namespace race_word;

namespace {

constexpr auto kRelaxed = std::memory_order_relaxed;
constexpr uint32_t kTexels = abi::kGlobalMemFence | abi::kImageMemFence;
constexpr uint32_t kAllMemory = abi::kLocalMemFence | abi::kGlobalMemFence;
constexpr uint64_t kKeyMask = ~uint64_t{0} << kEpochShift;
constexpr unsigned kFlagsShift = 3, kMaxFlags = 3;  // kWritten, kShared and what has their bits
constexpr uint64_t kChunk = RaceShadow::kChunk, kAddresses = RaceShadow::kAddresses;
// Of a buffer, that a launch tells of: some 30 ms.
constexpr uint64_t kMostPieces = uint64_t{1} << 14;

uint64_t run_of(uint64_t word) { return word >> kRunShift; }
uint64_t item_of(uint64_t word) { return word >> kItemShift & kMaxItem; }
uint32_t site_of(uint64_t word) { return static_cast<uint32_t>(word >> kSiteShift & kMaxSite); }
Kind kind_of(uint64_t word) { return static_cast<Kind>(word & kKindMask); }
bool is_read(uint64_t word) { return kind_of(word) == kRead || (kind_of(word) == kCopy && !(word & kMany)); }

// The launches that run and are compared with other commands, by number.
struct Running {
  std::mutex mutex;
  std::map<uint64_t, RaceLaunch *> launches;
};
Running &running() {
  static Running *const made = new Running;
  return *made;
}

std::atomic<uint64_t> last_launch{0};

}  // namespace

// False of a pointer that is in no allocation: the memory behind it is unknown.
static bool is_known(uint64_t begin, uint64_t size) { return begin < kAddresses && size <= kAddresses - begin; }

static std::vector<CommandObject> objects_of(const abi::KernelInfo &kernel, std::span<const abi::BufferRange> buffers,
                                             const Allocations *allocations) {
  std::vector<CommandObject> objects;
  for (const abi::BufferRange &buffer : buffers)
    if (buffer.size && is_known(address_of(buffer.begin), buffer.size))
      objects.push_back({address_of(buffer.begin), buffer.size,
                         "argument " + std::to_string(buffer.arg) + " '" + kernel.args[buffer.arg].name + "'"});
  for (const abi::ProgramVariable &variable : std::span(kernel.race_variables, kernel.num_race_variables))
    objects.push_back({address_of(variable.begin), variable.size, std::string("variable '") + variable.name + "'"});
  if (kernel.race_unknown && allocations) {
    const size_t named = objects.size();
    for (const abi::CheckRange &range : allocations->ranges()) {
      const auto is_it = [&](const CommandObject &object) { return object.begin == range.begin; };
      if (std::none_of(objects.begin(), objects.begin() + static_cast<ptrdiff_t>(named), is_it))
        objects.push_back({range.begin, range.size, "shared memory, or a buffer with a device address"});
    }
  }
  return objects;
}

RaceLaunch::RaceLaunch(const abi::KernelInfo *kernel, const CommandOrder *command,
                       std::span<const abi::BufferRange> buffers, const Allocations *allocations)
    : number_(last_launch.fetch_add(1) + 1), kernel_(kernel), command_(command),
      is_compared_(command && order::matters()), first_word_(RaceShadow::get().begin_launch()),
      // Of launches that run at the same time none takes the other's words for old ones.
      oldest_word_(is_compared_ ? RaceShadow::get().oldest_word() : first_word_) {
  if (!is_compared_) return;
  try {
    objects_ = objects_of(*kernel, buffers, allocations);
    const std::lock_guard lock(running().mutex);
    running().launches.emplace(number_, this);
  } catch (const std::bad_alloc &) {
    objects_.clear();  // races may go unseen
  }
}

RaceLaunch::~RaceLaunch() {
  end();
  RaceShadow::get().end_launch(first_word_, blocks_, context_blocks_);
}

void RaceLaunch::end() noexcept {
  if (!command_ || !is_compared_) return;
  try {
    if (!synchronises_) {
      for (const CommandObject &object : objects_) walk(object);
      // "At any one time, only one kernel-instance may write into a pipe, and only one kernel-instance may read from a
      // pipe": the ends are one byte each, which their users write.
      for (const PipeEnd &end : pipe_ends_) {
        const uint64_t place = address_of(end.pipe) + end.writes;
        command_races::access(*command_, place_of_site(end.site), CommandAccess::write, place, 1,
                              {place, 1, end.writes ? "write end of a pipe" : "read end of a pipe", true});
      }
    }
  } catch (const std::bad_alloc &) {
    // Races may go unseen.
  }
  const std::lock_guard lock(running().mutex);
  running().launches.erase(number_);
  command_ = nullptr;
}

void RaceLaunch::use_pipe(const abi::Pipe *pipe, bool writes, uint32_t site) {
  if (!is_compared_) return;
  const std::lock_guard lock(mutex_);
  if (std::none_of(pipe_ends_.begin(), pipe_ends_.end(),
                   [&](const PipeEnd &end) { return end.pipe == pipe && end.writes == writes; }))
    pipe_ends_.push_back({pipe, writes, site});
}

const std::shared_ptr<const CommandPlace> &RaceLaunch::place_of_site(uint32_t site) {
  if (places_.empty()) places_.resize(kernel_->num_race_sites + 1);
  auto &place = places_[std::min(site, kernel_->num_race_sites)];
  if (place) return place;
  CommandPlace made{.command = "clEnqueueNDRangeKernel", .kernel = kernel_->name, .file = {}, .queue = command_->queue};
  if (site < kernel_->num_race_sites) {
    const observe::Report::Place at = place_of(*kernel_->race_sites[site]);
    made.file = at.file;
    made.line = at.line;
    made.column = at.column;
  }
  place = std::make_shared<const CommandPlace>(std::move(made));
  return place;
}

void RaceLaunch::tell(uint64_t word, uint64_t begin, uint64_t end, const CommandObject &object) {
  const bool updates = kind_of(word) == kAtomic, behind_write = kind_of(word) == kRead && word & kWritten;
  const CommandAccess how = updates                          ? CommandAccess::atomic
                            : is_read(word) && !behind_write ? CommandAccess::read
                                                             : CommandAccess::write;
  // A read behind a barrier stands for the write before.
  const uint32_t site = behind_write ? abi::kNoRaceSite : site_of(word);
  command_races::access(*command_, place_of_site(site), how, begin, end - begin, object);
}

void RaceLaunch::lose(uint64_t word, uint64_t address, uint64_t size) noexcept try {
  if (synchronises_) return;
  for (const CommandObject &object : objects_)
    if (const uint64_t at = address - object.begin; at < object.size && size <= object.size - at)
      return tell(word, address, address + size, object);
} catch (const std::bad_alloc &) {
}

// Tells the history of commands of each byte of the object whose word names this launch. Neighbouring bytes that one
// line of the kernel has accessed in one way are told together.
void RaceLaunch::walk(const CommandObject &object) {
  const uint64_t first = object.begin;
  // The bits of a word in which accesses are alike.
  constexpr uint64_t kAlike = kMaxSite << kSiteShift | kKindMask | kMany | kWritten;
  uint64_t begin = 0, end = 0, alike = 0, pieces = 0;  // the range that is not reported yet
  const auto flush = [&] {
    if (begin != end && pieces++ < kMostPieces) {
      const std::lock_guard lock(running().mutex);
      tell(alike, begin, end, object);
    }
    begin = end = 0;
  };
  uint64_t known_run = 0;
  const auto visit = [&](uint32_t shadow, uint64_t at, uint64_t bytes) {
    if (shadow < first_word_) return;
    const uint64_t word = RaceShadow::get().expanded(shadow);
    if (!word) return;
    if (run_of(word) != known_run) {
      const std::optional<RaceShadow::RunName> run = RaceShadow::get().run(run_of(word));
      if (!run || run->launch != number_) return;
      known_run = run_of(word);
    }
    uint64_t what = word & kAlike;
    if (kind_of(word) != kCopy) what &= ~kMany;
    if (kind_of(word) != kRead) what &= ~kWritten;
    if (begin == end || at != end || what != alike) {
      flush();
      begin = at;
      alike = what;
    }
    end = at + bytes;
  };
  const uint64_t last = first + object.size;
  for (uint64_t at = first & ~uint64_t{3}; at < last && pieces < kMostPieces;) {
    RaceShadow::Word *const chunk = RaceShadow::get().known_chunk(at);
    const uint64_t behind = std::min(last, (at / kChunk + 1) * kChunk);
    if (!chunk) {
      at = behind;
      continue;
    }
    for (; at < behind && pieces < kMostPieces; at += 4) {
      const uint32_t word = chunk[at % kChunk / 4].load(kRelaxed);
      if (word != RaceShadow::kBytewise) {
        visit(word, at, std::min<uint64_t>(4, last - at));
        continue;
      }
      const RaceShadow::Word *fine = RaceShadow::bytewise(chunk, at);
      for (uint64_t i = 0; i < 4; ++i)
        if (at + i >= first && at + i < last) visit(fine[i].load(kRelaxed), at + i, 1);
    }
  }
  flush();
}

struct RaceGroup::Context {
  uint64_t now;  // the word of this access
  uint64_t address, size, value;
  bool local, has_value;
  uint64_t at = 0, bytes = 0;  // of the word
};

RaceGroup::RaceGroup() : abi::RaceState() {}

RaceGroup::~RaceGroup() = default;

bool RaceGroup::reserve(uint64_t local_bytes) noexcept try {
  chunks = RaceShadow::get().chunks();
  if (!context_words_) context_words_ = std::make_unique<ContextWords>();
  line_words = (*context_words_)[0].data();
  const uint64_t words = local_bytes / 4 + 1;
  if (words > local_capacity_) {
    local_bytes_.reset();
    local_words_.reset(new LocalWord[words]());
    local_words = reinterpret_cast<uint64_t *>(local_words_.get());
    local_capacity_ = words;
  }
  return true;
} catch (const std::bad_alloc &) {
  return false;
}

void RaceGroup::begin_launch(RaceLaunch &launch, RaceListener &listener, uint64_t num_items, uint32_t num_sites) {
  launch_ = &launch;
  listener_ = &listener;
  first_word = launch.oldest_word_;
  runs_left_ = 0;
  num_items_ = std::min<uint64_t>(std::bit_ceil(num_items), kMaxItem + 1);
  item_mask = static_cast<uint32_t>(num_items_ << abi::kRaceItemShift) - 1;
  epoch_word = num_epoch_words = next_context_ = 0;
  // Words begin anew from time to time: those of another launch would look like this one's.
  for (auto &words : *context_words_) {
    std::fill_n(words.begin(), std::min<size_t>(num_sites, words.size()), 0);
    words.back() = 0;
  }
}

// So that push_back() throws nothing once a block has been taken.
static void make_room_for_one(std::vector<uint32_t> &numbers) {
  if (numbers.size() == numbers.capacity()) numbers.reserve(2 * numbers.capacity() + 1);
}

void RaceGroup::take_run() {
  global_key = 0;  // global memory is not checked
  begin_epoch();
  run_first_ = next_context_;
  RaceShadow &shadow = RaceShadow::get();
  if (runs_left_ == 0) {
    const std::lock_guard lock(launch_->mutex_);
    make_room_for_one(launch_->blocks_);
    const uint64_t block = shadow.take_block();
    if (block == RaceShadow::kMaxBlocks) return;
    launch_->blocks_.push_back(static_cast<uint32_t>(block));
    next_run_ = std::max<uint64_t>(1, block * RaceShadow::kRunsOfBlock);
    runs_left_ = (block + 1) * RaceShadow::kRunsOfBlock - next_run_;
  }
  --runs_left_;
  shadow.name_run(next_run_, launch_->number_, group_);
  global_key = next_run_++ << kRunShift | uint64_t{1} << kEpochShift;
}

void RaceGroup::begin_group(uint64_t group, const void *local_memory, uint64_t local_bytes, uint32_t sub_group_size) {
  group_ = group;
  sub_group_size_ = sub_group_size;
  horizon_ = released_at_ = 0;
  fenced_item_ = saw_release_ = ~uint64_t{0};
  fence_flags_ = released_flags_ = 0;
  meets_others_ = false;
  num_own_texels_ = 0;
  fences_device_ = fenced_ = saw_own_group_ = saw_any_ = updated_global_ = false;
  local_begin = address_of(local_memory);
  local_size_ = std::min(local_bytes, local_capacity_ * 4);
  next_epoch(true);
  take_run();
}

void RaceGroup::next_epoch(bool local) {
  if (local) {
    local_key += uint64_t{1} << kEpochShift;
    if (local_key >= kMaxRun << kRunShift) {
      for (uint64_t i = 0; i < local_capacity_; ++i) local_words_[i] = 0;
      local_bytes_.reset();
      local_key = uint64_t{1} << kEpochShift;
    }
  } else if (global_key) {
    if ((global_key >> kEpochShift & kMaxEpoch) == kMaxEpoch)
      take_run();
    else {
      global_key += uint64_t{1} << kEpochShift;
      begin_epoch();
    }
  }
}

// Words.

void RaceGroup::begin_epoch() {
  epoch_first_ = next_context_;
  num_contexts_ = 0;
  begin_range();
}

// Kernels take the words of the contexts that are made from here on for words of this epoch, and no earlier ones.
void RaceGroup::begin_range() {
  num_epoch_words -= next_context_ - epoch_word;
  epoch_word = next_context_;
}

bool RaceGroup::is_in_range(uint32_t word) const { return word - epoch_word < num_epoch_words; }

// The first word of a new context; 0: there are no more.
uint32_t RaceGroup::add_context(uint64_t context) {
  if (num_epoch_words == next_context_ - epoch_word) {
    const std::lock_guard lock(launch_->mutex_);
    if (launch_->used_up_) return 0;
    make_room_for_one(launch_->context_blocks_);
    RaceContextBlock *block = RaceShadow::get().take_contexts(std::countr_one(item_mask));
    if (!block) {
      // A release that cannot be noted would order nothing: no group of the launch compares global memory any more.
      launch_->used_up_ = true;
      return 0;
    }
    launch_->context_blocks_.push_back(block->number);
    block_ = block;
    num_epoch_words = RaceContextBlock::kWords;
    epoch_word = next_context_ = block->number << RaceContextBlock::kShift;
  }
  const uint32_t word = next_context_;
  block_->contexts[(word & (RaceContextBlock::kWords - 1)) >> block_->shift].store(context, std::memory_order_release);
  next_context_ += item_mask + 1;
  ++num_contexts_;
  return word;
}

// The 32 bits by which global memory holds a race_word; 0 if contexts are used up.
uint32_t RaceGroup::shortened(uint64_t word) {
  const uint64_t item = item_of(word);
  uint64_t context = word & ~(kKindMask | kMany);
  // A copy has the number of no work-item.
  const bool has_item = item < num_items_;
  if (has_item) context &= ~(kMaxItem << kItemShift);
  // Without its line, a race is still found.
  const bool is_short = RaceShadow::get().is_short_of_contexts();
  if (is_short) context |= kMaxSite << kSiteShift;
  uint32_t first = 0;
  if (has_item && (word & kKeyMask) == global_key) {
    const uint64_t flags = word >> kFlagsShift & kMaxFlags, site = site_of(word);
    const auto known = [&](uint64_t of) -> uint32_t & { return (*context_words_)[flags][of]; };
    // Kernels know a context that is made anew in their range. Of an epoch's contexts that fill a block none is.
    const bool anew = num_contexts_ < RaceContextBlock::kWords >> std::countr_one(item_mask);
    const auto is_usable = [&](uint32_t of) { return is_in_range(of) || (of && of >= epoch_first_ && !anew); };
    if (!is_usable(known(site))) {
      uint32_t &shared = known(is_short ? kMaxSite : site);
      if (!is_usable(shared)) shared = add_context(context);
      known(site) = shared;
    }
    first = known(site);
  } else {
    // Of a copy that is pending in this epoch, or that this run has waited for (epoch 0).
    const bool waited = (word >> kEpochShift & kMaxEpoch) == 0;
    uint32_t &known = (*context_words_)[waited ? kWaited : kPending][site_of(word)];
    if (!known || known < (waited ? run_first_ : epoch_first_)) {
      known = add_context(context);
      begin_range();  // the copy's words are none of the epoch's work-items
    }
    first = known;
  }
  if (!first) return 0;
  return first | static_cast<uint32_t>(has_item ? item << abi::kRaceItemShift : 0) |
         static_cast<uint32_t>(word & (kKindMask | kMany));
}

uint64_t RaceGroup::expanded(uint32_t word) const { return word < first_word ? 0 : RaceShadow::get().expanded(word); }

template <class Value> Value RaceGroup::packed(uint64_t word) {
  if constexpr (std::is_same_v<Value, uint32_t>)
    return shortened(word);
  else
    return word;
}

// Visits the words that describe the four bytes from `begin` on. The access touches the bytes [at, end) of these four.
// If it touches fewer than four, each byte gets a word of its own; once the four words are equal, one word replaces
// them.
template <class Word, class Bytewise, class Visit>
static void visit_words(Word &coarse, Bytewise bytewise, uint64_t begin, uint64_t at, uint64_t end, Visit visit) {
  constexpr auto split = ~typename Word::value_type{0};  // RaceShadow::kBytewise in global memory
  const bool whole = end - at == 4;
  auto word = coarse.load(kRelaxed);
  if (whole && word != split) {
    visit(coarse, begin, 4);
    return;
  }
  Word *const fine = bytewise();
  if (word != split) {
    for (unsigned i = 0; i < 4; ++i) fine[i].store(word, kRelaxed);
    coarse.store(split, kRelaxed);
  }
  for (uint64_t i = at - begin; i < end - begin; ++i) visit(fine[i], begin + i, 1);
  if (!whole) return;
  word = fine[0].load(kRelaxed);
  if (std::all_of(fine + 1, fine + 4, [&](const Word &other) { return other.load(kRelaxed) == word; }))
    coarse.store(word, kRelaxed);
}

// Visits the words of an access.
template <class Visit> void RaceGroup::for_words(const void *address, uint64_t size, bool local, Visit visit) {
  uint64_t at = address_of(address);
  if (local ? at - local_begin > local_size_ || size > local_size_ - (at - local_begin)
            : at >= kAddresses || size > kAddresses - at)
    return;
  for (const uint64_t end = at + size; at < end;) {
    const uint64_t begin = at & ~uint64_t{3}, next = std::min(begin + 4, end);
    if (local) {
      const uint64_t offset = begin - local_begin;
      const auto bytewise = [&] {
        if (!local_bytes_) local_bytes_.reset(new LocalWord[local_capacity_ * 4]());
        return &local_bytes_[offset];
      };
      visit_words(local_words_[offset / 4], bytewise, begin, at, next, visit);
    } else {
      RaceShadow::Word *const chunk = RaceShadow::get().chunk(begin);
      visit_words(
          chunk[begin % kChunk / 4], [&] { return RaceShadow::bytewise(chunk, begin); }, begin, at, next, visit);
    }
    at = next;
  }
}

// Accesses.

// Whether other groups have accessed the bytes, too.
static bool of_other_groups(uint64_t word) {
  return (kind_of(word) == kRead && word & kShared) || (kind_of(word) == kAtomic && word & kGroups);
}

// The bytes at an address as one number, as the value of a store is passed (abi::kRaceValueFactor).
static uint64_t value_at(uint64_t address, uint64_t size) {
  const auto *bytes = reinterpret_cast<const std::byte *>(address);
  uint64_t word = 0, sum = 0;
  if (size <= sizeof word) {
    std::memcpy(&word, bytes, size);
    return word;
  }
  for (uint64_t i = 0; i < size; i += sizeof word) {
    word = 0;
    std::memcpy(&word, bytes + i, std::min(sizeof word, size - i));
    sum = (sum + word) * abi::kRaceValueFactor;
  }
  return sum;
}

void RaceGroup::report(uint64_t word, const Context &context, uint64_t group, bool many) {
  const auto side = [](uint64_t of, uint64_t in) {
    RaceAccess access{in, static_cast<uint32_t>(item_of(of)), site_of(of)};
    access.copy = kind_of(of) == kCopy;
    access.atomic = kind_of(of) == kAtomic;
    access.writes = !is_read(of);
    return access;
  };
  Race race{side(context.now, group_), side(word, group)};
  race.before.unknown = many;
  // The word names one of several work-items, this one: the sites of the others are unknown.
  if (many && group == group_ && item_of(word) == item_of(context.now)) race.before.site = abi::kNoRaceSite;
  race.address = context.address;
  race.size = context.size;
  race.local = context.local;
  race.across_groups = group != group_ || (!context.local && many && of_other_groups(word));
  if (kind_of(context.now) == kWrite && kind_of(word) == kWrite && context.has_value)
    race.same_value = value_at(context.address, context.size) == context.value;
  // Of the same places once, as far as this table tells; the listener knows all.
  const uint64_t pair = (uint64_t{race.now.site} << 12 | race.before.site) << 4 | uint64_t{race.same_value} << 3 |
                        uint64_t{race.across_groups} << 2 | uint64_t{race.now.writes} << 1 | 1;
  uint64_t &told = told_[(pair * 0x9e3779b97f4a7c15u) >> 56];
  const uint64_t mark = pair | launch_->number_ << 32;
  if (std::exchange(told, mark) == mark) return;
  listener_->found(race);
}

// The word that replaces one of this group and epoch after an access.
uint64_t RaceGroup::merged_in_group(uint64_t word, Context &context) {
  const uint64_t now = context.now;
  const Kind before = kind_of(word), kind = kind_of(now);
  if (before == kCopy || kind == kCopy) {
    if (before == kind) return now;  // two copies: the mode `async` compares them
    if (is_read(word) && is_read(now)) return word;
    report(word, context, group_, false);
    return now;
  }
  const bool many = (before == kRead || before == kAtomic) && word & kMany;
  if (before == kRead && kind == kRead) {
    // The first one is kept: the last one may be what its own work-item writes next.
    return item_of(word) == item_of(now) ? word : word | kMany;
  }
  if (before == kAtomic && kind == kAtomic) return item_of(word) == item_of(now) ? word : word | kMany;
  if (of_other_groups(word) && !launch_->releases_.load(kRelaxed)) {
    report(word, context, group_, true);
    return now;
  }
  if (item_of(word) == item_of(now)) {
    if (many && !sub_group_size_) report(word, context, group_, true);
    // A write says more than what its work-item does with the bytes behind it. A plain read behind an atomic is what
    // the next work-item's atomic races with.
    return kind == kWrite || before == kRead || (before == kAtomic && kind == kRead) ? now : word;
  }
  if (!sub_group_size_ || item_of(word) / sub_group_size_ != item_of(now) / sub_group_size_)
    report(word, context, group_, false);
  return now;
}

// The word that replaces another group's after an access.
uint64_t RaceGroup::merged_across(uint64_t word, Context &context, uint64_t group, uint64_t released) {
  const uint64_t now = context.now;
  const Kind before = kind_of(word), kind = kind_of(now);
  const bool ordered = released && released <= horizon_;
  if (is_read(word) && kind == kRead && !(word & kWritten && before == kRead && !ordered))
    return ordered ? now : now | kShared;
  if (before == kAtomic && kind == kAtomic) return now | (word & (kReleased | kGroups)) | (ordered ? 0 : kGroups);
  if (is_read(word) && is_read(now) && !(before == kRead && word & kWritten)) return now;
  // Who else has read it is not known, nor whether a release followed.
  if (!ordered && !(before == kRead && word & kShared && launch_->releases_.load(kRelaxed)))
    report(word, context, group, false);
  return now;
}

// Another command's kernel runs at the same time, or one that has enqueued this one, and its access would be forgotten.
void RaceGroup::replace(uint64_t word, uint64_t launch, const Context &context) {
  const std::lock_guard lock(running().mutex);
  const auto found = running().launches.find(launch);
  if (found != running().launches.end()) found->second->lose(word, context.at, context.bytes);
}

uint64_t RaceGroup::merged(uint64_t word, Context &context) {
  const uint64_t now = context.now;
  if (context.local) return ((word ^ now) & kKeyMask) == 0 ? merged_in_group(word, context) : now;
  if (!word) return now;
  if (((word ^ now) & kKeyMask) == 0) return merged_in_group(word, context);
  const std::optional<RaceShadow::RunName> run = RaceShadow::get().run(run_of(word));
  if (!run) return now;
  if (run->launch != launch_->number_) {
    if (launch_->is_compared_) replace(word, run->launch, context);
    return now;
  }
  if (run->group != group_) return merged_across(word, context, run->group, run->released);
  // A barrier lies between.
  const bool was_read = kind_of(word) == kRead;
  // An atomic operation on a location keeps what was released there.
  if (kind_of(now) == kAtomic && kind_of(word) == kAtomic) return now | (word & (kReleased | kGroups));
  if (of_other_groups(word) && !(was_read && kind_of(now) == kRead) && !launch_->releases_.load(kRelaxed))
    report(word, context, group_, true);
  if (kind_of(now) != kRead) return now;
  return now | (was_read ? word & (kWritten | kShared) : kWritten);
}

template <class Value>
void RaceGroup::check_word(std::atomic<Value> &word, uint64_t at, uint64_t bytes, Context &context) {
  context.at = at;
  context.bytes = bytes;
  const Value held = word.load(kRelaxed);
  const uint64_t before = expanded(held), after = merged(before, context);
  if constexpr (std::is_same_v<Value, uint32_t>)
    if (after == before && !is_in_range(held)) word.store(packed<Value>(after), kRelaxed);  // so that kernels know it
  if (after != before) word.store(packed<Value>(after), kRelaxed);
}

void RaceGroup::check(const void *address, uint64_t access, uint64_t size, bool local, bool has_value, uint64_t value) {
  if (!key(local)) return;
  Context context{access | key(local), address_of(address), size, value, local, has_value};
  for_words(address, size, local,
            [&](auto &word, uint64_t at, uint64_t bytes) { check_word(word, at, bytes, context); });
}

void RaceGroup::access(const void *address, uint64_t access, uint64_t how, uint64_t value) {
  const uint64_t space = how >> abi::kRaceSpaceShift & abi::kRaceSpaceMask;
  if (space == abi::kRacePrivate) return;
  check(address, access, how & abi::kRaceSizeMask, space == abi::kRaceLocal, how >> abi::kRaceValueShift & 1, value);
}

void RaceGroup::texel(const void *address, uint64_t access, uint64_t size) {
  if (std::exchange(writer_, item_of(access)) != item_of(access)) num_own_texels_ = 0;
  const uint64_t at = address_of(address);
  OwnTexel *const end = own_texels_.data() + num_own_texels_;
  OwnTexel *own = std::find_if(own_texels_.data(), end, [&](const OwnTexel &texel) { return texel.address == at; });
  if (kind_of(access) == kWrite) {
    if (own != end)
      own->site = site_of(access);
    else if (num_own_texels_ < own_texels_.size())
      own_texels_[num_own_texels_++] = {at, site_of(access)};
  } else if (own != end) {
    Race race;
    race.now = {.group = group_, .item = static_cast<uint32_t>(writer_), .site = site_of(access)};
    race.before = {.group = group_, .item = static_cast<uint32_t>(writer_), .site = own->site, .writes = true};
    race.address = at;
    race.size = size;
    race.own_texel = true;
    listener_->found(race);
  }
  this->access(address, access, abi::kRaceGlobal << abi::kRaceSpaceShift | size, 0);
}

void RaceGroup::atomic(const void *address, uint64_t access, uint64_t how, MemoryOrder order, bool in_group) {
  const uint64_t space = how >> abi::kRaceSpaceShift & abi::kRaceSpaceMask, size = how & abi::kRaceSizeMask;
  const bool local = space == abi::kRaceLocal;
  if (space == abi::kRacePrivate || !key(local)) return;
  const uint64_t item = item_of(access);
  const bool acquires = static_cast<uint32_t>(order) & static_cast<uint32_t>(MemoryOrder::acquire);
  if (!local) {
    updated_global_ = true;
    if (!in_group && (order != MemoryOrder::relaxed || fenced_)) launch_->synchronises_.store(true, kRelaxed);
  }
  const bool orders_all = static_cast<uint32_t>(order) & static_cast<uint32_t>(MemoryOrder::release) || fenced_;
  const bool behind_fence = fenced_item_ == item, releases = orders_all || behind_fence;
  if (orders_all) released_flags_ |= kAllMemory;
  if (behind_fence) released_flags_ |= fence_flags_;
  if (!local && !in_group && (orders_all || (behind_fence && fences_device_))) {
    const uint64_t now = launch_->releases_.fetch_add(1) + 1;
    uint64_t none = 0;
    if (RaceShadow::Run *run = RaceShadow::get().own_run(run_of(global_key)))
      run->released.compare_exchange_strong(none, now);
  }
  Context context{access | key(local), address_of(address), size, 0, local, false};
  bool of_own_group = false;
  for_words(address, size, local, [&](auto &word, uint64_t at, uint64_t bytes) {
    context.at = at;
    context.bytes = bytes;
    auto held = word.load(kRelaxed);
    uint64_t before, after;
    do {
      before = expanded(held);
      after = merged(before, context);
      if (releases && kind_of(after) == kAtomic) after |= kReleased;
    } while (!word.compare_exchange_weak(held, packed<decltype(held)>(after)));
    if (!local && kind_of(before) == kAtomic && before & kReleased && run_of(before) != run_of(global_key))
      meets_others_ = true;
    // Another work-item of this group has released this location.
    if (kind_of(before) == kAtomic && before & kReleased && (item_of(before) != item || before & kMany) &&
        (local || (run_of(before) == run_of(global_key) && released_at_ == global_key)))
      of_own_group = true;
  });
  if (releases && !local) released_at_ = global_key;
  if (!of_own_group) return;
  if (acquires)
    synchronise(!in_group, released_flags_);
  else
    saw_release_ = item, saw_own_group_ = true;
}

void RaceGroup::acquired(const void *address, uint64_t access, uint64_t how, MemoryOrder order, bool in_group) {
  const uint64_t space = how >> abi::kRaceSpaceShift & abi::kRaceSpaceMask;
  if (space != abi::kRaceGlobal || !key(false) || in_group) return;
  bool released = false;
  for_words(address, how & abi::kRaceSizeMask, false, [&](auto &word, uint64_t, uint64_t) {
    const uint64_t now = expanded(word.load(std::memory_order_acquire));
    released |= kind_of(now) == kAtomic && now & kReleased;
  });
  if (!released) return;
  saw_any_ = true;
  if (static_cast<uint32_t>(order) & static_cast<uint32_t>(MemoryOrder::acquire)) {
    // Another group may have acquired what this one has released.
    synchronise(true, meets_others_ ? released_flags_ : 0);
  } else if (saw_release_ != item_of(access)) {
    saw_release_ = item_of(access);
    saw_own_group_ = meets_others_;
  }
}

// Orders before this group's accesses from now on: with `across` what other groups have released up to now; what this
// group has done to the memory of the flags `in_group`.
void RaceGroup::synchronise(bool across, uint32_t in_group) {
  if (across) horizon_ = launch_->releases_.load();
  if (in_group & abi::kLocalMemFence) next_epoch(true);
  if (in_group & abi::kGlobalMemFence) next_epoch(false);
}

void RaceGroup::fence(uint64_t access, MemoryOrder order, uint32_t flags, bool in_group) {
  const uint64_t item = item_of(access);
  if (flags & kTexels) num_own_texels_ = 0;
  const bool of_device = !in_group && flags & abi::kGlobalMemFence;
  if (of_device) launch_->synchronises_.store(true, kRelaxed);
  if (static_cast<uint32_t>(order) & static_cast<uint32_t>(MemoryOrder::release)) {
    if (std::exchange(fenced_item_, item) != item) {
      fence_flags_ = 0;
      fences_device_ = false;
    }
    fence_flags_ |= flags;
    fences_device_ |= of_device;
  }
  if (static_cast<uint32_t>(order) & static_cast<uint32_t>(MemoryOrder::acquire) && saw_release_ == item)
    synchronise(of_device, saw_own_group_ ? flags & released_flags_ : 0);
}

void RaceGroup::pipe(const abi::Pipe *pipe, uint64_t access, bool writes) {
  launch_->use_pipe(pipe, writes, site_of(access));
}

void RaceGroup::barrier(uint32_t flags) {
  if (flags & kTexels) num_own_texels_ = 0;
  if (flags & abi::kLocalMemFence) next_epoch(true);
  if (flags & abi::kGlobalMemFence) {
    next_epoch(false);
    fenced_ = true;
    if (updated_global_) launch_->synchronises_.store(true, kRelaxed);
  }
  if (std::exchange(saw_any_, false)) synchronise(true, 0);
}

// Copies.

void RaceGroup::copy(const void *dst, const void *src, uint64_t bytes, uint32_t site) {
  const uint64_t access = uint64_t{site} << kSiteShift | kMaxItem << kItemShift | kCopy;
  const auto local = [this](const void *pointer) { return address_of(pointer) - local_begin < local_size_; };
  check(src, access, bytes, local(src), false, 0);
  check(dst, access | kMany, bytes, local(dst), false, 0);
}

void RaceGroup::copied(const void *dst, const void *src, uint64_t bytes) {
  for (const void *pointer : {dst, src}) {
    const bool local = address_of(pointer) - local_begin < local_size_;
    for_words(pointer, bytes, local, [&](auto &word, uint64_t, uint64_t) {
      const auto held = word.load(kRelaxed);
      const uint64_t now = expanded(held);
      if (kind_of(now) != kCopy) return;
      if (local)
        word.store(0, kRelaxed);
      else if (run_of(now) == run_of(global_key))
        // Epoch 0 is over: of other groups alone the bytes are not ordered.
        word.store(packed<std::remove_const_t<decltype(held)>>((now & ~(kMaxEpoch << kEpochShift | kKindMask | kMany)) |
                                                               (is_read(now) ? kRead : kWrite)),
                   kRelaxed);
    });
  }
}

}  // namespace wherry::checks

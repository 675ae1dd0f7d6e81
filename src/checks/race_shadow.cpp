// SPDX-License-Identifier: Apache-2.0
#include "race_shadow.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

#include "platform/process/fork_gate.h"

namespace wherry::checks {

namespace {

constexpr uint64_t kChunkBytes = (RaceShadow::kChunk / 4 + RaceShadow::kChunk) * sizeof(RaceShadow::Word);

// Pages are the system's zeros until they are touched.
void *map(uint64_t bytes) {
  void *memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  return memory;
}

const process::InForkedChild restore([] { RaceShadow::renew(); });

}  // namespace

RaceShadow::RaceShadow()
    : chunks_(static_cast<std::atomic<Word *> *>(map((kAddresses >> abi::kRaceChunkShift) * sizeof(Word *)))),
      blocks_(static_cast<std::atomic<Block *> *>(map(kMaxBlocks * sizeof(Block *)))),
      contexts_(
          static_cast<std::atomic<RaceContextBlock *> *>(map(RaceContextBlock::kMax * sizeof(RaceContextBlock *)))) {}

RaceShadow *&RaceShadow::current() {
  static RaceShadow *shadow = (exists_ = true, new RaceShadow);  // kernels may still run while the process ends
  return shadow;
}

void RaceShadow::renew() {
  if (exists_) current() = new RaceShadow;
}

RaceShadow::Word *RaceShadow::chunk(uint64_t address) {
  std::atomic<Word *> &place = chunks_[address >> abi::kRaceChunkShift];
  if (Word *known = place.load(std::memory_order_acquire)) return known;
  const std::lock_guard lock(mutex_);
  if (Word *known = place.load(std::memory_order_relaxed)) return known;
  made_.reserve(made_.size() + 1);
  auto *made = static_cast<Word *>(map(kChunkBytes));
  made_.push_back(made);
  place.store(made, std::memory_order_release);
  return made;
}

uint32_t RaceShadow::begin_launch() {
  const std::lock_guard lock(mutex_);
  if (running_.empty() && (next_block_ > kMaxBlocks / 2 || next_contexts_ > RaceContextBlock::kMax / 2)) {
    // Words do not name runs and contexts for ever.
    for (Word *chunk : made_) madvise(chunk, kChunkBytes, MADV_DONTNEED);
    next_block_ = 0;
    next_contexts_ = 1;
  }
  return *running_.insert(next_contexts_ << RaceContextBlock::kShift);
}

uint32_t RaceShadow::oldest_word() {
  const std::lock_guard lock(mutex_);
  return *running_.begin();
}

void RaceShadow::end_launch(uint32_t first_word, const std::vector<uint32_t> &run_blocks,
                            const std::vector<uint32_t> &contexts) {
  const std::lock_guard lock(mutex_);
  running_.erase(running_.find(first_word));
  // The places in the free lists were reserved when the blocks were made.
  for (uint32_t number : run_blocks)
    if (Block *block = blocks_[number].exchange(nullptr)) free_.push_back(block);
  for (uint32_t number : contexts)
    if (RaceContextBlock *block = contexts_[number].exchange(nullptr)) free_contexts_[block->shift].push_back(block);
}

uint64_t RaceShadow::take_block() {
  const std::lock_guard lock(mutex_);
  if (next_block_ >= kMaxBlocks) return kMaxBlocks;
  if (free_.empty()) {
    free_.reserve(++num_blocks_);
    free_.push_back(new Block);
  }
  Block *block = free_.back();
  free_.pop_back();
  for (Run &run : block->runs) {
    run.number = 0;  // first: run() reads a name between two looks at its number
    run.launch = run.released = 0;
  }
  blocks_[next_block_].store(block, std::memory_order_release);
  return next_block_++;
}

void RaceShadow::name_run(uint64_t number, uint64_t launch, uint64_t group) {
  Run &run = blocks_[number / kRunsOfBlock].load(std::memory_order_relaxed)->runs[number % kRunsOfBlock];
  run.launch = launch;
  run.group = group;
  run.number.store(number, std::memory_order_release);
}

RaceShadow::Run *RaceShadow::own_run(uint64_t number) {
  if (number / kRunsOfBlock >= kMaxBlocks) return nullptr;
  Block *block = blocks_[number / kRunsOfBlock].load(std::memory_order_acquire);
  return block ? &block->runs[number % kRunsOfBlock] : nullptr;
}

// Another launch may take the block meanwhile: it first takes the number away, so a number that is there before and
// after reading the name is the name's.
std::optional<RaceShadow::RunName> RaceShadow::run(uint64_t number) {
  const Run *run = own_run(number);
  if (!run || run->number.load(std::memory_order_acquire) != number) return std::nullopt;
  const RunName name{run->launch.load(std::memory_order_acquire), run->group.load(std::memory_order_acquire),
                     run->released.load(std::memory_order_acquire)};
  if (run->number.load(std::memory_order_acquire) != number) return std::nullopt;
  return name;
}

RaceContextBlock *RaceShadow::take_contexts(unsigned shift) {
  const std::lock_guard lock(mutex_);
  const uint32_t number = next_contexts_.load(std::memory_order_relaxed);
  if (number >= RaceContextBlock::kMax - 1) return nullptr;  // kBytewise is a word of the last block
  std::vector<RaceContextBlock *> &free = free_contexts_[shift];
  if (free.empty()) {
    auto made = std::make_unique<RaceContextBlock>(shift);
    free.reserve(free.capacity() + 1);
    free.push_back(made.release());
  }
  RaceContextBlock *contexts = free.back();
  free.pop_back();
  contexts->number = number;
  contexts_[number].store(contexts, std::memory_order_release);
  next_contexts_.store(number + 1, std::memory_order_relaxed);
  return contexts;
}

uint64_t RaceShadow::expanded(uint32_t word) const {
  const uint32_t number = word >> RaceContextBlock::kShift;
  const RaceContextBlock *contexts = contexts_[number].load(std::memory_order_acquire);
  // As with runs, another launch may take the contexts meanwhile.
  if (!contexts || contexts->number.load(std::memory_order_acquire) != number) return 0;
  const uint32_t of_words = (uint32_t{1} << contexts->shift) - 1;
  const uint64_t context =
      contexts->contexts[(word & (RaceContextBlock::kWords - 1)) >> contexts->shift].load(std::memory_order_acquire);
  if (contexts->number.load(std::memory_order_acquire) != number) return 0;
  return context | uint64_t{(word & of_words) >> abi::kRaceItemShift} << race_word::kItemShift |
         (word & ((uint32_t{1} << abi::kRaceItemShift) - 1));
}

}  // namespace wherry::checks

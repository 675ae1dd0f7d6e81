// SPDX-License-Identifier: Apache-2.0
// The shadow of global memory for races (race.h), one for the process: memory is told by its address.
//
// A word of it has 32 bits, half as many as race_word has: the lowest are the kind and kMany, then comes the work-item,
// and the rest is the number of a context, under which stands what else the word says. A launch takes the numbers that
// it needs in order, so that greater words are later ones.
#pragma once
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "checks/race.h"
#include "kernel_abi/abi.h"

namespace wherry::checks {

// The contexts of kWords words in a row, of one worker in one launch.
struct RaceContextBlock {
  static constexpr unsigned kShift = 17;  // 64 contexts of 256 work-items
  static constexpr uint32_t kWords = 1 << kShift, kMax = uint32_t{1} << (32 - kShift);
  explicit RaceContextBlock(unsigned words_shift)
      : shift(words_shift), contexts(new std::atomic<uint64_t>[kWords >> words_shift]()) {}
  std::atomic<uint32_t> number{0};                          // of the first word >> kShift
  const unsigned shift;                                     // each context has 1 << shift of the words
  const std::unique_ptr<std::atomic<uint64_t>[]> contexts;  // race_words without work-item, kind and kMany
};

class RaceShadow {
 public:
  using Word = std::atomic<uint32_t>;
  static constexpr uint32_t kBytewise = ~uint32_t{0};  // each byte has its own word
  static constexpr uint64_t kChunk = uint64_t{1} << abi::kRaceChunkShift;
  static constexpr uint64_t kAddresses = uint64_t{1} << 47;  // user space
  static constexpr uint64_t kRunsOfBlock = 1024, kMaxBlocks = race_word::kMaxRun / kRunsOfBlock;

  // The time of a group between 255 barriers: what the words of global memory name.
  struct Run {
    std::atomic<uint64_t> number{0}, launch{0}, group{0};
    std::atomic<uint64_t> released{0};  // when its first release came, by RaceLaunch::releases_; 0: none yet
  };
  struct RunName {
    uint64_t launch, group, released;
  };

  static RaceShadow &get() { return *current(); }
  // In a forked child: a thread of the parent may have held the mutex.
  static void renew();

  const uint32_t *const *chunks() const { return reinterpret_cast<const uint32_t *const *>(chunks_); }
  // The words of a chunk: one for each 4 bytes, then one for each byte. Null: no kernel has accessed the chunk.
  Word *known_chunk(uint64_t address) const {
    return chunks_[address >> abi::kRaceChunkShift].load(std::memory_order_acquire);
  }
  Word *chunk(uint64_t address);
  // The words of the 4 bytes from an address on.
  static Word *bytewise(Word *chunk, uint64_t address) { return chunk + kChunk / 4 + address % kChunk; }

  // The first word of a launch: lesser ones are of earlier launches.
  uint32_t begin_launch();
  // Of all launches that run.
  uint32_t oldest_word();
  void end_launch(uint32_t first_word, const std::vector<uint32_t> &run_blocks, const std::vector<uint32_t> &contexts);

  // kMaxBlocks: there are no more.
  uint64_t take_block();
  // Names a run. Precondition: take_block() has given the run's block to this launch.
  void name_run(uint64_t number, uint64_t launch, uint64_t group);
  // A run of a block that take_block() has given to this launch; null: there was no block.
  Run *own_run(uint64_t number);
  // Nothing: of a launch that has ended.
  std::optional<RunName> run(uint64_t number);

  // Contexts for a launch. Null: there are no more.
  RaceContextBlock *take_contexts(unsigned shift);
  // Whether three quarters of the contexts are taken. Then all lines of a work-group share one context, without a line.
  bool is_short_of_contexts() const {
    return next_contexts_.load(std::memory_order_relaxed) > RaceContextBlock::kMax / 4 * 3;
  }
  // The race_word for which a word stands; 0: of a launch that has ended.
  uint64_t expanded(uint32_t word) const;

 private:
  struct Block {
    Run runs[kRunsOfBlock];
  };
  RaceShadow();
  static RaceShadow *&current();

  static inline std::atomic<bool> exists_{false};
  std::atomic<Word *> *const chunks_;
  std::atomic<Block *> *const blocks_;
  std::atomic<RaceContextBlock *> *const contexts_;
  std::atomic<uint32_t> next_contexts_{1};  // 0 is a word that names nothing
  std::mutex mutex_;
  std::vector<Word *> made_;
  std::vector<Block *> free_;
  std::array<std::vector<RaceContextBlock *>, RaceContextBlock::kShift + 1> free_contexts_;  // by shift
  uint64_t next_block_ = 0, num_blocks_ = 0;
  std::multiset<uint32_t> running_;  // the first words of launches
};

}  // namespace wherry::checks

// SPDX-License-Identifier: Apache-2.0
// Pipes: queues of packets that kernels write and read.
#pragma once
#include <atomic>
#include <cstdlib>
#include <memory>

#include "kernel_abi/abi.h"
#include "objects/storage.h"

namespace wherry::runtime {

// What kernels get the address of. Packets go by in the order in which they are reserved for writing; those of a
// reservation can be read once it and all before it are committed, and their places are free once their reading is.
// Without a lock: each place knows whose turn it is.
class Pipe final : public abi::Pipe {
 public:
  // `packet_size`: bytes. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Pipe(uint32_t packet_size, uint32_t max_packets);
  Pipe(const Pipe &) = delete;
  size_t bytes() const { return size_t{packet_size} * max_packets; }

 private:
  friend struct PipeEntries;
  // Where packet `number`, counted from the pipe's beginning on, is written or read, and at which turn: the writers'
  // and the readers' follow each other.
  struct Place {
    std::byte *packet;
    std::atomic_ref<uint32_t> at;
    uint32_t turn;
    bool is_ready() const { return at.load(std::memory_order_acquire) == turn; }
    void pass_on() const { at.store(turn + 1, std::memory_order_release); }
  };

  int32_t transfer(void *packet, uint32_t size, bool writing);
  uint64_t reserve(uint32_t count, bool writing);
  int32_t access(uint64_t id, uint32_t index, void *packet, uint32_t size, bool writing);
  void commit(uint64_t id, bool writing);
  uint32_t packets();

  Place place(uint64_t number, bool writing);
  bool take(uint32_t count, bool writing, uint64_t &first);
  uint64_t first_of(uint64_t id, bool writing);
  void move(std::byte *place, void *packet, bool writing);
  std::atomic<uint64_t> &reserved(bool writing) { return writing ? written_ : read_; }

  struct Free {
    void operator()(uint32_t *turns) const { std::free(turns); }
  };
  Storage storage_;
  const std::unique_ptr<uint32_t[], Free> turns_;  // of the places, from 0
  // Packets before which all are reserved.
  alignas(64) std::atomic<uint64_t> written_ = 0;
  alignas(64) std::atomic<uint64_t> read_ = 0;
};

}  // namespace wherry::runtime

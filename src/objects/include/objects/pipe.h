// SPDX-License-Identifier: Apache-2.0
// Pipes: queues of packets that kernels write and read.
#pragma once
#include <atomic>
#include <cstdlib>
#include <memory>

#include "kernel_abi/abi.h"
#include "objects/storage.h"

namespace wherry::runtime {

// The object whose address kernels get: a lock-free ring buffer of packets, in the order in which they are reserved for
// writing. The packets of a reservation can be read once this reservation and all earlier ones are committed; a slot is
// free once its read reservation is committed. Each slot has a sequence number, `turn`.
class Pipe final : public abi::Pipe {
 public:
  // `packet_size`: bytes. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Pipe(uint32_t packet_size, uint32_t max_packets);
  ~Pipe();  // NOLINT(bugprone-derived-method-shadowing-base-method): a destructor
  Pipe(const Pipe &) = delete;
  size_t bytes() const { return size_t{packet_size} * max_packets; }

 private:
  friend struct PipeEntries;
  // The slot of packet `number`, counted since the pipe was made, and the turn at which it may be written or read.
  // Turns of writers and readers alternate.
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
  void probe(void *packet, bool writing) const;
  std::atomic<uint64_t> &reserved(bool writing) { return writing ? written_ : read_; }

  struct Free {
    void operator()(uint32_t *turns) const { std::free(turns); }
  };
  Storage storage_;
  const std::unique_ptr<uint32_t[], Free> turns_;  // of the slots, starting at 0
  // The numbers of the next packets to reserve for writing and for reading.
  alignas(64) std::atomic<uint64_t> written_ = 0;
  alignas(64) std::atomic<uint64_t> read_ = 0;
};

}  // namespace wherry::runtime

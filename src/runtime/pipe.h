// Pipes: queues of packets that kernels write and read.
#pragma once
#include <deque>
#include <mutex>

#include "kernel_abi/abi.h"
#include "runtime/storage.h"

namespace wherry::runtime {

// What kernels get the address of. Packets go by in the order in which they are reserved for writing; those of a
// reservation can be read once it and all before it are committed, and their places are free once their reading is.
class Pipe final : public abi::Pipe {
 public:
  // `packet_size`: bytes. Throws CL_MEM_OBJECT_ALLOCATION_FAILURE.
  Pipe(uint32_t packet_size, uint32_t max_packets);
  Pipe(const Pipe &) = delete;
  size_t bytes() const { return size_t{packet_size} * max_packets; }

 private:
  friend struct PipeEntries;
  struct Reservation {
    uint64_t first, count;  // packets
    bool committed;
  };
  // The writers, or the readers. Packets are counted from the pipe's beginning on.
  struct Side {
    uint64_t reserved = 0, done = 0;  // packets before which all are reserved; are committed
    uint64_t first_id = 1;            // of `open`, whose ids follow each other
    std::deque<Reservation> open;     // in order; the first is not committed
  };

  int32_t transfer(void *packet, uint32_t size, bool writing);
  uint64_t reserve(uint32_t count, bool writing);
  int32_t access(uint64_t id, uint32_t index, void *packet, uint32_t size, bool writing);
  void commit(uint64_t id, bool writing);
  uint32_t packets();

  // The rest is called with the lock held.
  bool has(uint64_t count, bool writing) const;
  void move(uint64_t number, void *packet, bool writing);
  Reservation *find(uint64_t id, bool writing);
  Side &side(bool writing) { return writing ? writers_ : readers_; }

  Storage storage_;
  std::mutex mutex_;  // guards what follows, and the packets
  Side writers_, readers_;
};

}  // namespace wherry::runtime

// SPDX-License-Identifier: Apache-2.0
#include "objects/pipe.h"

#include <algorithm>
#include <cstring>

#include "checks/uninit.h"
#include "objects/platform.h"
#include "platform/cpu/guarded_call.h"

namespace wherry::runtime {

struct PipeEntries {
  static Pipe &of(abi::Pipe *pipe) { return *static_cast<Pipe *>(pipe); }
  static int32_t read(abi::Pipe *pipe, void *packet, uint32_t size) { return of(pipe).transfer(packet, size, false); }
  static int32_t write(abi::Pipe *pipe, const void *packet, uint32_t size) {
    return of(pipe).transfer(const_cast<void *>(packet), size, true);
  }
  static uint64_t reserve(abi::Pipe *pipe, uint32_t count, uint32_t writing) {
    return of(pipe).reserve(count, writing);
  }
  static int32_t access(abi::Pipe *pipe, uint64_t id, uint32_t index, void *packet, uint32_t size, uint32_t writing) {
    return of(pipe).access(id, index, packet, size, writing);
  }
  static void commit(abi::Pipe *pipe, uint64_t id, uint32_t writing) { of(pipe).commit(id, writing); }
  static uint32_t packets(abi::Pipe *pipe) { return of(pipe).packets(); }

  static constexpr abi::PipeCalls kCalls = {read, write, reserve, access, commit, packets};
};

Pipe::Pipe(uint32_t packet_size, uint32_t max_packets)
    : abi::Pipe{&PipeEntries::kCalls, max_packets, packet_size}, storage_(bytes(), kMemoryAlign),
      turns_(static_cast<uint32_t *>(std::calloc(max_packets, sizeof(uint32_t)))) {
  if (!turns_) throw Error{CL_MEM_OBJECT_ALLOCATION_FAILURE};
}

Pipe::~Pipe() { checks::uninit::clear(storage_.data(), bytes()); }

Pipe::Place Pipe::place(uint64_t number, bool writing) {
  const uint64_t round = number / max_packets, index = number % max_packets;
  return {storage_.data() + index * packet_size, std::atomic_ref(turns_[index]),
          static_cast<uint32_t>(2 * round + !writing)};
}

// Reserves the `count` packets from `first` on for the calling thread. Returns false if fewer than `count` are ready.
bool Pipe::take(uint32_t count, bool writing, uint64_t &first) {
  std::atomic<uint64_t> &next = reserved(writing);
  first = next.load();
  if (count > max_packets) return false;
  for (;;) {
    uint32_t ready = 0;
    while (ready < count && place(first + ready, writing).is_ready()) ++ready;
    if (ready == count) {
      if (next.compare_exchange_weak(first, first + count)) return true;
    } else if (const uint64_t now = next.load(); now != first) {
      first = now;  // other threads have reserved these packets
    } else {
      return false;
    }
  }
}

void Pipe::move(std::byte *place, void *packet, bool writing) {
  std::byte *const to = writing ? place : static_cast<std::byte *>(packet);
  const std::byte *const from = writing ? static_cast<std::byte *>(packet) : place;
  std::memcpy(to, from, packet_size);
  if (!checks::uninit::in_use()) return;
  // Marks mean nothing unless the packet is of a kernel that is checked.
  if (checks::uninit::packet_is_followed())
    checks::uninit::transfer(to, from, packet_size);
  else if (writing)
    checks::uninit::clear(to, packet_size);
}

// A bad pointer faults here, and not between a place's turns.
void Pipe::probe(void *packet, bool writing) const {
  constexpr uint32_t kPage = 4096;
  auto *const bytes = static_cast<std::byte *>(packet);
  for (uint32_t begin = 0; begin < packet_size; begin += kPage) {
    std::byte *const first = bytes + begin, *const last = bytes + std::min(begin + kPage, packet_size) - 1;
    writing ? cpu::probe_read(first, last) : cpu::probe_write(first, last);
  }
}

int32_t Pipe::transfer(void *packet, uint32_t size, bool writing) {
  uint64_t number;
  if (size != packet_size) return -1;
  probe(packet, writing);
  if (!take(1, writing, number)) return -1;
  const Place its = place(number, writing);
  move(its.packet, packet, writing);
  its.pass_on();
  return 0;
}

// The id holds the count and the lower half of the first packet's number; first_of() restores the upper half, because
// the packets are among the last that were reserved.
uint64_t Pipe::reserve(uint32_t count, bool writing) {
  uint64_t first;
  if (count == 0 || !take(count, writing, first)) return 0;
  // "The contents of the reserved data packets in the pipe are undefined if the kernel does not call write_pipe for all
  // entries."
  if (writing && checks::uninit::in_use())
    for (uint32_t i = 0; i < count; ++i) checks::uninit::mark(place(first + i, true).packet, packet_size);
  return uint64_t{count} << 32 | static_cast<uint32_t>(first);
}

uint64_t Pipe::first_of(uint64_t id, bool writing) {
  const uint64_t last = reserved(writing).load();
  return last - static_cast<uint32_t>(last - id);
}

int32_t Pipe::access(uint64_t id, uint32_t index, void *packet, uint32_t size, bool writing) {
  const uint64_t number = first_of(id, writing) + index;
  if (size != packet_size || index >= id >> 32 || number >= reserved(writing).load()) return -1;
  const Place its = place(number, writing);
  if (!its.is_ready()) return -1;  // already committed
  probe(packet, writing);
  move(its.packet, packet, writing);
  return 0;
}

void Pipe::commit(uint64_t id, bool writing) {
  const uint64_t first = first_of(id, writing);
  const uint64_t end = std::min(first + (id >> 32), reserved(writing).load());
  for (uint64_t number = first; number < end; ++number)
    if (const Place its = place(number, writing); its.is_ready()) its.pass_on();
}

uint32_t Pipe::packets() {
  const uint64_t first = read_.load();
  uint32_t count = 0;
  while (count < max_packets && place(first + count, false).is_ready()) ++count;
  return count;
}

}  // namespace wherry::runtime

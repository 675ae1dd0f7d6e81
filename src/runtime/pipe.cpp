#include "runtime/pipe.h"

#include <cstring>

#include "runtime/platform.h"

namespace wherry::runtime {

// Nothing may be thrown into a kernel: where there is no memory, nothing is done.
struct PipeEntries {
  static Pipe &of(abi::Pipe *pipe) { return *static_cast<Pipe *>(pipe); }
  template <class Result, class Body> static Result guarded(Result failure, Body body) {
    try {
      return body();
    } catch (...) {
      return failure;
    }
  }
  static int32_t read(abi::Pipe *pipe, void *packet, uint32_t size) {
    return guarded(-1, [&] { return of(pipe).transfer(packet, size, false); });
  }
  static int32_t write(abi::Pipe *pipe, const void *packet, uint32_t size) {
    return guarded(-1, [&] { return of(pipe).transfer(const_cast<void *>(packet), size, true); });
  }
  static uint64_t reserve(abi::Pipe *pipe, uint32_t count, uint32_t writing) {
    return guarded(uint64_t{0}, [&] { return of(pipe).reserve(count, writing); });
  }
  static int32_t access(abi::Pipe *pipe, uint64_t id, uint32_t index, void *packet, uint32_t size, uint32_t writing) {
    return of(pipe).access(id, index, packet, size, writing);
  }
  static void commit(abi::Pipe *pipe, uint64_t id, uint32_t writing) { of(pipe).commit(id, writing); }
  static uint32_t packets(abi::Pipe *pipe) { return of(pipe).packets(); }

  static constexpr abi::PipeCalls kCalls = {read, write, reserve, access, commit, packets};
};

Pipe::Pipe(uint32_t packet_size, uint32_t max_packets)
    : abi::Pipe{&PipeEntries::kCalls, max_packets, packet_size}, storage_(bytes(), kMemoryAlign) {}

bool Pipe::has(uint64_t count, bool writing) const {
  return count <= (writing ? max_packets - (writers_.reserved - readers_.done) : writers_.done - readers_.reserved);
}

void Pipe::move(uint64_t number, void *packet, bool writing) {
  std::byte *place = storage_.data() + number % max_packets * packet_size;
  if (writing)
    std::memcpy(place, packet, packet_size);
  else
    std::memcpy(packet, place, packet_size);
}

Pipe::Reservation *Pipe::find(uint64_t id, bool writing) {
  Side &in = side(writing);
  return id - in.first_id < in.open.size() ? &in.open[id - in.first_id] : nullptr;
}

// A reservation of one packet, committed at once.
int32_t Pipe::transfer(void *packet, uint32_t size, bool writing) {
  std::lock_guard lock(mutex_);
  if (size != packet_size || !has(1, writing)) return -1;
  Side &in = side(writing);
  const uint64_t number = in.reserved;
  if (!in.open.empty() && in.open.back().committed)
    ++in.open.back().count;
  else if (!in.open.empty())
    in.open.push_back({number, 1, true});
  else
    ++in.done;
  ++in.reserved;
  move(number, packet, writing);
  return 0;
}

uint64_t Pipe::reserve(uint32_t count, bool writing) {
  std::lock_guard lock(mutex_);
  if (count == 0 || !has(count, writing)) return 0;
  Side &in = side(writing);
  in.open.push_back({in.reserved, count, false});
  in.reserved += count;
  return in.first_id + in.open.size() - 1;
}

int32_t Pipe::access(uint64_t id, uint32_t index, void *packet, uint32_t size, bool writing) {
  std::lock_guard lock(mutex_);
  const Reservation *found = find(id, writing);
  if (!found || found->committed || index >= found->count || size != packet_size) return -1;
  move(found->first + index, packet, writing);
  return 0;
}

void Pipe::commit(uint64_t id, bool writing) {
  std::lock_guard lock(mutex_);
  Reservation *found = find(id, writing);
  if (!found) return;
  found->committed = true;
  for (Side &in = side(writing); !in.open.empty() && in.open.front().committed; ++in.first_id) {
    in.done = in.open.front().first + in.open.front().count;
    in.open.pop_front();
  }
}

uint32_t Pipe::packets() {
  std::lock_guard lock(mutex_);
  return static_cast<uint32_t>(writers_.done - readers_.reserved);
}

}  // namespace wherry::runtime

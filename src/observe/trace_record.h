// SPDX-License-Identifier: Apache-2.0
// What the recorder keeps of each thing that happened, and what it adds up.
#pragma once
#include <algorithm>
#include <cstdint>

namespace wherry::observe::trace {

struct Record {
  enum class Kind : uint8_t { groups, copy, in_place, chunk, wait };

  uint64_t begin, end;  // ticks
  uint64_t id;          // of the copy; of groups: the command's
  uint64_t amount;      // bytes; of groups: the first one's number; of a wait: ticks stalled
  uint32_t place;       // site(); of groups: name()
  uint32_t count;       // of groups, of the copy's chunks, of the events waited for; of a chunk: bytes ahead
  Kind kind;
  bool own = false, last = false;  // of a chunk

  uint64_t ticks() const { return end > begin ? end - begin : 0; }
};

// Of one kernel; times in ticks.
struct Totals {
  uint64_t launches = 0, groups = 0;
  uint64_t copies = 0, bytes = 0;  // that were made
  uint64_t ahead = 0;              // of the bytes, those that the kernel's loops copied on their way
  uint64_t in_place = 0;           // copies that were not
  uint64_t copying = 0;            // by all threads
  uint64_t stalled = 0;
  uint64_t own = 0;  // copying by the groups' own threads, and stalled

  void add(const Record &record) {
    switch (record.kind) {
    case Record::Kind::groups: groups += record.count; break;
    case Record::Kind::copy:
      ++copies;
      bytes += record.amount;
      if (record.count == 0) add_copying(record.ticks(), true);
      break;
    case Record::Kind::in_place: ++in_place; break;
    case Record::Kind::chunk:
      ahead += record.count;
      add_copying(record.ticks(), record.own);
      break;
    case Record::Kind::wait:
      stalled += record.amount;
      own += record.amount;
      break;
    }
  }

  // The share of the time spent copying that no work-group spent copying itself, or stalled; of 1. As if what the
  // kernel's loops copied had taken as long as the rest.
  double hidden() const {
    if (copying == 0) return 0;
    const double rest = bytes ? 1 - static_cast<double>(ahead) / static_cast<double>(bytes) : 1;
    return std::max(0.0, 1 - rest * static_cast<double>(own) / static_cast<double>(copying));
  }
  // In bytes for each nanosecond that a thread copied.
  double speed(double nanoseconds) const {
    return nanoseconds > 0 ? static_cast<double>(bytes - ahead) / nanoseconds : 0;
  }

 private:
  void add_copying(uint64_t ticks, bool by_group) {
    copying += ticks;
    if (by_group) own += ticks;
  }
};

}  // namespace wherry::observe::trace

// SPDX-License-Identifier: Apache-2.0
// The recorder's record of an operation, and the totals of a kernel.
#pragma once
#include <algorithm>
#include <cstdint>

namespace wherry::observe::trace {

struct Record {
  enum class Kind : uint8_t { groups, copy, in_place, chunk, wait };

  uint64_t begin, end;  // ticks
  uint64_t id;          // of the copy; for work-groups: of the command
  uint64_t amount;      // bytes; for work-groups: the number of the first; for a wait: ticks stalled
  uint32_t place;       // site(); for work-groups: name()
  uint32_t count;       // of work-groups, of the copy's chunks, or of the events; for a chunk: bytes ahead
  Kind kind;
  bool own = false, last = false;  // for a chunk

  uint64_t ticks() const { return end > begin ? end - begin : 0; }
};

// The totals of one kernel; times in ticks.
struct Totals {
  uint64_t launches = 0, groups = 0;
  uint64_t copies = 0, bytes = 0;  // performed
  uint64_t ahead = 0;              // part of `bytes` that the kernel's loops copied
  uint64_t in_place = 0;           // elided copies
  uint64_t copying = 0;            // time of all threads
  uint64_t stalled = 0;
  uint64_t own = 0;  // time of the work-groups' own threads, and stalled time

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

  // The fraction of the copying time during which no work-group copied itself or stalled. Assumes that the kernel's
  // loops copied at the same speed as the threads.
  double hidden() const {
    if (copying == 0) return 0;
    const double rest = bytes ? 1 - static_cast<double>(ahead) / static_cast<double>(bytes) : 1;
    return std::max(0.0, 1 - rest * static_cast<double>(own) / static_cast<double>(copying));
  }
  // In bytes per nanosecond of a copying thread.
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

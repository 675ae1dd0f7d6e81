// SPDX-License-Identifier: Apache-2.0
// The timeline's file: Chrome's trace events, an array in JSON.
#pragma once
#include <string>
#include <string_view>

#include "observe/trace.h"
#include "trace_record.h"

namespace wherry::observe::trace {

struct TickClock {
  uint64_t start = 0;  // ticks, the file's time 0
  double nanoseconds_per_tick = 1;

  double nanoseconds(uint64_t ticks) const { return static_cast<double>(ticks) * nanoseconds_per_tick; }
  // Since the start; never decreasing, so that what was nested stays so.
  uint64_t since_start(uint64_t time) const {
    return time > start ? static_cast<uint64_t>(nanoseconds(time - start)) : 0;
  }
};

// `text` with what JSON wants escaped, as valid UTF-8 in any case.
std::string escaped(std::string_view text);

class TraceFile {
 public:
  TraceFile() = default;
  ~TraceFile() { close(); }
  TraceFile(const TraceFile &) = delete;

  // `path` with %p as the process's number. `own_name`: with the number in any case, and so where
  // another process that still runs writes to that file. False, and errno, where it cannot be written.
  bool open(std::string path, bool own_name);
  void close() noexcept;
  const std::string &path() const { return path_; }

  TickClock clock;

  // Append to what write() is to write. Names and places come escaped, places as members of an object.
  void add_thread(int thread, std::string_view name);
  void add(const Command &command, std::string_view kernel);
  void add(const Record &record, int thread, std::string_view place);
  size_t pending() const { return text_.size(); }

  void begin_summary() { summary_ = text_.size(); }
  void add(const Totals &totals, std::string_view kernel);
  void add_counts(uint64_t recorded, uint64_t dropped);

  // Writes what was added. The file is whole after each call; the summary is written over by the next.
  // False, and errno, where it could not be.
  bool write();

 private:
  void begin_event(char phase, std::string_view name, std::string_view category, int thread, uint64_t time);
  void slice(std::string_view name, std::string_view category, int thread, uint64_t begin, uint64_t end);
  void member(std::string_view name, uint64_t value);
  void list(std::string_view name, const uint64_t *values, uint32_t count);
  void number(uint64_t value);
  void microseconds(uint64_t nanoseconds);
  void decimal(std::string_view name, double value);
  void event(char phase, std::string_view name, std::string_view category, int thread, uint64_t time, uint64_t id);

  std::string path_, text_;
  std::string process_;                 // ,"pid":1,"tid":
  size_t summary_ = std::string::npos;  // where it begins in text_
  int file_ = -1;
  int64_t end_ = 0;   // of the events in the file, before the summary
  int64_t size_ = 0;  // of the file
};

}  // namespace wherry::observe::trace

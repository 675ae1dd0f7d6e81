// SPDX-License-Identifier: Apache-2.0
// The timeline's file: Chrome's trace events, an array in JSON.
#pragma once
#include <string>
#include <string_view>

#include "observe/trace.h"
#include "trace_record.h"

namespace wherry::observe::trace {

struct TickClock {
  uint64_t start = 0;  // ticks at the file's time 0
  double nanoseconds_per_tick = 1;

  double nanoseconds(uint64_t ticks) const { return static_cast<double>(ticks) * nanoseconds_per_tick; }
  // Nanoseconds since the start; monotonic, so that nested slices remain nested.
  uint64_t since_start(uint64_t time) const {
    return time > start ? static_cast<uint64_t>(nanoseconds(time - start)) : 0;
  }
};

// `text` as valid UTF-8, escaped for JSON.
std::string escaped(std::string_view text);

class TraceFile {
 public:
  TraceFile() = default;
  ~TraceFile() { close(); }
  TraceFile(const TraceFile &) = delete;

  // Opens `path`, with %p replaced by the process id. Otherwise inserts the id if `own_name` is true, or if another
  // running process writes to the file. `begun`: time 0 in nanoseconds since 1970, by which files of several processes
  // are merged. Returns false and sets errno on failure.
  bool open(std::string path, bool own_name, uint64_t begun);
  void close() noexcept;
  const std::string &path() const { return path_; }

  TickClock clock;

  // Add events to the buffer of write(). Names and places must be escaped; a place is a list of JSON members.
  void add_thread(int thread, std::string_view name);
  void add(const Command &command, std::string_view kernel);
  void add(const Record &record, int thread, std::string_view place);
  size_t pending() const { return text_.size(); }

  void begin_summary() { summary_ = text_.size(); }
  void add(const Totals &totals, std::string_view kernel);
  void add_counts(uint64_t recorded, uint64_t dropped);

  // Writes the buffer. The file is valid JSON after each call; the next call overwrites the summary. Returns false and
  // sets errno on failure.
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
  size_t summary_ = std::string::npos;  // its offset in text_
  int file_ = -1;
  int64_t end_ = 0;   // end of the events in the file, where the summary begins
  int64_t size_ = 0;  // size of the file
};

}  // namespace wherry::observe::trace

// SPDX-License-Identifier: Apache-2.0
#include "trace_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdio>

namespace wherry::observe::trace {

namespace {

// Bytes of the UTF-8 character that `text` begins with; 0 if it is invalid.
size_t character_size(std::string_view text) {
  const auto byte = [text](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned first = byte(0);
  const size_t size = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  for (size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Exclude overlong forms, surrogates, and numbers past the last character.
  const unsigned second = byte(1);
  if ((first == 0xe0 && second < 0xa0) || (first == 0xed && second >= 0xa0) || (first == 0xf0 && second < 0x90) ||
      (first == 0xf4 && second >= 0x90))
    return 0;
  return size;
}

bool write_all(int file, std::string_view bytes, int64_t at) {
  while (!bytes.empty()) {
    const ssize_t n = pwrite(file, bytes.data(), bytes.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(n));
    at += n;
  }
  return true;
}

constexpr std::string_view kEnd = "\n]\n";

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto byte = static_cast<unsigned char>(text[0]);
    size_t size = character_size(text);
    if (size == 0) {
      result += "\\ufffd";
      size = 1;
    } else if (byte < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", byte);
      result += code;
    } else {
      if (byte == '"' || byte == '\\') result += '\\';
      result += text.substr(0, size);
    }
    text.remove_prefix(size);
  }
  return result;
}

bool TraceFile::open(std::string path, bool own_name, uint64_t begun) {
  const std::string number = std::to_string(getpid());
  const bool numbered = path.find("%p") != std::string::npos;
  for (size_t at; (at = path.find("%p")) != std::string::npos;) path.replace(at, 2, number);
  for (;; own_name = true) {
    path_ = path;
    if (own_name && !numbered) {
      const size_t dot = path.rfind('.'), slash = path.rfind('/');
      path_.insert(dot == std::string::npos || (slash != std::string::npos && dot < slash) ? path.size() : dot,
                   "." + number);
    }
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (file_ < 0) return false;
    if (own_name || flock(file_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) break;
    close();
  }
  struct stat status;
  if (ftruncate(file_, 0) != 0 || fstat(file_, &status) != 0 || !S_ISREG(status.st_mode)) {
    const int error = errno ? errno : EINVAL;
    close();
    errno = error;
    return false;
  }
  process_ = R"(,"pid":)" + number + R"(,"tid":)";
  text_ = R"([
{"ph":"M","name":"process_name")" +
          process_ + R"(0,"args":{"name":")" + escaped(program_invocation_short_name) + R"(","begun":)" +
          std::to_string(begun) + "}}";
  return true;
}

void TraceFile::close() noexcept {
  if (file_ >= 0) ::close(file_);
  file_ = -1;
}

bool TraceFile::write() {
  const size_t events = std::min(summary_, text_.size());
  text_ += kEnd;
  // One system call, so that the file is valid if the program is killed before or after it.
  const bool written = file_ < 0 || write_all(file_, text_, end_);
  const int64_t events_end = end_ + static_cast<int64_t>(events), end = end_ + static_cast<int64_t>(text_.size());
  text_.clear();
  summary_ = std::string::npos;
  if (written && (file_ < 0 || end >= size_ || ftruncate(file_, end) == 0)) {
    end_ = events_end;
    size_ = end;
    return true;
  }
  const int error = errno;
  // The disk may be full: keep the former events, and write the end of the array over the former summary.
  if (end_ && write_all(file_, kEnd, end_)) (void)!ftruncate(file_, end_ + static_cast<int64_t>(kEnd.size()));
  close();
  errno = error;
  return false;
}

void TraceFile::number(uint64_t value) {
  char digits[20];
  text_.append(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
}

void TraceFile::microseconds(uint64_t nanoseconds) {
  number(nanoseconds / 1000);
  const auto rest = static_cast<unsigned>(nanoseconds % 1000);
  const char digits[] = {'.', static_cast<char>('0' + rest / 100), static_cast<char>('0' + rest / 10 % 10),
                         static_cast<char>('0' + rest % 10)};
  text_.append(digits, sizeof digits);
}

void TraceFile::member(std::string_view name, uint64_t value) {
  text_ += ",\"";
  text_ += name;
  text_ += "\":";
  number(value);
}

void TraceFile::decimal(std::string_view name, double value) {
  char digits[32];
  text_ += ",\"";
  text_ += name;
  text_ += "\":";
  text_.append(digits, std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 3).ptr);
}

void TraceFile::list(std::string_view name, const uint64_t *values, uint32_t count) {
  text_ += ",\"";
  text_ += name;
  text_ += "\":[";
  for (uint32_t i = 0; i < count; ++i) {
    if (i) text_ += ',';
    number(values[i]);
  }
  text_ += ']';
}

// Begins an event; the caller adds the closing brace.
void TraceFile::begin_event(char phase, std::string_view name, std::string_view category, int thread, uint64_t time) {
  text_ += ",\n{\"ph\":\"";
  text_ += phase;
  text_ += "\",\"name\":\"";
  text_ += name;
  text_ += "\",\"cat\":\"";
  text_ += category;
  text_ += '"';
  text_ += process_;
  number(static_cast<uint64_t>(thread));
  text_ += ",\"ts\":";
  microseconds(time);
}

// Writes the begin of a slice's JSON object. The caller appends the object's further members, each after a comma, and
// its closing brace.
void TraceFile::slice(std::string_view name, std::string_view category, int thread, uint64_t begin_ns,
                      uint64_t end_ns) {
  begin_event('X', name, category, thread, begin_ns);
  text_ += ",\"dur\":";
  microseconds(end_ns > begin_ns ? end_ns - begin_ns : 0);
}

void TraceFile::event(char phase, std::string_view name, std::string_view category, int thread, uint64_t time,
                      uint64_t id) {
  begin_event(phase, name, category, thread, time);
  member("id", id);
  if (phase == 'f') text_ += R"(,"bp":"e")";
}

void TraceFile::add_thread(int thread, std::string_view name) {
  text_ += R"(,
{"ph":"M","name":"thread_name")";
  text_ += process_;
  number(static_cast<uint64_t>(thread));
  text_ += R"(,"args":{"name":")";
  text_ += name;
  text_ += "\"}}";
}

void TraceFile::add(const Command &command, std::string_view kernel) {
  const uint64_t started = clock.since_start(command.started), ended = clock.since_start(command.ended);
  const std::string_view name = command.kernel ? kernel : command.what;
  // In the queue's track from queued to ended, and in the thread's track while the command ran.
  event('b', name, "command", command.thread, clock.since_start(command.queued), command.id);
  text_ += R"(,"args":{"what":")";
  text_ += command.what;
  text_ += '"';
  member("queue", command.queue);
  if (command.kernel) {
    list("offset", command.offset, command.work_dim);
    list("global", command.global, command.work_dim);
    list("local", command.local, command.work_dim);
  }
  if (command.status) {
    text_ += ",\"error\":";
    text_ += std::to_string(command.status);
  }
  text_ += "}}";
  event('n', "submitted", "command", command.thread, clock.since_start(command.submitted), command.id);
  text_ += '}';
  event('n', "started", "command", command.thread, started, command.id);
  text_ += '}';
  event('e', name, "command", command.thread, ended, command.id);
  text_ += '}';
  slice(name, "command", command.thread, started, ended);
  text_ += R"(,"args":{"command":)";
  number(command.id);
  text_ += "}}";
}

void TraceFile::add(const Record &record, int thread, std::string_view place) {
  const uint64_t begin = clock.since_start(record.begin), end = clock.since_start(record.end);
  switch (record.kind) {
  case Record::Kind::groups:
    slice(place, "groups", thread, begin, end);
    text_ += R"(,"args":{"command":)";
    number(record.id);
    member("first", record.amount);
    member("groups", record.count);
    break;
  case Record::Kind::copy:
    if (record.count) {
      event('b', "copy", "copy", thread, begin, record.id);
      text_ += '}';
      event('s', "copy", "copy", thread, begin, record.id);
      text_ += '}';
    }
    slice(record.count ? "issue" : "copy", "copy", thread, begin, end);
    text_ += R"(,"args":{"copy":)";
    number(record.id);
    member("bytes", record.amount);
    member("chunks", record.count);
    text_ += ',';
    text_ += place;
    break;
  case Record::Kind::in_place:
    begin_event('i', "in place", "copy", thread, begin);
    text_ += R"(,"s":"t","args":{"bytes":)";
    number(record.amount);
    text_ += ',';
    text_ += place;
    break;
  case Record::Kind::chunk:
    if (record.last) {
      event('e', "copy", "copy", thread, end, record.id);
      text_ += '}';
      event('f', "copy", "copy", thread, begin, record.id);
      text_ += '}';
    }
    slice("chunk", "chunk", thread, begin, end);
    text_ += R"(,"args":{"copy":)";
    number(record.id);
    member("bytes", record.amount);
    if (record.count) member("ahead", record.count);
    break;
  case Record::Kind::wait:
    const uint64_t stall = clock.since_start(record.end - std::min(record.amount, record.ticks()));
    slice("wait", "wait", thread, begin, end);
    text_ += R"(,"args":{"events":)";
    number(record.count);
    text_ += ",\"stalled\":";
    microseconds(end - stall);
    text_ += ',';
    text_ += place;
    if (record.amount == 0) break;
    text_ += "}}";
    slice("stalled", "wait", thread, stall, end);
    text_ += R"(,"args":{)";
    text_ += place;
    break;
  }
  text_ += "}}";
}

void TraceFile::add(const Totals &totals, std::string_view kernel) {
  const double copying = clock.nanoseconds(totals.copying);
  begin_event('i', "summary", "summary", 0, 0);
  text_ += R"(,"s":"p","args":{"kernel":")";
  text_ += kernel;
  text_ += '"';
  member("launches", totals.launches);
  member("groups", totals.groups);
  member("copies", totals.copies);
  member("bytes", totals.bytes);
  member("ahead", totals.ahead);
  member("in_place", totals.in_place);
  decimal("copying", copying / 1e3);
  decimal("own", clock.nanoseconds(totals.own) / 1e3);
  decimal("stalled", clock.nanoseconds(totals.stalled) / 1e3);
  decimal("GB/s", totals.speed(copying));
  decimal("overlap", totals.hidden());
  text_ += "}}";
}

void TraceFile::add_counts(uint64_t recorded, uint64_t dropped) {
  begin_event('i', "records", "summary", 0, 0);
  text_ += R"(,"s":"p","args":{"recorded":)";
  number(recorded);
  member("dropped", dropped);
  text_ += "}}";
}

}  // namespace wherry::observe::trace

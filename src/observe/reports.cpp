// SPDX-License-Identifier: Apache-2.0
#include "observe/reports.h"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "observe/log.h"
#include "platform/process/environment.h"

namespace wherry::observe {

namespace {

int open_log() noexcept {
  const char *path = process::environment(process::Variable::check_log);
  if (!*path) return STDERR_FILENO;
  const int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file >= 0) return file;
  warn_once("WHERRY_CHECK_LOG", "the file that WHERRY_CHECK_LOG names cannot be written: reports go to stderr");
  return STDERR_FILENO;
}

bool is_json() noexcept {
  const std::string_view path = process::environment(process::Variable::check_log);
  return path.ends_with(".json") || path.ends_with(".jsonl");
}

// Writes a line by one system call, so that lines of several processes do not mix.
void write_line(std::string line) {
  static const int log = open_log();
  line += '\n';
  for (std::string_view left = line; !left.empty();) {
    const ssize_t n = write(log, left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    left.remove_prefix(static_cast<size_t>(n));
  }
}

std::string quoted(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      (made += '\\') += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      made += escape;
    } else {
      made += c;
    }
  }
  return made += '"';
}

std::string list_of(const std::array<uint64_t, 3> &id) {
  return "[" + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," + std::to_string(id[2]) + "]";
}

std::string members_of(const Report::Place &place) {
  return "\"file\":" + quoted(place.file) + ",\"line\":" + std::to_string(place.line) +
         ",\"column\":" + std::to_string(place.column);
}

std::string members_of(const Report::Command &command) {
  std::string made = "\"command\":" + quoted(command.name) + ",\"queue\":" + std::to_string(command.queue);
  if (command.kernel.empty()) return made;
  made += ",\"kernel\":" + quoted(command.kernel);
  return command.place.line ? made + "," + members_of(command.place) : made;
}

// 0 until there is a report, then what the process is to return.
std::atomic<int> exit_code{0};

// Behind the program's own handlers, as destructors of libraries are: only what has no handler is left to be done.
__attribute__((destructor)) void leave_with_code() {
  if (const int code = exit_code.load(std::memory_order_relaxed)) {
    std::fflush(nullptr);
    _exit(code);
  }
}

void obey_options() noexcept {
  using process::environment, process::Variable;
  static const int code = [] {
    const std::string_view text = environment(Variable::check_exit);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool valid = error == std::errc() && end == text.data() + text.size() && number >= 0 && number <= 255;
    if (!text.empty() && !valid) warn_once("WHERRY_CHECK_EXIT", "WHERRY_CHECK_EXIT is no number from 0 to 255");
    return valid ? number : 0;
  }();
  exit_code.store(code, std::memory_order_relaxed);
  static std::atomic<bool> stop{std::string_view(environment(Variable::check_trap)) == "1"};
  if (stop.exchange(false, std::memory_order_relaxed)) std::raise(SIGTRAP);
}

}  // namespace

std::string text_of(const Report::Place &place) {
  const std::string before = place.file.empty() ? "line " : std::string(place.file) + ":";
  return before + std::to_string(place.line) + ":" + std::to_string(place.column);
}

std::string text_of(const std::array<uint64_t, 3> &id) {
  return "(" + std::to_string(id[0]) + "," + std::to_string(id[1]) + "," + std::to_string(id[2]) + ")";
}

std::string text_of(const Report::Command &command) {
  const std::string queue = " in queue " + std::to_string(command.queue);
  if (command.kernel.empty()) return std::string(command.name) + queue;
  std::string made = "kernel '" + std::string(command.kernel) + "'" + queue;
  return command.place.line ? made + ", " + text_of(command.place) + "," : made;
}

std::string Report::line() const {
  if (command) {
    std::string made = text_of(*command);
    if (made.ends_with(',')) made.pop_back();
    return made.append(": ").append(kind).append(": ").append(text);
  }
  std::string made = "kernel '" + std::string(kernel) + "', " + text_of(place) + ", work-group " + text_of(group);
  if (item) made += ", work-item " + text_of(*item);
  return made.append(": ").append(kind).append(": ").append(text);
}

std::string Report::json() const {
  if (command && other_command)
    return "{" + members_of(*command) + ",\"kind\":" + quoted(kind) + ",\"bytes\":[" + std::to_string(bytes[0]) + "," +
           std::to_string(bytes[1]) + "],\"text\":" + quoted(text) + ",\"other\":{" + members_of(*other_command) + "}}";
  std::string made = "{\"kernel\":" + quoted(kernel) + "," + members_of(place) + ",\"work_group\":" + list_of(group);
  if (item) made += ",\"work_item\":" + list_of(*item);
  made += ",\"kind\":" + quoted(kind) + ",\"text\":" + quoted(text);
  if (other) made += ",\"other\":{" + members_of(*other) + "}";
  return made + "}";
}

bool Reports::first(uint64_t place) noexcept try {
  const std::lock_guard lock(mutex_);
  if (places_.size() > kMax || !places_.insert(place).second) return false;
  if (places_.size() <= kMax) return true;
  constexpr const char *kDropped = "further reports of this program are dropped";
  write_line(is_json() ? "{\"note\":" + quoted(kDropped) + "}" : std::string("wherry: ") + kDropped);
  return false;
} catch (const std::bad_alloc &) {
  return false;
}

void Reports::add(const Report &report) noexcept {
  try {
    const std::lock_guard lock(mutex_);
    std::string line = report.line();
    write_line(is_json() ? report.json() : "wherry: " + line);
    texts_.push_back(std::move(line));
  } catch (const std::bad_alloc &) {
  }
  obey_options();
}

std::vector<std::string> Reports::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(texts_, {});
}

}  // namespace wherry::observe

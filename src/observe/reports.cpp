// SPDX-License-Identifier: Apache-2.0
#include "observe/reports.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
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

// Writes a line by one system call, so that lines of several processes do not mix.
void write_line(std::string_view text) {
  static const int log = open_log();
  std::string line = "wherry: ";
  line.append(text) += '\n';
  for (std::string_view left = line; !left.empty();) {
    const ssize_t n = write(log, left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;
    left.remove_prefix(static_cast<size_t>(n));
  }
}

}  // namespace

bool Reports::first(uint64_t place) noexcept try {
  const std::lock_guard lock(mutex_);
  if (places_.size() > kMax || !places_.insert(place).second) return false;
  if (places_.size() <= kMax) return true;
  write_line("further reports of this program are dropped");
  return false;
} catch (const std::bad_alloc &) {
  return false;
}

void Reports::add(std::string_view text) noexcept try {
  const std::lock_guard lock(mutex_);
  write_line(text);
  texts_.emplace_back(text);
} catch (const std::bad_alloc &) {
}

std::vector<std::string> Reports::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(texts_, {});
}

}  // namespace wherry::observe

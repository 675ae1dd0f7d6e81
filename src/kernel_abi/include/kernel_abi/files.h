// SPDX-License-Identifier: Apache-2.0
// File descriptors that close themselves, and whole reads and writes: for both ends of protocol.h.
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace wherry::abi {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { reset(); }
  void reset() {
    if (fd_ >= 0) close(std::exchange(fd_, -1));
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

// While it lives, a write past the limit on files' sizes (RLIMIT_FSIZE) is an error and not the end of the program.
class NoSizeSignal {
 public:
  NoSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  NoSizeSignal(const NoSizeSignal &) = delete;
  NoSizeSignal &operator=(const NoSizeSignal &) = delete;
  ~NoSizeSignal() {
    const timespec now{};
    if (!sigismember(&before_, SIGXFSZ)) sigtimedwait(&signal_, nullptr, &now);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t signal_, before_;
};

inline bool write_all(int fd, std::span<const char> bytes) {
  const NoSizeSignal no_signal;
  while (!bytes.empty()) {
    ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

inline bool read_all(int fd, std::span<char> bytes) {
  while (!bytes.empty()) {
    ssize_t n = read(fd, bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    bytes = bytes.subspan(static_cast<size_t>(n));
  }
  return true;
}

// What is left in a file or a pipe; nothing where reading fails.
inline std::optional<std::string> read_rest(int fd) {
  constexpr size_t kPart = 1 << 16;  // not on the stack, which may be smaller
  std::string text;
  for (size_t size = 0;;) {
    text.resize(size + kPart);
    ssize_t n = read(fd, text.data() + size, kPart);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return std::nullopt;
    size += static_cast<size_t>(n);
    if (n > 0) continue;
    text.resize(size);
    return text;
  }
}

}  // namespace wherry::abi

// File descriptors that close themselves, and whole reads and writes.
#pragma once
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <span>
#include <string>
#include <utility>

namespace wherry::compiler {

class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(Descriptor &&other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor &operator=(Descriptor &&other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() {
    if (fd_ >= 0) close(fd_);
  }
  int get() const { return fd_; }
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

inline bool write_all(int fd, std::span<const char> bytes) {
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

// A file from its beginning to its end.
inline std::string read_file(int fd) {
  std::string text;
  char part[1 << 16];
  ssize_t n;
  while ((n = pread(fd, part, sizeof part, static_cast<off_t>(text.size()))) > 0)
    text.append(part, static_cast<size_t>(n));
  return text;
}

// What is left in a file or a pipe.
inline std::string read_stream(int fd) {
  std::string text;
  char part[1 << 16];
  ssize_t n;
  while ((n = read(fd, part, sizeof part)) > 0 || (n < 0 && errno == EINTR))
    if (n > 0) text.append(part, static_cast<size_t>(n));
  return text;
}

}  // namespace wherry::compiler

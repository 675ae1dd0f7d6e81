// SPDX-License-Identifier: Apache-2.0
// Compiled programs on disk. Every failure of the disk is a miss, or nothing stored.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernel_abi/files.h"
#include "kernel_abi/protocol.h"

namespace wherry::build {

struct CacheEntry {
  std::string log;
  std::string binary;
  // Where the program ran, and the files that its source asked for; an entry with some is a hit only
  // there, and only while they are as they were.
  std::string directory;
  std::vector<abi::Dependency> dependencies;

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.log), f(self.binary), f(self.directory), f(self.dependencies);
  }
};

// One caller's right to make an entry, while the others wait to find it.
class Turn {
 public:
  Turn() = default;
  Turn(abi::Descriptor lock, bool waited) : lock_(std::move(lock)), waited_(waited) {}
  Turn(Turn &&) = default;
  Turn &operator=(Turn &&) = default;
  ~Turn();
  // Whether another thread or process held it before.
  bool waited() const { return waited_; }

 private:
  abi::Descriptor lock_;
  bool waited_ = false;
};

class Cache {
 public:
  // An empty directory: no cache.
  Cache(std::string directory, uint64_t max_bytes) : directory_(std::move(directory)), max_bytes_(max_bytes) {}

  // WHERRY_CACHE=0 for none; WHERRY_CACHE_DIR, else $XDG_CACHE_HOME/wherry, else ~/.cache/wherry;
  // WHERRY_CACHE_MAX_MB.
  static Cache from_environment();

  // The key of what `content`, any bytes, names.
  static std::string key(const std::string &content);

  // `directory`: the one that relative paths in the source start from now.
  std::optional<CacheEntry> find(const std::string &key, const std::string &directory) const;
  void store(const std::string &key, const CacheEntry &entry) const;
  // Waits until no other thread, in any process, holds the turn of `key`; until what is returned is destroyed it is the
  // caller's. Does not wait for ever, and not at all where the disk knows no locks.
  Turn wait_for_turn(const std::string &key) const;
  // A file with a program's source, for debuggers. Returns its path; "" where it cannot be kept.
  std::string keep_source(const std::string &source) const;

  const std::string &directory() const { return directory_; }
  uint64_t max_bytes() const { return max_bytes_; }

 private:
  std::string path_of(const std::string &key) const;
  void make_directory() const;
  bool write(const std::string &path, const std::string &bytes) const;
  void trim() const;

  std::string directory_;
  uint64_t max_bytes_;
};

}  // namespace wherry::build

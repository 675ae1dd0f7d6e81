// SPDX-License-Identifier: Apache-2.0
// Compiled programs on disk. An I/O error makes find() miss, and store() do nothing.
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
  // The working directory of the build, and the files that the source includes. An entry with such files is a hit only
  // in this directory, and only while the files are unchanged.
  std::string directory;
  std::vector<abi::Dependency> dependencies;

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.log), f(self.binary), f(self.directory), f(self.dependencies);
  }
};

// The exclusive right to build an entry, for which other callers wait.
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
  // An empty `directory` disables the cache.
  Cache(std::string directory, uint64_t max_bytes) : directory_(std::move(directory)), max_bytes_(max_bytes) {}

  // WHERRY_CACHE=0 disables the cache. The directory is WHERRY_CACHE_DIR, or else $XDG_CACHE_HOME/wherry, or else
  // ~/.cache/wherry; its bound is WHERRY_CACHE_MAX_MB.
  static Cache from_environment();

  // The key for `content`, which may be any bytes.
  static std::string key(const std::string &content);

  // `directory`: the current directory, which relative paths in the source refer to.
  std::optional<CacheEntry> find(const std::string &key, const std::string &directory) const;
  void store(const std::string &key, const CacheEntry &entry) const;
  // Waits until no other thread, in any process, holds the turn of `key`, then takes it until the returned object is
  // destroyed. The wait is limited; returns at once if the file system has no locks.
  Turn wait_for_turn(const std::string &key) const;
  // Writes a program's source to a file for debuggers. Returns its path; "" on failure.
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

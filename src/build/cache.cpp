// SPDX-License-Identifier: Apache-2.0
#include "cache.h"

#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "kernel_abi/abi.h"
#include "kernel_abi/files.h"
#include "platform/process/environment.h"
#include "platform/process/fork_gate.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace wherry::build {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kMagic = 0x3265686361637277;  // "wrcache2"
constexpr uint64_t kDefaultMegabytes = 256;
constexpr char kSuffix[] = ".wherry";
constexpr char kSourceSuffix[] = ".source";  // a folder, so that all source files have the same name
constexpr char kSourceName[] = "/input.cl";
constexpr char kTemporary[] = ".tmp-wherry-";
constexpr uint64_t kTrimsPerBound = 256;
constexpr char kLockName[] = "/lock";
// A limit, because the process that holds the lock may be stopped, or a forked child may hold it.
constexpr auto kLongestWait = std::chrono::seconds(60);
constexpr auto kLongestPause = std::chrono::milliseconds(20);

// An entry contains its key, because files may be copied or renamed.
struct File {
  std::string key;
  CacheEntry entry;

  template <class Self, class F> static void fields(Self &self, F &&f) {
    f(self.key);
    CacheEntry::fields(self.entry, f);
  }
};

// The bytes of a file: kMagic, File, and the XXH3-64 of both.
std::string encode(const std::string &key, const CacheEntry &entry) {
  std::string bytes(reinterpret_cast<const char *>(&kMagic), sizeof kMagic);
  bytes += abi::pack(File{key, entry});
  uint64_t checksum = XXH3_64bits(bytes.data(), bytes.size());
  return bytes.append(reinterpret_cast<const char *>(&checksum), sizeof checksum);
}

std::optional<CacheEntry> decode(const std::string &key, std::span<const char> bytes) {
  uint64_t magic, checksum;
  if (bytes.size() < sizeof magic + sizeof checksum) return std::nullopt;
  std::span<const char> body = bytes.first(bytes.size() - sizeof checksum);
  std::memcpy(&magic, body.data(), sizeof magic);
  std::memcpy(&checksum, body.data() + body.size(), sizeof checksum);
  File file;
  if (magic != kMagic || checksum != XXH3_64bits(body.data(), body.size()) ||
      !abi::unpack(body.subspan(sizeof magic), file) || file.key != key)
    return std::nullopt;
  return std::move(file.entry);
}

bool is_current(const abi::Dependency &dependency) {
  abi::Descriptor file(open(dependency.path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!dependency.found) return !file && errno != EACCES;
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  auto text = abi::read_rest(file.get());
  if (!text) return false;
  XXH128_hash_t hash = XXH3_128bits(text->data(), text->size());
  return hash.low64 == dependency.hash_low && hash.high64 == dependency.hash_high;
}

struct OpenFile {
  abi::Descriptor descriptor;
  std::string bytes;
};

// Returns nothing unless `path` is a regular file of this user: code that another user wrote must not run.
std::optional<OpenFile> read_own(const std::string &path) {
  abi::Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (!file || fstat(file.get(), &status) != 0 || !S_ISREG(status.st_mode) || status.st_uid != geteuid()) return {};
  auto bytes = abi::read_rest(file.get());
  if (!bytes) return {};
  return OpenFile{std::move(file), std::move(*bytes)};
}

}  // namespace

// Unlock explicitly, since a forked child may hold a copy of the descriptor.
Turn::~Turn() {
  struct flock all{};
  all.l_type = F_UNLCK;
  if (lock_) fcntl(lock_.get(), F_OFD_SETLK, &all);
}

Cache Cache::from_environment() {
  using process::environment, process::Variable;
  char *end = nullptr;
  const std::string text = environment(Variable::cache_max_mb);
  uint64_t megabytes = std::strtoull(text.c_str(), &end, 10);
  if (text.empty() || *end) megabytes = kDefaultMegabytes;
  uint64_t max_bytes = std::min(megabytes, uint64_t{1} << 30) << 20;

  if (std::string_view(environment(Variable::cache)) == "0") return {"", max_bytes};
  if (const std::string directory = environment(Variable::cache_dir); !directory.empty()) return {directory, max_bytes};
  if (const std::string home = environment(Variable::xdg_cache_home); home.starts_with("/"))
    return {home + "/wherry", max_bytes};
  if (const std::string home = environment(Variable::home); home.starts_with("/"))
    return {home + "/.cache/wherry", max_bytes};
  return {"", max_bytes};
}

std::string Cache::key(const std::string &content) {
  XXH128_hash_t hash = XXH3_128bits(content.data(), content.size());
  char text[33];
  std::snprintf(text, sizeof text, "%016llx%016llx", static_cast<unsigned long long>(hash.high64),
                static_cast<unsigned long long>(hash.low64));
  return text;
}

std::string Cache::path_of(const std::string &key) const { return directory_ + "/" + key + kSuffix; }

std::optional<CacheEntry> Cache::find(const std::string &key, const std::string &directory) const {
  if (directory_.empty()) return std::nullopt;
  std::string path = path_of(key);
  auto file = read_own(path);
  if (!file) return std::nullopt;
  auto entry = decode(key, file->bytes);
  if (!entry) {
    unlink(path.c_str());
    return std::nullopt;
  }
  if (!entry->dependencies.empty() && entry->directory != directory) return std::nullopt;
  if (!std::all_of(entry->dependencies.begin(), entry->dependencies.end(), is_current)) return std::nullopt;
  futimens(file->descriptor.get(), nullptr);  // marks the entry as used
  return entry;
}

void Cache::store(const std::string &key, const CacheEntry &entry) const {
  if (directory_.empty()) return;
  std::string bytes = encode(key, entry);
  if (bytes.size() > max_bytes_ || !write(path_of(key), bytes)) return;
  // trim() reads the folder, which takes longer than a short build. Keys are random hashes: this condition is true
  // about 16 times while the space that trim() frees is filled.
  if (XXH3_64bits(key.data(), key.size()) % max_bytes_ < bytes.size() * kTrimsPerBound) trim();
}

std::string Cache::keep_source(const std::string &source) const {
  if (directory_.empty() || source.size() > max_bytes_) return "";
  const std::string folder = directory_ + "/" + key(source) + kSourceSuffix, path = folder + kSourceName;
  make_directory();
  mkdir(folder.c_str(), 0700);
  struct stat status;
  if (lstat(folder.c_str(), &status) != 0 || !S_ISDIR(status.st_mode) || status.st_uid != geteuid()) return "";
  const auto kept = read_own(path);
  return (kept && kept->bytes == source) || write(path, source) ? path : "";
}

// One lock file, in which each key locks one byte: no lock files to remove.
Turn Cache::wait_for_turn(const std::string &key) const {
  if (directory_.empty()) return {};
  make_directory();
  abi::Descriptor file(
      open((directory_ + kLockName).c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600));
  struct stat status;
  // Another user could hold locks in their own file for ever.
  if (!file || fstat(file.get(), &status) != 0 || status.st_uid != geteuid()) return {};
  struct flock range{};
  range.l_type = F_WRLCK;
  range.l_start = static_cast<off_t>(XXH3_64bits(key.data(), key.size()) >> 2);
  range.l_len = 1;
  const auto end = std::chrono::steady_clock::now() + kLongestWait;
  bool waited = false;
  for (auto pause = std::chrono::milliseconds(1); fcntl(file.get(), F_OFD_SETLK, &range) != 0;
       pause = std::min(pause * 2, kLongestPause)) {
    if ((errno != EAGAIN && errno != EACCES) || std::chrono::steady_clock::now() > end) return {{}, waited};
    const process::OutsideLibrary sleeping;
    std::this_thread::sleep_for(pause);
    waited = true;
  }
  return {std::move(file), waited};
}

void Cache::make_directory() const {
  std::error_code error;
  fs::path path = directory_;
  if (!path.has_filename()) path = path.parent_path();  // the path ends with a slash
  fs::create_directories(path.parent_path(), error);
  mkdir(path.c_str(), 0700);
}

// Writes a temporary file in the same folder, then renames it.
bool Cache::write(const std::string &path, const std::string &bytes) const {
  make_directory();

  static std::atomic<unsigned> serial;
  std::string temporary = directory_ + "/" + kTemporary + std::to_string(getpid()) + "-" + std::to_string(serial++) +
                          "-" + path.substr(path.rfind('/') + 1);
  abi::Descriptor file(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
  if (!file) return false;
  if (abi::write_all(file.get(), bytes) && rename(temporary.c_str(), path.c_str()) == 0) return true;
  unlink(temporary.c_str());
  return false;
}

// Above 15/16 of the bound, removes the least recently used entries down to 14/16. Also removes temporary files of
// processes that died.
void Cache::trim() const {
  struct Stored {
    fs::file_time_type time;
    uint64_t size;
    fs::path path;
  };
  std::vector<Stored> files;
  uint64_t total = 0;
  std::error_code error;
  for (fs::directory_iterator item(directory_, error), end; !error && item != end; item.increment(error)) {
    std::string name = item->path().filename().string();
    std::error_code gone;
    const bool source = name.ends_with(kSourceSuffix);
    const fs::path content = item->path().string() + (source ? kSourceName : "");
    Stored file{fs::last_write_time(content, gone), fs::file_size(content, gone), item->path()};
    if (gone) continue;
    if (name.starts_with(kTemporary)) {
      if (fs::file_time_type::clock::now() - file.time > std::chrono::hours(1)) fs::remove(file.path, gone);
    } else if (name.ends_with(kSuffix) || source) {
      total += file.size;
      files.push_back(std::move(file));
    }
  }
  if (total <= max_bytes_ / 16 * 15) return;
  std::sort(files.begin(), files.end(), [](const Stored &a, const Stored &b) { return a.time < b.time; });
  for (const Stored &file : files) {
    if (total <= max_bytes_ / 16 * 14) break;
    if (fs::remove_all(file.path, error)) total -= file.size;
  }
}

}  // namespace wherry::build

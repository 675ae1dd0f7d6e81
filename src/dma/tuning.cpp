#include "dma/tuning.h"

#include <cpuid.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <new>
#include <sstream>

#include "kernel_abi/binary.h"
#include "kernel_abi/files.h"

namespace wherry::dma {

namespace {

constexpr char kFormat[] = "wherry async copies 2";
constexpr char kEnd[] = "end";
constexpr uint64_t kMostBytes = 4096;  // of a file

// What a file holds, and the bounds of sense.
struct Field {
  const char *name;
  uint64_t Tuning::*value;
  uint64_t least, most;
};
constexpr Field kFields[] = {
    {"least", &Tuning::least, 1, uint64_t{1} << 40},
    {"offload", &Tuning::offload, 1, uint64_t{1} << 40},
    {"chunk", &Tuning::chunk, 256, uint64_t{1} << 30},
    {"wake", &Tuning::wake, 1, uint64_t{1} << 40},
    {"prefetch", &Tuning::prefetch, 0, uint64_t{1} << 20},
    {"stream", &Tuning::stream, 1, uint64_t{1} << 60},
    {"stream_part", &Tuning::stream_part, 256, uint64_t{1} << 40},
    {"helpers_stream", &Tuning::helpers_stream, 0, 1},
};

std::string cpu_name() {
  uint32_t words[3][4] = {};
  for (unsigned i = 0; i < 3; ++i) __get_cpuid(0x80000002 + i, &words[i][0], &words[i][1], &words[i][2], &words[i][3]);
  char name[sizeof words + 1] = {};
  std::memcpy(name, words, sizeof words);
  return name;
}

// The lines before the values.
std::string key(unsigned workers) {
  std::string text = std::string(kFormat) + "\ncpu " + cpu_name() + "\nfeatures";
  char word[16];
  for (const uint32_t features : abi::host_cpu_features()) {
    std::snprintf(word, sizeof word, " %08x", features);
    text += word;
  }
  return text + "\nworkers " + std::to_string(workers) + "\n";
}

std::string text_of(const Tuning &tuning, unsigned workers) {
  std::string text = key(workers);
  for (const Field &field : kFields) text += std::string(field.name) + " " + std::to_string(tuning.*field.value) + "\n";
  return text + kEnd + "\n";
}

std::optional<Tuning> parse(const std::string &text, unsigned workers) {
  const std::string expected = key(workers);
  if (!text.starts_with(expected)) return std::nullopt;
  Tuning tuning;
  const char *at = text.c_str() + expected.size();
  for (const Field &field : kFields) {
    const size_t length = std::strlen(field.name);
    if (std::strncmp(at, field.name, length) != 0 || at[length] != ' ') return std::nullopt;
    at += length + 1;
    char *end = nullptr;
    const uint64_t value = *at >= '0' && *at <= '9' ? std::strtoull(at, &end, 10) : 0;
    if (!end || *end != '\n' || value < field.least || value > field.most) return std::nullopt;
    tuning.*field.value = value;
    at = end + 1;
  }
  if (at != std::string(kEnd) + "\n") return std::nullopt;
  return tuning;
}

}  // namespace

std::string tuning_file(const std::string &folder, unsigned workers) {
  if (folder.empty()) return "";
  uint64_t hash = 0xcbf29ce484222325;
  for (const char c : key(workers)) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  char name[48];
  std::snprintf(name, sizeof name, "/async-copies-%016llx.txt", static_cast<unsigned long long>(hash));
  return folder + name;
}

std::optional<Tuning> read_tuning(const std::string &file, unsigned workers) {
  if (file.empty()) return std::nullopt;
  const abi::Descriptor descriptor(open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat status;
  if (!descriptor || fstat(descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode) ||
      static_cast<uint64_t>(status.st_size) > kMostBytes)
    return std::nullopt;
  const auto text = abi::read_rest(descriptor.get());
  return text ? parse(*text, workers) : std::nullopt;
}

void write_tuning(const std::string &file, unsigned workers, const Tuning &tuning) noexcept {
  if (file.empty()) return;
  try {
    const std::string folder = file.substr(0, file.rfind('/'));
    mkdir(folder.c_str(), 0700);
    // As the cache names its own, which removes them when they were left behind.
    const std::string temporary = folder + "/.tmp-wherry-" + std::to_string(getpid()) + "-async-copies";
    const abi::Descriptor descriptor(open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600));
    if (!descriptor) return;
    if (!abi::write_all(descriptor.get(), text_of(tuning, workers)) || rename(temporary.c_str(), file.c_str()) != 0)
      unlink(temporary.c_str());
  } catch (const std::bad_alloc &) {
  }
}

}  // namespace wherry::dma

// SPDX-License-Identifier: Apache-2.0
#include "observe/log.h"

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

namespace wherry::observe {

namespace {
constexpr size_t kKeys = 64;
std::atomic<uint64_t> seen[kKeys];  // no lock, which a forked child might find held
}  // namespace

void warn_once(std::string_view key, std::string_view message) noexcept {
  const uint64_t hash = std::hash<std::string_view>{}(key) | 1;  // not 0, which marks an empty entry
  for (size_t i = 0; i < kKeys; ++i) {
    uint64_t found = 0;
    if (seen[((hash >> 1) + i) % kKeys].compare_exchange_strong(found, hash, std::memory_order_relaxed)) {
      std::fprintf(stderr, "wherry: %.*s\n", static_cast<int>(message.size()), message.data());
      return;
    }
    if (found == hash) return;
  }
}

void say(std::string_view text) {
  std::string line = "wherry: ";
  line.append(text) += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace wherry::observe

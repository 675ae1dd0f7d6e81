#include "dma/policy.h"

#include <algorithm>
#include <cstdlib>
#include <string>
#include <string_view>

#include "observe/log.h"

namespace wherry::dma {

namespace {
constexpr uint64_t kChunkBytes = uint64_t{32} * 1024;
constexpr uint64_t kLargeBytes = 2 * kChunkBytes;
constexpr uint64_t kLine = 64;
constexpr uint64_t kForcedChunks = 4;  // what Mode::chunks makes of a small copy

// Bytes of cache lines that an element drags through the cache: what a chunk's size is counted in.
uint64_t cost_of_element(const Copy &copy) {
  const uint64_t step = std::max({copy.dst_step[0], copy.src_step[0], copy.element});
  return std::min(step, std::max(copy.element, kLine));
}
}  // namespace

Mode parse_mode(const char *value) noexcept {
  const std::string_view name = value ? value : "";
  if (name.empty() || name == "auto") return Mode::automatic;
  if (name == "now") return Mode::now;
  if (name == "wait") return Mode::wait;
  if (name == "chunks") return Mode::chunks;
  observe::warn_once("WHERRY_ASYNC", "WHERRY_ASYNC is none of now, wait, chunks, auto: taken as auto");
  return Mode::automatic;
}

Mode mode_of_environment() noexcept {
  static const Mode mode = parse_mode(std::getenv("WHERRY_ASYNC"));
  return mode;
}

Plan plan(Mode mode, const Copy &copy, bool idle_worker) noexcept {
  const uint64_t total = copy.total();
  if (total == 0 || mode == Mode::now) return {};
  if (mode == Mode::wait) return {total, 1, false};
  const uint64_t cost = cost_of_element(copy);
  uint64_t elements = std::max<uint64_t>(1, kChunkBytes / cost);
  if (mode == Mode::chunks) {
    elements = std::min(elements, (total - 1) / kForcedChunks + 1);
  } else if (!idle_worker || total < kLargeBytes / cost + (kLargeBytes % cost != 0)) {
    return {};
  }
  elements = std::max(elements, (total - 1) / kMaxChunks + 1);
  if (const uint64_t line = copy.count[0]; elements > line) elements -= elements % line;
  return {elements, static_cast<uint32_t>((total - 1) / elements + 1), true};
}

}  // namespace wherry::dma

// SPDX-License-Identifier: Apache-2.0
#include "copies/copy.h"

#include <algorithm>
#include <new>

#include "platform/cpu/move.h"

namespace wherry::copies {

namespace {

constexpr uint64_t kMaxBytes = ~uint64_t{0} >> 1;
constexpr uint64_t kShortLine = 128;     // bytes; up to here a line is one element
constexpr uint64_t kStreamedLine = 256;  // bytes; a shorter one is cached whatever is wished
// The least bytes of a part that is streamed, by Stores: the fence costs more than a smaller part gains.
constexpr uint64_t kStreamedPart[] = {~uint64_t{0}, ~uint64_t{0}, 4096, kStreamedLine};

// Dimensions are added from the innermost on, the bytes of an element; contiguous dimensions are merged.
class Description {
 public:
  Description(Copy &copy, void *dst, const void *src) : copy_(copy) {
    copy = {static_cast<std::byte *>(dst), static_cast<const std::byte *>(src), 1, {1, 1, 1}, {1, 0, 0}, {1, 0, 0}};
  }

  void add(uint64_t count, uint64_t dst_step, uint64_t src_step) {
    if (count <= 1 || dst_step == 0) {
      if (count == 0) empty_ = true;
      copy_.src = cpu::advance(copy_.src, (count - 1) * src_step);
      return;
    }
    uint64_t bytes;
    if (__builtin_mul_overflow(bytes_, count, &bytes) || bytes > kMaxBytes) {
      count = kMaxBytes / bytes_;
      bytes = bytes_ * count;
    }
    bytes_ = bytes;
    if (count == 1) return;
    if (used_) {
      const unsigned inner = used_ - 1;
      if (dst_step == copy_.count[inner] * copy_.dst_step[inner] &&
          src_step == copy_.count[inner] * copy_.src_step[inner]) {
        copy_.count[inner] *= count;
        return;
      }
    }
    copy_.count[used_] = count;
    copy_.dst_step[used_] = dst_step;
    copy_.src_step[used_++] = src_step;
  }

  void finish() {
    if (used_ > 1 && copy_.contiguous() && copy_.count[0] <= kShortLine) {
      copy_.element = copy_.count[0];
      for (int i : {0, 1}) {
        copy_.count[i] = copy_.count[i + 1];
        copy_.dst_step[i] = copy_.dst_step[i + 1];
        copy_.src_step[i] = copy_.src_step[i + 1];
      }
      copy_.count[2] = 1;
    }
    if (empty_) copy_.count[0] = 0;
  }

 private:
  Copy &copy_;
  unsigned used_ = 0;
  bool empty_ = false;
  uint64_t bytes_ = 1;
};

[[gnu::noinline]] Copy describe_generally(std::byte *dst, const std::byte *src, uint64_t count, uint64_t element_size,
                                          uint64_t dst_step, uint64_t src_step) {
  Copy copy;
  Description description(copy, dst, src);
  description.add(element_size, 1, 1);
  description.add(count, dst_step, src_step);
  description.finish();
  return copy;
}

}  // namespace

Copy describe(void *dst, const void *src, uint64_t count, uint64_t element_size, uint64_t dst_stride,
              uint64_t src_stride) noexcept {
  auto *to = static_cast<std::byte *>(dst);
  const auto *from = static_cast<const std::byte *>(src);
  const uint64_t dst_step = dst_stride * element_size, src_step = src_stride * element_size;
  // Nearly all copies: the same as describe_generally(), in fewer instructions.
  uint64_t bytes;
  if (!__builtin_mul_overflow(count, element_size, &bytes) && bytes <= kMaxBytes) {
    if (dst_stride == 1 && src_stride == 1) return {to, from, 1, {bytes, 1, 1}, {1, 0, 0}, {1, 0, 0}};
    if (count > 1 && element_size <= kShortLine && dst_step != 0 &&
        (dst_step != element_size || src_step != element_size))
      return {to, from, element_size, {count, 1, 1}, {dst_step, 0, 0}, {src_step, 0, 0}};
  }
  return describe_generally(to, from, count, element_size, dst_step, src_step);
}

Copy describe_tile(void *dst, const void *src, uint64_t element_size, uint64_t width, uint64_t lines, uint64_t planes,
                   uint64_t dst_line, uint64_t dst_plane, uint64_t src_line, uint64_t src_plane) noexcept {
  Copy copy;
  Description description(copy, dst, src);
  description.add(element_size, 1, 1);
  description.add(width, element_size, element_size);
  description.add(lines, dst_line * element_size, src_line * element_size);
  description.add(planes, dst_plane * element_size, src_plane * element_size);
  description.finish();
  return copy;
}

namespace {

[[gnu::noinline]] void perform_lines(const Copy &copy, uint64_t begin, uint64_t end, Stores stores) {
  const bool contiguous = copy.contiguous();
  const bool stream =
      contiguous && copy.count[0] >= kStreamedLine && end - begin >= kStreamedPart[static_cast<int>(stores)];
  uint64_t x = begin, y = 0, z = 0;
  if (x >= copy.count[0]) {
    const uint64_t line = begin / copy.count[0];
    x = begin % copy.count[0], y = line % copy.count[1], z = line / copy.count[1];
  }
  uint64_t left = end - begin;
  while (left) {
    std::byte *const dst = cpu::advance(copy.dst, x * copy.dst_step[0] + y * copy.dst_step[1] + z * copy.dst_step[2]);
    const std::byte *const src =
        cpu::advance(copy.src, x * copy.src_step[0] + y * copy.src_step[1] + z * copy.src_step[2]);
    uint64_t count = std::min(left, copy.count[0] - x), lines = 1;
    if (!contiguous) {
      cpu::move_elements(dst, src, count, copy.element, copy.dst_step[0], copy.src_step[0]);
    } else if (stream) {
      cpu::stream_bytes(dst, src, count);
    } else if (count < copy.count[0]) {
      cpu::move_bytes(dst, src, count);
    } else {
      lines = std::min(left / count, copy.count[1] - y);
      cpu::move_elements(dst, src, lines, count, copy.dst_step[1], copy.src_step[1]);
    }
    left -= count * lines;
    x = 0;
    if ((y += lines) == copy.count[1]) y = 0, ++z;
  }
  if (stream && stores == Stores::streaming) cpu::fence_stores();
}

}  // namespace

void perform(const Copy &copy, uint64_t begin, uint64_t end, Stores stores) noexcept {
  if (begin >= end) return;
  if (end <= copy.count[0]) {  // in one line, as of nearly all copies
    if (!copy.contiguous())
      return cpu::move_elements(cpu::advance(copy.dst, begin * copy.dst_step[0]),
                                cpu::advance(copy.src, begin * copy.src_step[0]), end - begin, copy.element,
                                copy.dst_step[0], copy.src_step[0]);
    if (end - begin < kStreamedPart[static_cast<int>(stores)])
      return (stores == Stores::strings ? cpu::string_bytes : cpu::move_bytes)(copy.dst + begin, copy.src + begin,
                                                                               end - begin);
  }
  perform_lines(copy, begin, end, stores);
}

std::optional<process::Fault> try_perform(const Copy &copy, uint64_t begin, uint64_t end, Stores stores) noexcept {
  try {
    process::FaultGuard guard(process::FaultGuard::For::move);
    if (!guard.run({}, [&] { perform(copy, begin, end, stores); })) return guard.fault();
  } catch (const std::bad_alloc &) {
    perform(copy, begin, end, stores);
  }
  return std::nullopt;
}

}  // namespace wherry::copies

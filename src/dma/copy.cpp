#include "dma/copy.h"

#include <algorithm>
#include <cstring>

namespace wherry::dma {

namespace {

constexpr uint64_t kMaxBytes = ~uint64_t{0} >> 1;
constexpr uint64_t kShortLine = 256;  // bytes; up to here a line is moved as one element

const std::byte *advance(const std::byte *at, uint64_t bytes) {
  return reinterpret_cast<const std::byte *>(reinterpret_cast<uintptr_t>(at) + bytes);
}
std::byte *advance(std::byte *at, uint64_t bytes) {
  return reinterpret_cast<std::byte *>(reinterpret_cast<uintptr_t>(at) + bytes);
}

// Dimensions are added from the innermost on, which is the bytes of an element; those that follow on from
// one another become one.
class Description {
 public:
  Description(void *dst, const void *src)
      : copy_{static_cast<std::byte *>(dst), static_cast<const std::byte *>(src), 1, {1, 1, 1}, {1, 0, 0}, {1, 0, 0}} {}

  void add(uint64_t count, uint64_t dst_step, uint64_t src_step) {
    if (count == 0) empty_ = true;
    if (dst_step == 0) {
      copy_.src = advance(copy_.src, (count - 1) * src_step);
      return;
    }
    count = std::min(count, left_);
    if (count <= 1) return;
    left_ /= count;
    if (used_ && dst_step == copy_.count[used_ - 1] * copy_.dst_step[used_ - 1] &&
        src_step == copy_.count[used_ - 1] * copy_.src_step[used_ - 1]) {
      copy_.count[used_ - 1] *= count;
      return;
    }
    copy_.count[used_] = count;
    copy_.dst_step[used_] = dst_step;
    copy_.src_step[used_++] = src_step;
  }

  Copy finish() {
    if (empty_) copy_.count[0] = 0;
    if (used_ > 1 && copy_.contiguous() && copy_.count[0] <= kShortLine) {
      copy_.element = copy_.count[0];
      for (int i : {0, 1}) {
        copy_.count[i] = copy_.count[i + 1];
        copy_.dst_step[i] = copy_.dst_step[i + 1];
        copy_.src_step[i] = copy_.src_step[i + 1];
      }
      copy_.count[2] = 1;
    }
    return copy_;
  }

 private:
  Copy copy_;
  unsigned used_ = 0;
  bool empty_ = false;
  uint64_t left_ = kMaxBytes;
};

// memmove, here and below: as fast as memcpy in glibc, and defined where the sides overlap.
template <size_t Size>
void move_elements(std::byte *dst, const std::byte *src, uint64_t count, uint64_t dst_step, uint64_t src_step) {
  for (; count; --count, dst = advance(dst, dst_step), src = advance(src, src_step)) __builtin_memmove(dst, src, Size);
}

void move_line(std::byte *dst, const std::byte *src, uint64_t count, const Copy &copy) {
  const uint64_t dst_step = copy.dst_step[0], src_step = copy.src_step[0];
  if (copy.contiguous()) {
    std::memmove(dst, src, count);
    return;
  }
  switch (copy.element) {
  case 1: return move_elements<1>(dst, src, count, dst_step, src_step);
  case 2: return move_elements<2>(dst, src, count, dst_step, src_step);
  case 4: return move_elements<4>(dst, src, count, dst_step, src_step);
  case 8: return move_elements<8>(dst, src, count, dst_step, src_step);
  case 16: return move_elements<16>(dst, src, count, dst_step, src_step);
  case 32: return move_elements<32>(dst, src, count, dst_step, src_step);
  case 64: return move_elements<64>(dst, src, count, dst_step, src_step);
  case 128: return move_elements<128>(dst, src, count, dst_step, src_step);
  default:
    for (; count; --count, dst = advance(dst, dst_step), src = advance(src, src_step))
      std::memmove(dst, src, copy.element);
  }
}

}  // namespace

Copy describe(void *dst, const void *src, uint64_t count, uint64_t element_size, uint64_t dst_stride,
              uint64_t src_stride) noexcept {
  Description description(dst, src);
  description.add(element_size, 1, 1);
  description.add(count, dst_stride * element_size, src_stride * element_size);
  return description.finish();
}

Copy describe_tile(void *dst, const void *src, uint64_t element_size, uint64_t width, uint64_t lines, uint64_t planes,
                   uint64_t dst_line, uint64_t dst_plane, uint64_t src_line, uint64_t src_plane) noexcept {
  Description description(dst, src);
  description.add(element_size, 1, 1);
  description.add(width, element_size, element_size);
  description.add(lines, dst_line * element_size, src_line * element_size);
  description.add(planes, dst_plane * element_size, src_plane * element_size);
  return description.finish();
}

void perform(const Copy &copy, uint64_t begin, uint64_t end, Stores) noexcept {
  if (begin >= end) return;
  uint64_t x = begin, y = 0, z = 0;
  if (x >= copy.count[0]) {
    const uint64_t line = begin / copy.count[0];
    x = begin % copy.count[0], y = line % copy.count[1], z = line / copy.count[1];
  }
  for (uint64_t left = end - begin;;) {
    const uint64_t count = std::min(left, copy.count[0] - x);
    move_line(advance(copy.dst, x * copy.dst_step[0] + y * copy.dst_step[1] + z * copy.dst_step[2]),
              advance(copy.src, x * copy.src_step[0] + y * copy.src_step[1] + z * copy.src_step[2]), count, copy);
    if (!(left -= count)) return;
    x = 0;
    if (++y == copy.count[1]) y = 0, ++z;
  }
}

}  // namespace wherry::dma

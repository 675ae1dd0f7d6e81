#include "dma/copy.h"

#include <algorithm>

#include "dma/move.h"

namespace wherry::dma {

namespace {

constexpr uint64_t kMaxBytes = ~uint64_t{0} >> 1;
constexpr uint64_t kStreamedLine = 256;   // bytes; and all of a part:
constexpr uint64_t kStreamedPart = 4096;  // less does not make up for the fence

// Dimensions are added from the innermost on, which is the bytes of an element; those that follow on from
// one another become one.
class Description {
 public:
  Description(Copy &copy, void *dst, const void *src) : copy_(copy) {
    copy = {static_cast<std::byte *>(dst), static_cast<const std::byte *>(src), 1, {1, 1, 1}, {1, 0, 0}, {1, 0, 0}};
  }

  void add(uint64_t count, uint64_t dst_step, uint64_t src_step) {
    if (count <= 1 || dst_step == 0) {
      if (count == 0) empty_ = true;
      copy_.src = advance(copy_.src, (count - 1) * src_step);
      return;
    }
    uint64_t bytes;
    if (__builtin_mul_overflow(bytes_, count, &bytes) || bytes > kMaxBytes) {
      count = kMaxBytes / bytes_;
      bytes = bytes_ * count;
    }
    bytes_ = bytes;
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
    if (used_ > 1 && copy_.contiguous() && copy_.count[0] <= kMaxElement) {
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

[[gnu::noinline]] Copy describe_generally(void *dst, const void *src, uint64_t count, uint64_t element_size,
                                          uint64_t dst_stride, uint64_t src_stride) {
  Copy copy;
  Description description(copy, dst, src);
  description.add(element_size, 1, 1);
  description.add(count, dst_stride * element_size, src_stride * element_size);
  description.finish();
  return copy;
}

}  // namespace

Copy describe(void *dst, const void *src, uint64_t count, uint64_t element_size, uint64_t dst_stride,
              uint64_t src_stride) noexcept {
  // What nearly all are, with the same result as by the general way, and in fewer instructions.
  uint64_t bytes;
  if (dst_stride == 1 && src_stride == 1 && !__builtin_mul_overflow(count, element_size, &bytes) && bytes <= kMaxBytes)
    return {static_cast<std::byte *>(dst), static_cast<const std::byte *>(src), 1, {bytes, 1, 1}, {1, 0, 0}, {1, 0, 0}};
  return describe_generally(dst, src, count, element_size, dst_stride, src_stride);
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
      stores == Stores::streaming && contiguous && copy.count[0] >= kStreamedLine && end - begin >= kStreamedPart;
  uint64_t x = begin, y = 0, z = 0;
  if (x >= copy.count[0]) {
    const uint64_t line = begin / copy.count[0];
    x = begin % copy.count[0], y = line % copy.count[1], z = line / copy.count[1];
  }
  for (uint64_t left = end - begin, count; left; left -= count) {
    count = std::min(left, copy.count[0] - x);
    std::byte *dst = advance(copy.dst, x * copy.dst_step[0] + y * copy.dst_step[1] + z * copy.dst_step[2]);
    const std::byte *src = advance(copy.src, x * copy.src_step[0] + y * copy.src_step[1] + z * copy.src_step[2]);
    if (!contiguous)
      move_elements(dst, src, count, copy.element, copy.dst_step[0], copy.src_step[0]);
    else if (stream)
      stream_bytes(dst, src, count);
    else
      move_bytes(dst, src, count);
    x = 0;
    if (++y == copy.count[1]) y = 0, ++z;
  }
  if (stream) fence_stores();
}

}  // namespace

void perform(const Copy &copy, uint64_t begin, uint64_t end, Stores stores) noexcept {
  if (begin >= end) return;
  if (copy.contiguous() && end <= copy.count[0] && stores == Stores::cached)
    return move_bytes(copy.dst + begin, copy.src + begin, end - begin);
  perform_lines(copy, begin, end, stores);
}

}  // namespace wherry::dma

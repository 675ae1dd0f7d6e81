// SPDX-License-Identifier: Apache-2.0
// Commands that copy and fill images, each beside the same of buffers and beside memcpy and memset.
#include "commands.h"

#include <CL/cl.h>

#include <cstring>

namespace {
using Bytes = Array<uint8_t>;

// An image of RGBA8 and this side, or a buffer.
struct Pixels {
  Bytes bytes;
  size_t side;
  size_t size() const { return side * side * 4; }
};
Pixels pixels(Case &c, size_t side, bool in, bool image) {
  const size_t size = side * side * 4;
  const Pixels made = {in ? c.in<uint8_t>(size, [](size_t i) { return random_word(i); }) : c.out<uint8_t>(size), side};
  if (image) Case::as_image(made.bytes, {.order = CL_RGBA, .type = CL_UNORM_INT8, .width = side, .height = side});
  return made;
}

enum Kind { kCopied, kPart, kFromBuffer, kToBuffer, kFilled };
constexpr uint8_t kFill = 0x5a;

template <Kind kind, size_t kFullSide, bool kImage> void make(Case &c) {
  const size_t side = c.size<size_t>(kFullSide, 64), row = side * 4;
  const bool part = kind == kPart;
  const auto to = pixels(c, side, false, kImage && kind != kToBuffer);
  c.rate(1e-9 * double(to.size()) / (part ? 4 : 1), "GB/s");
  Launch launch{.command = kind == kFilled ? Launch::fill : Launch::copy};
  launch.arguments = {Case::argument(to.bytes)};
  const uint8_t *source = nullptr;
  if (kind != kFilled) {
    const auto from = pixels(c, side, true, kImage && kind != kFromBuffer);
    launch.arguments.insert(launch.arguments.begin(), Case::argument(from.bytes));
    source = from.bytes.data();
  } else {
    launch.fill_byte = kFill;
  }
  if (part) launch.origin = {side / 4, side / 4}, launch.region = {side / 2, side / 2}, launch.pitch = row;
  c.launch(launch);
  c.repeat(c.size(kFullSide > 2000 ? 2 : 20, 1));
  const auto inside = [=](size_t i) {
    const size_t x = i % row / 4, y = i / row;
    return !part || (x - side / 4 < side / 2 && y - side / 4 < side / 2);
  };
  c.expect(to.bytes, 0, [=](size_t i) { return inside(i) ? (source ? source[i] : kFill) : 0xff; });
  // One thread's share at a time; of a part, rows.
  uint8_t *out = to.bytes.data();
  const size_t grain = part ? std::max<size_t>(side / 8, 1) : std::max<size_t>(to.size() / 4, 1);
  c.native(part ? side / 2 : to.size(), grain, [=](size_t begin, size_t end) {
    if (!part) {
      source ? std::memcpy(out + begin, source + begin, end - begin) : std::memset(out + begin, kFill, end - begin);
      return;
    }
    for (size_t y = begin + side / 4; y < end + side / 4; ++y)
      std::memcpy(out + y * row + row / 4, source + y * row + row / 4, row / 2);
  });
}

template <Kind kind, size_t kSide> void add(std::vector<CaseEntry> &cases, const std::string &name) {
  cases.push_back({name + ".image", make<kind, kSide, true>, true});
  if (kind != kFromBuffer && kind != kToBuffer) cases.push_back({name + ".buffer", make<kind, kSide, false>, true});
}
template <size_t kSide> void add_side(std::vector<CaseEntry> &cases, const std::string &size) {
  add<kCopied, kSide>(cases, "copy_" + size);
  add<kPart, kSide>(cases, "copy_part_" + size);
  add<kFromBuffer, kSide>(cases, "from_buffer_" + size);
  add<kToBuffer, kSide>(cases, "to_buffer_" + size);
  add<kFilled, kSide>(cases, "fill_" + size);
}
}  // namespace

void add_commands(std::vector<CaseEntry> &cases) {
  add_side<1024>(cases, "4m");
  add_side<4096>(cases, "64m");
}

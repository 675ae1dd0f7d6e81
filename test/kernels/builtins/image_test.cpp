// SPDX-License-Identifier: Apache-2.0
// The image functions, compiled for this machine, against the specification's equations: coordinates in float, colours
// in double. An image stands at one end of its pages, before or behind a page that cannot be accessed.
#include <CL/cl_ext.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "kernel_abi/abi.h"

namespace wherry {

namespace {

using Bits = std::array<uint32_t, 4>;  // of floats or integers
using Floats = std::array<float, 4>;
using Ints = std::array<int32_t, 4>;
using Colour = std::array<double, 4>;

float as_float(uint32_t bits) { return std::bit_cast<float>(bits); }

}  // namespace

using Function = void (*)(long n, const abi::Image *image, uint64_t sampler, Bits *colours, const Floats *floats,
                          const Ints *ints, const Floats *by_x, const Floats *by_y);
#define DECLARE(name)                                                                                                  \
  extern "C" void name(long, const abi::Image *, uint64_t, Bits *, const Floats *, const Ints *, const Floats *,       \
                       const Floats *);                                                                                \
  extern "C" void plain_##name(long, const abi::Image *, uint64_t, Bits *, const Floats *, const Ints *,               \
                               const Floats *, const Floats *);
#define DECLARE_BARE(kind, as)                                                                                         \
  DECLARE(read_##as##_bare_##kind)                                                                                     \
  DECLARE(read_##as##_bare_rw_##kind) DECLARE(write_##as##_##kind) DECLARE(write_##as##_rw_##kind)
#define DECLARE_SAMPLED(kind, as) DECLARE(read_##as##_int_##kind) DECLARE(read_##as##_float_##kind)
#define DECLARE_MIPMAP(kind, as)                                                                                       \
  DECLARE(read_##as##_lod_##kind) DECLARE(read_##as##_gradient_##kind) DECLARE(write_##as##_lod_##kind)
#define DECLARE_QUERIES(kind)                                                                                          \
  DECLARE(query_read_only_##kind) DECLARE(query_write_only_##kind) DECLARE(query_read_write_##kind)
#define BUFFER(kind, ...)                                                                                              \
  DECLARE_BARE(kind, f)                                                                                                \
  DECLARE_BARE(kind, h) DECLARE_BARE(kind, i) DECLARE_BARE(kind, ui) DECLARE_QUERIES(kind)
#define IMAGE(kind, ...)                                                                                               \
  BUFFER(kind)                                                                                                         \
  DECLARE_SAMPLED(kind, f)                                                                                             \
  DECLARE_SAMPLED(kind, h)                                                                                             \
  DECLARE_SAMPLED(kind, i)                                                                                             \
  DECLARE_SAMPLED(kind, ui) DECLARE_MIPMAP(kind, f) DECLARE_MIPMAP(kind, i) DECLARE_MIPMAP(kind, ui)
#define DEPTH(kind, ...)                                                                                               \
  DECLARE_BARE(kind, depth) DECLARE_SAMPLED(kind, depth) DECLARE_MIPMAP(kind, depth) DECLARE_QUERIES(kind)
#include "images.def"
#undef IMAGE
#undef BUFFER
#undef DEPTH
DECLARE(read_literal_2d)

namespace {

// A function as compiled for this machine and for any: both give the same bits, or NaNs; but of gradients, as log2
// depends on the machine.
struct Call {
  Function native = nullptr, plain = nullptr;
  bool same = true;

  explicit operator bool() const { return native; }
  std::vector<Bits> operator()(const abi::Image &image, uint64_t sampler, const std::vector<Floats> &floats,
                               const std::vector<Ints> &ints, const std::vector<Floats> &by_x = {},
                               const std::vector<Floats> &by_y = {}) const {
    const size_t n = std::max(floats.size(), ints.size());
    std::vector<Bits> first(n), second(n);
    native(long(n), &image, sampler, first.data(), floats.data(), ints.data(), by_x.data(), by_y.data());
    plain(long(n), &image, sampler, second.data(), floats.data(), ints.data(), by_x.data(), by_y.data());
    for (size_t i = 0; i < n; ++i)
      for (size_t c = 0; c < 4; ++c)
        if (same && (!std::isnan(as_float(first[i][c])) || !std::isnan(as_float(second[i][c]))))
          EXPECT_EQ(first[i][c], second[i][c]) << "bits depend on the machine";
    return first;
  }
};

enum As { kFloat, kHalf, kInt, kUint, kDepth };

struct Functions {
  Call bare, bare_rw, write, write_rw, by_int, by_float, lod, gradient, write_lod;
};
struct Kind {
  const char *name;
  int coordinates, dimensions;
  bool layers;
  std::array<Functions, 5> of;  // by As
  std::array<Call, 3> queries;
};

#define CALL(name)                                                                                                     \
  Call { name, plain_##name }
#define BARE_CALLS(kind, as)                                                                                           \
  CALL(read_##as##_bare_##kind), CALL(read_##as##_bare_rw_##kind), CALL(write_##as##_##kind),                          \
      CALL(write_##as##_rw_##kind)
#define SAMPLED_CALLS(kind, as) CALL(read_##as##_int_##kind), CALL(read_##as##_float_##kind)
#define MIPMAP_CALLS(kind, as)                                                                                         \
  CALL(read_##as##_lod_##kind), Call{read_##as##_gradient_##kind, plain_read_##as##_gradient_##kind, false},           \
      CALL(write_##as##_lod_##kind)
#define ALL_CALLS(kind, as) {BARE_CALLS(kind, as), SAMPLED_CALLS(kind, as), MIPMAP_CALLS(kind, as)}
#define QUERY_CALLS(kind) {CALL(query_read_only_##kind), CALL(query_write_only_##kind), CALL(query_read_write_##kind)}
const Kind kKinds[] = {
#define IMAGE(kind, ...)                                                                                               \
  {#kind,                                                                                                              \
   __VA_ARGS__,                                                                                                        \
   {Functions ALL_CALLS(kind, f),                                                                                      \
    Functions{BARE_CALLS(kind, h), SAMPLED_CALLS(kind, h), {}, {}, {}},                                                \
    Functions ALL_CALLS(kind, i),                                                                                      \
    Functions ALL_CALLS(kind, ui),                                                                                     \
    {}},                                                                                                               \
   QUERY_CALLS(kind)},
#define BUFFER(kind, ...)                                                                                              \
  {#kind,                                                                                                              \
   __VA_ARGS__,                                                                                                        \
   {Functions{BARE_CALLS(kind, f), {}, {}, {}, {}, {}},                                                                \
    Functions{BARE_CALLS(kind, h), {}, {}, {}, {}, {}},                                                                \
    Functions{BARE_CALLS(kind, i), {}, {}, {}, {}, {}},                                                                \
    Functions{BARE_CALLS(kind, ui), {}, {}, {}, {}, {}},                                                               \
    {}},                                                                                                               \
   QUERY_CALLS(kind)},
#define DEPTH(kind, ...)                                                                                               \
  {#kind, __VA_ARGS__, {Functions{}, {}, {}, {}, Functions ALL_CALLS(kind, depth)}, QUERY_CALLS(kind)},
#include "images.def"
};

// Channel orders: what is stored, in order; 'x' is not read. `border`: the border colour's alpha.
struct Order {
  cl_channel_order order;
  const char *stored;
  double border;
};
constexpr Order kOrders[] = {
    {CL_R, "r", 1},       {CL_A, "a", 0},        {CL_RG, "rg", 1},      {CL_RA, "ra", 0},       {CL_RGBA, "rgba", 0},
    {CL_BGRA, "bgra", 0}, {CL_ARGB, "argb", 0},  {CL_ABGR, "abgr", 0},  {CL_INTENSITY, "i", 0}, {CL_LUMINANCE, "l", 1},
    {CL_Rx, "rx", 0},     {CL_RGx, "rgx", 0},    {CL_RGBx, "rgbx", 0},  {CL_RGB, "rgb", 1},     {CL_DEPTH, "d", 0},
    {CL_sRGB, "rgb", 1},  {CL_sRGBx, "rgbx", 0}, {CL_sRGBA, "rgba", 0}, {CL_sBGRA, "bgra", 0},
};
constexpr cl_channel_type kTypes[] = {
    CL_SNORM_INT8,       CL_SNORM_INT16,        CL_UNORM_INT8,  CL_UNORM_INT16,  CL_UNORM_SHORT_565, CL_UNORM_SHORT_555,
    CL_UNORM_INT_101010, CL_UNORM_INT_101010_2, CL_SIGNED_INT8, CL_SIGNED_INT16, CL_SIGNED_INT32,    CL_UNSIGNED_INT8,
    CL_UNSIGNED_INT16,   CL_UNSIGNED_INT32,     CL_HALF_FLOAT,  CL_FLOAT,
};

bool is_srgb(const Order &order) { return order.order >= CL_sRGB && order.order <= CL_sBGRA; }

// Bytes of a channel, or of a texel that holds all.
uint32_t bytes_of(cl_channel_type type) {
  switch (type) {
  case CL_SNORM_INT8:
  case CL_UNORM_INT8:
  case CL_SIGNED_INT8:
  case CL_UNSIGNED_INT8: return 1;
  case CL_UNORM_INT_101010:
  case CL_UNORM_INT_101010_2:
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT: return 4;
  default: return 2;
  }
}
// Of a packed format, the width of each channel from the highest on; after so many bits that are not used.
std::vector<uint32_t> packed(cl_channel_type type) {
  switch (type) {
  case CL_UNORM_SHORT_565: return {0, 5, 6, 5};
  case CL_UNORM_SHORT_555: return {1, 5, 5, 5};
  case CL_UNORM_INT_101010: return {2, 10, 10, 10};
  case CL_UNORM_INT_101010_2: return {0, 10, 10, 10, 2};
  default: return {};
  }
}
bool is_signed(cl_channel_type type) { return type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32; }
bool is_unsigned(cl_channel_type type) { return type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32; }

struct Format {
  cl_channel_type type;
  const Order *order;

  bool valid() const {
    if (is_srgb(*order)) return type == CL_UNORM_INT8;
    const std::string stored = order->stored;
    if (const auto widths = packed(type); !widths.empty()) return stored.size() + 1 == widths.size();
    return true;
  }
  bool is_float() const { return !is_signed(type) && !is_unsigned(type); }
  uint32_t channels() const { return uint32_t(std::strlen(order->stored)); }
  uint32_t texel_bytes() const { return bytes_of(type) * (packed(type).empty() ? channels() : 1); }
  // The channel with component `c`, or -1.
  int channel(int c) const {
    const char *at = std::strchr(order->stored, "rgba"[c]);
    if (at) return int(at - order->stored);
    const char only = order->stored[0];
    return only == 'i' || (only == 'l' && c < 3) || (only == 'd' && c == 0) ? 0 : -1;
  }
  double missing(int c) const { return c == 3 ? 1 : 0; }
  // The component that a channel is written from.
  uint32_t component(uint32_t channel) const {
    const char *at = std::strchr("rgba", order->stored[channel]);
    return at ? uint32_t(at - "rgba") : order->stored[channel] == 'x' ? 3 : 0;
  }
  abi::ImageFormat described() const {
    abi::ImageFormat format{type, order->order, texel_bytes(), channels(), 0, 0, 0, 0};
    for (int c = 0; c < 4; ++c)
      format.read_from |= uint32_t(channel(c) >= 0 ? channel(c)
                                   : c == 3        ? abi::kComponentOne
                                                   : abi::kComponentZero)
                          << 4 * c;
    for (uint32_t c = 0; c < channels(); ++c) format.written_from |= component(c) << 4 * c;
    return format;
  }
  std::string name() const {
    char text[64];
    std::snprintf(text, sizeof text, "type %x order %x", type, order->order);
    return text;
  }
};

// The bits of a channel, and how many there are.
std::pair<uint32_t, uint32_t> stored(const Format &format, const uint8_t *texel, uint32_t channel) {
  const uint32_t bytes = bytes_of(format.type);
  uint32_t bits = 0;
  if (const auto widths = packed(format.type); !widths.empty()) {
    std::memcpy(&bits, texel, bytes);
    uint32_t above = widths[0];
    for (uint32_t c = 0; c <= channel; ++c) above += widths[c + 1];
    return {bits >> (8 * bytes - above) & ((1u << widths[channel + 1]) - 1), widths[channel + 1]};
  }
  std::memcpy(&bits, texel + channel * bytes, bytes);
  return {bits, 8 * bytes};
}

double value(const Format &format, const uint8_t *texel, uint32_t channel) {
  const auto [bits, width] = stored(format, texel, channel);
  const double most = std::ldexp(1.0, int(width)) - 1, most_signed = std::ldexp(1.0, int(width) - 1) - 1;
  const double number = int32_t(bits << (32 - width)) >> (32 - width);
  switch (format.type) {
  case CL_FLOAT: return as_float(bits);
  case CL_HALF_FLOAT: return double(std::bit_cast<_Float16>(uint16_t(bits)));
  case CL_SNORM_INT8:
  case CL_SNORM_INT16: return std::max(-1.0, number / most_signed);
  case CL_SIGNED_INT8:
  case CL_SIGNED_INT16:
  case CL_SIGNED_INT32: return number;
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT16:
  case CL_UNSIGNED_INT32: return bits;
  default:
    if (is_srgb(*format.order) && format.order->stored[channel] != 'a') {
      const double r = bits / most;
      return r <= 0.04045 ? r / 12.92 : std::pow((r + 0.055) / 1.055, 2.4);
    }
    return bits / most;
  }
}

std::mt19937 random_bits(7);
int below(int n) { return int(random_bits() % unsigned(n)); }
float between(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_bits); }

// One level's memory, at one end of its pages.
struct Memory {
  explicit Memory(size_t bytes, bool at_end) {
    const size_t page = 4096, inner = (bytes + page - 1) / page * page;
    length = inner + 2 * page;
    whole = static_cast<uint8_t *>(mmap(nullptr, length, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    mprotect(whole + page, inner, PROT_READ | PROT_WRITE);
    begin = whole + page + (at_end ? inner - bytes : 0);
    size = bytes;
  }
  Memory(const Memory &) = delete;
  ~Memory() { munmap(whole, length); }
  uint8_t *whole, *begin;
  size_t length, size;
};

struct Picture {
  Picture(const Kind &kind, const Format &format, int num_levels, bool finite) : kind(kind), format(format) {
    for (int l = 0; l < num_levels; ++l) {
      uint32_t extent[3] = {std::max(1u, 13u >> l), std::max(1u, 6u >> l), std::max(1u, 5u >> l)};
      if (kind.dimensions < 2) extent[1] = kind.layers ? 3 : 1;
      if (kind.dimensions < 3) extent[2] = kind.layers && kind.dimensions == 2 ? 4 : 1;
      const uint32_t texel = format.texel_bytes();
      abi::ImageLevel level{};
      level.row_pitch = (extent[0] + uint32_t(below(3))) * texel;
      level.slice_pitch = level.row_pitch * (extent[1] + uint32_t(below(2)));
      std::copy_n(extent, 3, level.extent);
      memory.push_back(std::make_unique<Memory>(
          level.slice_pitch * (extent[2] - 1) + level.row_pitch * (extent[1] - 1) + extent[0] * texel, below(4)));
      level.data = reinterpret_cast<std::byte *>(memory.back()->begin);
      levels.push_back(level);
      fill(*memory.back(), finite);
    }
    image.base = levels[0];
    image.format = format.described();
    image.format.is_small = uint32_t(below(2));
    image.levels = levels.data();
    image.num_levels = uint32_t(num_levels);
    image.num_samples = 1;
  }
  void fill(const Memory &to, bool finite) const {
    for (size_t i = 0; i < to.size; ++i) to.begin[i] = uint8_t(below(8) ? random_bits() : below(2) * 255);
    if (!finite) return;
    for (size_t i = 0; format.type == CL_FLOAT && i < to.size; i += 4) {
      const float x = between(-1000, 1000);
      std::memcpy(to.begin + i, &x, 4);
    }
    for (size_t i = 0; format.type == CL_HALF_FLOAT && i < to.size; i += 2) {
      const auto x = _Float16(between(-1000, 1000));
      std::memcpy(to.begin + i, &x, 2);
    }
  }
  const uint8_t *texel(int level, const std::array<long, 3> &at) const {
    const abi::ImageLevel &l = levels[size_t(level)];
    return reinterpret_cast<const uint8_t *>(l.data) + at[0] * image.format.texel_bytes + at[1] * long(l.row_pitch) +
           at[2] * long(l.slice_pitch);
  }
  bool inside(int level, const std::array<long, 3> &at) const {
    for (int d = 0; d < 3; ++d)
      if (at[size_t(d)] < 0 || at[size_t(d)] >= levels[size_t(level)].extent[d]) return false;
    return true;
  }
  // The colour there, or the border's.
  Colour colour(int level, const std::array<long, 3> &at) const {
    if (!inside(level, at)) return {0, 0, 0, format.order->border};
    Colour result;
    for (int c = 0; c < 4; ++c)
      result[size_t(c)] =
          format.channel(c) < 0 ? format.missing(c) : value(format, texel(level, at), uint32_t(format.channel(c)));
    return result;
  }

  const Kind &kind;
  Format format;
  std::vector<std::unique_ptr<Memory>> memory;
  std::vector<abi::ImageLevel> levels;
  abi::Image image{};
};

// Along one coordinate: texels and their weights. One, or two.
struct Along {
  std::vector<std::pair<long, double>> texels;
};

long address_mode(uint64_t sampler, double coordinate, long size) {
  const long i = long(std::clamp(coordinate, -4e9, 4e9));
  switch (sampler & abi::kSamplerAddressing) {
  case abi::kSamplerClamp: return std::clamp(i, -1L, size);
  case abi::kSamplerClampToEdge: return std::clamp(i, 0L, size - 1);
  default: return i;
  }
}

// "Image Addressing and Filtering".
Along along(uint64_t sampler, float s, long size, bool filters) {
  const bool linear = filters && (sampler & abi::kSamplerLinear);
  const auto mode = sampler & abi::kSamplerAddressing;
  const float extent = float(size);
  if (mode == abi::kSamplerRepeat) {
    const float u = (s - std::floor(s)) * extent;
    if (!linear) {
      long i = long(std::floor(u));
      if (i > size - 1) i -= size;
      return {{{i, 1}}};
    }
    long i0 = long(std::floor(u - 0.5f)), i1 = i0 + 1;
    if (i0 < 0) i0 += size;
    if (i1 > size - 1) i1 -= size;
    const double a = (u - 0.5f) - std::floor(u - 0.5f);
    return {{{i0, 1 - a}, {i1, a}}};
  }
  if (mode == abi::kSamplerMirroredRepeat) {
    const float u = std::fabs(s - 2.0f * std::rint(0.5f * s)) * extent;
    if (!linear) return {{{std::min(long(std::floor(u)), size - 1), 1}}};
    const long i = long(std::floor(u - 0.5f));
    const double a = (u - 0.5f) - std::floor(u - 0.5f);
    return {{{std::max(i, 0L), 1 - a}, {std::min(i + 1, size - 1), a}}};
  }
  const float u = sampler & abi::kSamplerNormalised ? s * extent : s;
  if (!linear) return {{{address_mode(sampler, std::floor(u), size), 1}}};
  const float f = std::floor(u - 0.5f);
  const double a = (u - 0.5f) - f;
  return {{{address_mode(sampler, f, size), 1 - a}, {address_mode(sampler, double(f) + 1, size), a}}};
}

// The exact colour, and the greatest of those that it is made of.
struct Expected {
  Colour colour{}, greatest{};
  bool known = true;  // else the specification leaves it open
};

Expected expected(const Picture &picture, int level, uint64_t sampler, const Floats &at, bool filters = true) {
  const abi::ImageLevel &l = picture.levels[size_t(level)];
  const Kind &kind = picture.kind;
  Along a[3];
  for (int d = 0; d < 3; ++d) {
    const float s = at[size_t(d)];
    if (d < kind.dimensions)
      a[d] = along(sampler, s, l.extent[d], filters);
    else if (d == kind.dimensions && kind.layers)
      a[d] = {{{long(std::clamp(double(std::rint(s)), 0.0, l.extent[d] - 1.0)), 1}}};
    else
      a[d] = {{{0, 1}}};
  }
  Expected result;
  for (const auto &[k, c] : a[2].texels)
    for (const auto &[j, b] : a[1].texels)
      for (const auto &[i, w] : a[0].texels) {
        const std::array<long, 3> texel = {i, j, k};
        if ((sampler & abi::kSamplerAddressing) == abi::kSamplerAddressNone && !picture.inside(level, texel))
          result.known = false;
        const Colour t = picture.colour(level, texel);
        for (size_t n = 0; n < 4; ++n) {
          result.colour[n] += w * b * c * t[n];
          result.greatest[n] = std::max(result.greatest[n], std::fabs(t[n]));
        }
      }
  return result;
}

// The distance of a float from `exact` in units of the last place of `greatest`, of `digits` binary digits.
double ulps(double got, double exact, double greatest, int digits, int least) {
  const int exponent = greatest == 0 ? least : std::max(std::ilogb(greatest), least);
  return std::fabs(got - exact) / std::ldexp(1.0, exponent - digits + 1);
}

void check(const Bits &got, const Expected &wanted, As as, bool exact, double bound, const std::string &where) {
  if (!wanted.known) return;
  for (size_t c = 0; c < (as == kDepth ? 1 : 4); ++c) {
    const double want = wanted.colour[c];
    if (as == kInt) {
      ASSERT_EQ(int32_t(got[c]), int32_t(want)) << where << " component " << c;
    } else if (as == kUint) {
      ASSERT_EQ(got[c], uint32_t(want)) << where << " component " << c;
    } else if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(as_float(got[c]))) << where;
    } else if (exact && as != kHalf) {
      ASSERT_EQ(as_float(got[c]), float(want)) << where << " component " << c;
    } else if (as == kHalf && (exact || std::isinf(want) || std::fabs(want) > 65504)) {
      ASSERT_EQ(as_float(got[c]), float(_Float16(float(want)))) << where << " component " << c;
    } else {
      const bool half = as == kHalf;
      ASSERT_LE(ulps(as_float(got[c]), want, wanted.greatest[c], half ? 11 : 24, half ? -14 : -126), bound)
          << where << " component " << c << ": " << as_float(got[c]) << " for " << want;
    }
  }
}

bool fits(const Format &format, As as) {
  if (as == kInt) return is_signed(format.type);
  if (as == kUint) return is_unsigned(format.type);
  if (as == kDepth)
    return format.order->order == CL_DEPTH && (format.type == CL_FLOAT || format.type == CL_UNORM_INT16);
  return format.is_float();
}

template <class F> void for_formats(const Kind &kind, F f) {
  const bool is_depth = bool(kind.of[kDepth].bare);
  for (const Order &order : kOrders)
    for (cl_channel_type type : kTypes)
      if (const Format format{type, &order}; format.valid() && (order.order == CL_DEPTH) == is_depth)
        for (int as = kFloat; as <= kDepth; ++as)
          if (kind.of[size_t(as)].bare && fits(format, As(as))) f(format, As(as), kind.of[size_t(as)]);
}

// Bounds: 1.5 ulp of conversions; of filters some more of the greatest of the texels.
double read_bound(uint64_t sampler, As as) { return sampler & abi::kSamplerLinear ? (as == kHalf ? 1.5 : 12) : 1.5; }
bool is_exact(const Format &format, uint64_t sampler) {
  return (format.type == CL_FLOAT || format.type == CL_HALF_FLOAT) && !(sampler & abi::kSamplerLinear);
}

constexpr uint64_t kModes[] = {abi::kSamplerAddressNone, abi::kSamplerClampToEdge, abi::kSamplerClamp,
                               abi::kSamplerRepeat, abi::kSamplerMirroredRepeat};

std::vector<Floats> float_coordinates(const Picture &picture, uint64_t sampler, int n) {
  std::vector<Floats> result(static_cast<size_t>(n));
  for (Floats &at : result)
    for (int d = 0; d < 4; ++d) {
      const float size = float(d < 3 ? picture.levels[0].extent[d] : 1);
      float x = between(-1.5f * size, 2.5f * size);
      if (below(4) == 0) x = std::rint(2 * x) / 2;  // borders and centres of texels
      if (below(8) == 0) x = std::nextafter(std::rint(x), float(below(2) * 100 - 50));
      if (below(16) == 0) x = float(below(2) * 2 - 1) * (below(2) ? 0x1p31f : 1e30f);
      const bool is_layer = picture.kind.layers && d == picture.kind.dimensions;
      if ((sampler & abi::kSamplerNormalised) && !is_layer) x = below(8) ? x / size : std::rint(x / size);
      if (below(16) == 0) x = -0x1p-30f;  // its fraction is rounded to 1
      at[size_t(d)] = x;
    }
  return result;
}

std::vector<Ints> int_coordinates(const Picture &picture, int n) {
  std::vector<Ints> result(static_cast<size_t>(n));
  for (Ints &at : result)
    for (int d = 0; d < 4; ++d) {
      const int size = int(d < 3 ? picture.levels[0].extent[d] : 1);
      at[size_t(d)] = below(2) ? below(size) : below(3 * size + 2) - size - 1;
      if (below(12) == 0) at[size_t(d)] = below(2) ? INT32_MIN : INT32_MAX;
    }
  return result;
}

TEST(Images, ReadsByFloatCoordinates) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      if (!functions.by_float) return;
      for (uint64_t mode : kModes)
        for (uint64_t filter : {abi::kSamplerNearest, abi::kSamplerLinear})
          for (uint64_t normalised : {0, 1}) {
            const bool repeats = mode == abi::kSamplerRepeat || mode == abi::kSamplerMirroredRepeat;
            if (repeats && !normalised) continue;
            if (filter == abi::kSamplerLinear && !format.is_float()) continue;
            const uint64_t sampler = mode | filter | normalised;
            const Picture picture(kind, format, 1, filter == abi::kSamplerLinear);
            const auto at = float_coordinates(picture, sampler, 24);
            const auto got = functions.by_float(picture.image, sampler, at, {});
            for (size_t i = 0; i < at.size(); ++i) {
              check(got[i], expected(picture, 0, sampler, at[i]), as, is_exact(format, sampler),
                    read_bound(sampler, as),
                    std::string(kind.name) + " " + format.name() + " sampler " + std::to_string(sampler) + " at " +
                        std::to_string(at[i][0]) + " " + std::to_string(at[i][1]) + " " + std::to_string(at[i][2]));
              if (HasFatalFailure()) return;
            }
          }
    });
}

TEST(Images, ReadsByIntCoordinates) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      for (uint64_t mode : {abi::kSamplerAddressNone, abi::kSamplerClampToEdge, abi::kSamplerClamp}) {
        const uint64_t sampler = mode | abi::kSamplerNearest;
        const Picture picture(kind, format, 1, false);
        const auto at = int_coordinates(picture, 32);
        for (const Call &call : {functions.by_int, functions.bare, functions.bare_rw}) {
          const bool sampled = call.native == functions.by_int.native;
          if (!call || (!sampled && mode != abi::kSamplerAddressNone)) continue;
          const auto got = call(picture.image, sampler, {}, at);
          for (size_t i = 0; i < at.size(); ++i) {
            const Floats f = {float(at[i][0]), float(at[i][1]), float(at[i][2]), 0};
            check(got[i], expected(picture, 0, sampler, f), as, is_exact(format, sampler), 1.5,
                  std::string(kind.name) + " " + format.name());
            if (HasFatalFailure()) return;
          }
        }
      }
    });
}

// What the specification leaves open reads some texel of the image, or none.
TEST(Images, ReadsStayInside) {
  const float strange[] = {NAN, INFINITY, -INFINITY, 0x1p31f, -0x1p31f, 3e38f, -3e38f, -0.0f, 0x1p-149f, 1e9f};
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As, const Functions &functions) {
      if (!functions.by_float || (format.order->order != CL_RGBA && format.order->order != CL_R)) return;
      const Picture picture(kind, format, 3, false);
      for (uint64_t sampler = 0; sampler < 0x400; ++sampler) {
        if ((sampler & abi::kSamplerAddressing) > abi::kSamplerMirroredRepeat || (sampler & 0xC0)) continue;
        if (below(16)) continue;
        std::vector<Floats> at(8);
        for (Floats &one : at)
          for (float &x : one) x = strange[below(std::size(strange))];
        functions.by_float(picture.image, sampler, at, {});
        functions.by_int(picture.image, sampler, {}, int_coordinates(picture, 8));
        const uint64_t lods = uint64_t(random_bits()) << 32;
        if (functions.lod) functions.lod(picture.image, sampler | lods, at, {}, at, at);
        if (functions.gradient) functions.gradient(picture.image, sampler | lods, at, {}, at, at);
      }
    });
}

TEST(Images, ReadsLevelsOfMipmaps) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      if (!functions.lod) return;
      for (uint64_t mode : kModes)
        for (uint64_t filter : {abi::kSamplerNearest, abi::kSamplerLinear})
          for (uint64_t mip : {uint64_t(0), uint64_t(abi::kSamplerMipNearest), uint64_t(abi::kSamplerMipLinear)})
            for (int use : {0, 1}) {
              const bool by_gradient = use;
              if ((filter == abi::kSamplerLinear || mip == abi::kSamplerMipLinear) && !format.is_float()) continue;
              const float least = float(below(3)) / 4, most = 1 + float(below(6)) / 4;
              uint64_t sampler = mode | filter | mip | abi::kSamplerNormalised;
              if (mip)
                sampler |= uint64_t(least * 256) << abi::kSamplerLodMinShift | uint64_t(most * 256)
                                                                                   << abi::kSamplerLodMaxShift;
              const Picture picture(kind, format, 4, true);
              const auto at = float_coordinates(picture, sampler, 8);
              std::vector<Floats> by_x(at.size()), by_y(at.size());
              std::vector<double> lods;
              for (size_t i = 0; i < at.size(); ++i) {
                double lod = between(-1, 5);
                by_x[i] = {float(lod), 0, 0, 0};
                if (by_gradient) {
                  double x = 0, y = 0;
                  for (int d = 0; d < kind.dimensions; ++d) {
                    const double size = picture.levels[0].extent[d];
                    by_x[i][size_t(d)] = between(-1, 1);
                    by_y[i][size_t(d)] = between(-1, 1);
                    x += std::pow(by_x[i][size_t(d)] * size, 2);
                    y += std::pow(by_y[i][size_t(d)] * size, 2);
                  }
                  lod = std::log2(std::sqrt(std::max(x, y)));
                }
                if (mip) lod = std::min(std::max(lod, double(least)), double(most));
                lods.push_back(std::clamp(lod, 0.0, 3.0));
              }
              const auto got =
                  (by_gradient ? functions.gradient : functions.lod)(picture.image, sampler, at, {}, by_x, by_y);
              for (size_t i = 0; i < at.size(); ++i) {
                const double lod = lods[i];
                if (std::fabs(lod - std::floor(lod) - 0.5) < 1e-5) continue;  // either level
                Expected wanted;
                if (mip == abi::kSamplerMipLinear) {
                  const int first = int(lod), second = std::min(first + 1, 3);
                  const Expected a = expected(picture, first, sampler, at[i]),
                                 b = expected(picture, second, sampler, at[i]);
                  const double weight = lod - first;
                  wanted.known = a.known && b.known;
                  for (size_t c = 0; c < 4; ++c) {
                    wanted.colour[c] = (1 - weight) * a.colour[c] + weight * b.colour[c];
                    wanted.greatest[c] = std::max(a.greatest[c], b.greatest[c]);
                  }
                } else {
                  wanted = expected(picture, int(std::lround(lod)), sampler, at[i]);
                }
                const double bound = mip == abi::kSamplerMipLinear ? (by_gradient ? 400 : 40) : read_bound(sampler, as);
                check(got[i], wanted, as, is_exact(format, sampler) && mip != abi::kSamplerMipLinear, bound,
                      std::string(kind.name) + " " + format.name() + " sampler " + std::to_string(sampler) + " lod " +
                          std::to_string(lod));
                if (HasFatalFailure()) return;
              }
            }
    });
}

// Every value of normalised integers, and of sRGB, in one row.
TEST(Images, ReadsEveryChannelValue) {
  const Kind &kind = kKinds[0];
  for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
    const auto widths = packed(format.type);
    if (!format.is_float() || format.type == CL_FLOAT || format.channels() > 1 + 2 * !widths.empty()) return;
    Picture picture(kind, format, 1, false);
    std::vector<uint8_t> data;
    std::vector<Ints> at;
    for (int i = 0; i < 1 << std::min(16u, 8 * format.texel_bytes()); ++i) {
      const uint32_t texel = format.texel_bytes() == 4 ? uint32_t(i % 1024) * 0x100401 : uint32_t(i);
      const auto *bytes = reinterpret_cast<const uint8_t *>(&texel);
      data.insert(data.end(), bytes, bytes + format.texel_bytes());
      at.push_back({i, 0, 0, 0});
    }
    picture.levels[0].extent[0] = uint32_t(at.size());
    picture.levels[0].data = reinterpret_cast<std::byte *>(data.data());
    picture.image.base = picture.levels[0];
    const auto got = functions.bare(picture.image, 0, {}, at);
    for (size_t i = 0; i < at.size(); ++i) {
      const Expected wanted = expected(picture, 0, 0, {float(i), 0, 0, 0});
      check(got[i], wanted, as, is_exact(format, 0), 1.5, format.name() + " of " + std::to_string(i));
      for (size_t c = 0; c < 4; ++c)
        if (std::fabs(wanted.colour[c]) == 1) ASSERT_EQ(as_float(got[i][c]), wanted.colour[c]) << format.name();
      if (HasFatalFailure()) return;
    }
  });
}

double to_srgb(double y) { return y < 0.0031308 ? 12.92 * y : 1.055 * std::pow(y, 1 / 2.4) - 0.055; }

// Writes one texel, and compares the whole image.
void check_write(const Kind &kind, const Format &format, As as, const Call &call, int num_levels) {
  const Picture picture(kind, format, num_levels, false);
  for (int i = 0; i < 12; ++i) {
    const std::vector<Ints> at = int_coordinates(picture, 1);
    const int level = num_levels > 1 ? below(num_levels + 2) - 1 : 0;
    Bits colour;
    for (uint32_t &c : colour) {
      const float tie = (float(below(256)) + 0.5f) / 255;
      const float special[] = {0, 1, -1, NAN, INFINITY, -INFINITY, 2, -2, 0.0031308f, tie, -0.0f, 65504, 65520, 1e-7f};
      const float x = below(2) ? between(-0.2f, 1.2f) : below(2) ? special[below(std::size(special))] : between(-1, 1);
      c = std::bit_cast<uint32_t>(as == kHalf ? float(_Float16(x)) : x);
      if (as == kInt || as == kUint) c = uint32_t(below(2) ? random_bits() : unsigned(below(600) - 300));
    }
    std::vector<std::vector<uint8_t>> before;
    for (const auto &memory : picture.memory) before.emplace_back(memory->begin, memory->begin + memory->size);
    std::vector<std::vector<uint8_t>> results[2];
    for (int plain = 0; plain < 2; ++plain) {
      for (size_t l = 0; l < before.size(); ++l) std::ranges::copy(before[l], picture.memory[l]->begin);
      const Floats lod = {float(level), 0, 0, 0};
      Bits copy = colour;
      (plain ? call.plain : call.native)(1, &picture.image, 0, &copy, nullptr, at.data(), &lod, nullptr);
      for (const auto &memory : picture.memory)
        results[plain].emplace_back(memory->begin, memory->begin + memory->size);
    }
    ASSERT_EQ(results[0], results[1]) << "bytes depend on the machine";
    std::array<long, 3> place = {at[0][0], at[0][1], at[0][2]};
    for (int d = kind.coordinates; d < 3; ++d) place[size_t(d)] = 0;
    const bool written = level >= 0 && level < num_levels && picture.inside(level, place);
    const std::string where = std::string(kind.name) + " " + format.name();
    size_t first = 0, last = 0;
    if (written) {
      first = size_t(picture.texel(level, place) - picture.memory[size_t(level)]->begin);
      last = first + format.texel_bytes();
    }
    for (size_t l = 0; l < before.size(); ++l)
      for (size_t b = 0; b < before[l].size(); ++b)
        if (!written || int(l) != level || b < first || b >= last) ASSERT_EQ(results[0][l][b], before[l][b]) << where;
    if (!written) continue;
    for (uint32_t channel = 0; channel < format.channels(); ++channel) {
      const auto [bits, width] = stored(format, picture.texel(level, place), channel);
      if (format.order->stored[channel] == 'x') continue;
      const uint32_t given = colour[format.component(channel)];
      const double x = as_float(given);
      const auto name = where + " of " + std::to_string(x);
      const double most = std::ldexp(1.0, int(width)) - 1, most_signed = std::ldexp(1.0, int(width) - 1) - 1;
      const int number = int32_t(bits << (32 - width)) >> (32 - width);
      switch (format.type) {
      case CL_FLOAT:
      case CL_SIGNED_INT32:
      case CL_UNSIGNED_INT32: ASSERT_TRUE(bits == given || (std::isnan(x) && format.is_float())) << name; break;
      case CL_HALF_FLOAT:
        if (std::isnan(x))
          ASSERT_TRUE(std::isnan(float(std::bit_cast<_Float16>(uint16_t(bits))))) << name;
        else
          ASSERT_EQ(bits, std::bit_cast<uint16_t>(_Float16(float(x)))) << name;
        break;
      case CL_SIGNED_INT8:
      case CL_SIGNED_INT16:
        ASSERT_EQ(number, std::clamp(int32_t(given), int(-most_signed - 1), int(most_signed))) << where;
        break;
      case CL_UNSIGNED_INT8:
      case CL_UNSIGNED_INT16: ASSERT_EQ(bits, std::min(given, uint32_t(most))) << where; break;
      case CL_SNORM_INT8:
      case CL_SNORM_INT16: {
        const double f = std::isnan(x) ? 0 : std::clamp(x * most_signed, -most_signed - 1, most_signed);
        ASSERT_LE(std::fabs(number - f), 0.5 + 1e-2) << name;
        break;
      }
      default: {
        const bool srgb = is_srgb(*format.order) && format.order->stored[channel] != 'a';
        const double linear = std::isnan(x) ? 0 : std::clamp(x, 0.0, 1.0);
        ASSERT_LE(std::fabs(bits - most * (srgb ? to_srgb(linear) : linear)), 0.5 + 1e-2) << name;
      }
      }
    }
  }
}

TEST(Images, Writes) {
  for (const Kind &kind : kKinds)
    for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
      for (const Call &call : {functions.write, functions.write_rw}) {
        check_write(kind, format, as, call, 1);
        if (HasFatalFailure()) return;
      }
      if (functions.write_lod) check_write(kind, format, as, functions.write_lod, 3);
    });
}

// What is read from an image of 8 or 16 bits and written again stays.
TEST(Images, WritesWhatWasRead) {
  const Kind &kind = kKinds[0];
  for_formats(kind, [&](const Format &format, As as, const Functions &functions) {
    if (as != kFloat || !format.is_float() || std::strchr(format.order->stored, 'x')) return;
    Picture from(kind, format, 1, true), to(kind, format, 1, true);
    std::vector<Ints> at;
    for (int x = 0; x < int(from.levels[0].extent[0]); ++x) at.push_back({x, 0, 0, 0});
    for (int i = 0; i < 20; ++i) {
      from.fill(*from.memory[0], true);
      auto colours = functions.bare(from.image, 0, {}, at);
      functions.write.native(long(at.size()), &to.image, 0, colours.data(), nullptr, at.data(), nullptr, nullptr);
      for (const Ints &one : at)
        for (uint32_t c = 0; c < format.channels(); ++c)
          ASSERT_EQ(value(format, from.texel(0, {one[0], 0, 0}), c), value(format, to.texel(0, {one[0], 0, 0}), c))
              << format.name();
    }
  });
}

TEST(Images, Queries) {
  for (const Kind &kind : kKinds) {
    const Picture picture(kind, {CL_UNORM_INT8, &kOrders[4]}, 3, false);
    for (const Call &query : kind.queries) {
      Bits got[3];
      query.native(1, &picture.image, 0, got, nullptr, nullptr, nullptr, nullptr);
      const auto &extent = picture.levels[0].extent;
      const int d = kind.dimensions;
      const uint32_t height = d > 1 ? extent[1] : 1, depth = d > 2 ? extent[2] : 1;
      EXPECT_EQ(got[0], (Bits{extent[0], height, depth, kind.layers ? extent[d] : 1})) << kind.name;
      EXPECT_EQ(got[1], d == 1 ? Bits{} : (Bits{extent[0], height, d > 2 ? depth : 0, 0})) << kind.name;
      const uint32_t levels = std::string(kind.name) == "1d_buffer" ? 1 : 3;
      EXPECT_EQ(got[2], (Bits{CL_UNORM_INT8, CL_RGBA, levels, 0})) << kind.name;
    }
  }
}

TEST(Images, LiteralSamplers) {
  const Kind &kind = kKinds[2];
  const Picture picture(kind, {CL_UNORM_INT8, &kOrders[4]}, 1, false);
  const uint64_t sampler = abi::kSamplerNormalised | abi::kSamplerRepeat | abi::kSamplerLinear;
  const auto at = float_coordinates(picture, sampler, 64);
  const Call call = CALL(read_literal_2d);
  EXPECT_EQ(call(picture.image, 0, at, {}), kind.of[kFloat].by_float(picture.image, sampler, at, {}));
}

}  // namespace
}  // namespace wherry

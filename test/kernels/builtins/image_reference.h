// SPDX-License-Identifier: Apache-2.0
// What image functions give by the specification's equations: coordinates in float, colours in double. An image stands
// at one end of its pages, before or behind a page that cannot be accessed.
#pragma once
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
#include "kernel_abi/common_format.h"
#include "wherry/cl_newer.h"

namespace wherry {

using Bits = std::array<uint32_t, 4>;  // of floats or integers
using Floats = std::array<float, 4>;
using Ints = std::array<int32_t, 4>;
using Colour = std::array<double, 4>;

inline float as_float(uint32_t bits) { return std::bit_cast<float>(bits); }

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

// A function as compiled for this machine and for any: both give the same bits, or NaNs; but of gradients, as log2
// depends on the machine, and of linear filters, which are fused where it has instructions for that: of these,
// the one's results or the other's, by the lowest bit of the first.
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
    if (sampler & abi::kSamplerLinear) return n == 0 || first[0][0] % 2 == 0 ? first : second;
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
    CL_SNORM_INT8,
    CL_SNORM_INT16,
    CL_UNORM_INT8,
    CL_UNORM_INT16,
    CL_UNORM_SHORT_565,
    CL_UNORM_SHORT_555,
    CL_UNORM_INT_101010,
    CL_UNORM_INT_101010_2,
    CL_SIGNED_INT8,
    CL_SIGNED_INT16,
    CL_SIGNED_INT32,
    CL_UNSIGNED_INT8,
    CL_UNSIGNED_INT16,
    CL_UNSIGNED_INT32,
    CL_HALF_FLOAT,
    CL_FLOAT,
    CL_UNSIGNED_INT_RAW10_EXT,
    CL_UNSIGNED_INT_RAW12_EXT,
};

inline bool is_srgb(const Order &order) { return order.order >= CL_sRGB && order.order <= CL_sBGRA; }

// Bytes of a channel, or of a texel that holds all.
inline uint32_t bytes_of(cl_channel_type type) {
  switch (type) {
  case CL_SNORM_INT8:
  case CL_UNORM_INT8:
  case CL_SIGNED_INT8:
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT_RAW10_EXT:  // its own bits; see raw_texels()
  case CL_UNSIGNED_INT_RAW12_EXT: return 1;
  case CL_UNORM_INT_101010:
  case CL_UNORM_INT_101010_2:
  case CL_SIGNED_INT32:
  case CL_UNSIGNED_INT32:
  case CL_FLOAT: return 4;
  default: return 2;
  }
}
// Of a packed format, the width of each channel from the highest on; after so many bits that are not used.
inline std::vector<uint32_t> packed(cl_channel_type type) {
  switch (type) {
  case CL_UNORM_SHORT_565: return {0, 5, 6, 5};
  case CL_UNORM_SHORT_555: return {1, 5, 5, 5};
  case CL_UNORM_INT_101010: return {2, 10, 10, 10};
  case CL_UNORM_INT_101010_2: return {0, 10, 10, 10, 2};
  default: return {};
  }
}
inline bool is_signed(cl_channel_type type) { return type >= CL_SIGNED_INT8 && type <= CL_SIGNED_INT32; }
// Texels that share a byte, of the raw formats; or 0.
inline long raw_texels(cl_channel_type type) {
  return type == CL_UNSIGNED_INT_RAW10_EXT ? 4 : type == CL_UNSIGNED_INT_RAW12_EXT ? 2 : 0;
}
inline bool is_unsigned(cl_channel_type type) {
  return (type >= CL_UNSIGNED_INT8 && type <= CL_UNSIGNED_INT32) || raw_texels(type);
}

struct Format {
  cl_channel_type type;
  const Order *order;

  bool valid() const {
    if (is_srgb(*order)) return type == CL_UNORM_INT8;
    if (raw_texels(type)) return order->order == CL_R;
    const std::string stored = order->stored;
    if (const auto widths = packed(type); !widths.empty()) return stored.size() + 1 == widths.size();
    return true;
  }
  bool is_float() const { return !is_signed(type) && !is_unsigned(type); }
  uint32_t channels() const { return uint32_t(std::strlen(order->stored)); }
  uint32_t texel_bytes() const { return bytes_of(type) * (packed(type).empty() ? channels() : 1); }
  uint32_t row_bytes(uint32_t texels) const {
    const auto shared = uint32_t(raw_texels(type));
    return shared ? (texels + shared - 1) / shared * (shared + 1) : texels * texel_bytes();
  }
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
inline std::pair<uint32_t, uint32_t> stored(const Format &format, const uint8_t *texel, uint32_t channel) {
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

inline double value(const Format &format, std::pair<uint32_t, uint32_t> stored_bits, uint32_t channel) {
  const auto [bits, width] = stored_bits;
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
  case CL_UNSIGNED_INT32:
  case CL_UNSIGNED_INT_RAW10_EXT:
  case CL_UNSIGNED_INT_RAW12_EXT: return bits;
  default:
    if (is_srgb(*format.order) && format.order->stored[channel] != 'a') {
      const double r = bits / most;
      return r <= 0.04045 ? r / 12.92 : std::pow((r + 0.055) / 1.055, 2.4);
    }
    return bits / most;
  }
}

inline std::mt19937 random_bits(7);
inline int below(int n) { return int(random_bits() % unsigned(n)); }
inline float between(float low, float high) { return std::uniform_real_distribution<float>(low, high)(random_bits); }

using Extent = std::array<uint32_t, 3>;

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
  Picture(const Kind &kind, const Format &format, int num_levels, bool finite, Extent size = {13, 6, 5})
      : kind(kind), format(format) {
    for (int l = 0; l < num_levels; ++l) {
      uint32_t extent[3] = {std::max(1u, size[0] >> l), std::max(1u, size[1] >> l), std::max(1u, size[2] >> l)};
      if (kind.dimensions < 2) extent[1] = kind.layers ? 3 : 1;
      if (kind.dimensions < 3) extent[2] = kind.layers && kind.dimensions == 2 ? 4 : 1;
      const uint32_t texel = format.texel_bytes();
      abi::ImageLevel level{};
      level.row_pitch = format.row_bytes(extent[0]) + uint32_t(below(3)) * texel;
      level.slice_pitch = level.row_pitch * (extent[1] + uint32_t(below(2)));
      std::copy_n(extent, 3, level.extent);
      memory.push_back(std::make_unique<Memory>(level.slice_pitch * (extent[2] - 1) +
                                                    level.row_pitch * (extent[1] - 1) + format.row_bytes(extent[0]),
                                                below(4)));
      level.data = reinterpret_cast<std::byte *>(memory.back()->begin);
      levels.push_back(level);
      fill(*memory.back(), finite);
    }
    image.base = levels[0];
    image.format = format.described();
    const bool has_pairs = levels[0].extent[0] >= 2 && levels[0].extent[0] * image.format.texel_bytes >= 4;
    const bool is_aligned = reinterpret_cast<uintptr_t>(levels[0].data) % abi::kSmallImageAlign == 0;
    image.format.is_small = uint32_t(below(!has_pairs ? 2 : is_aligned ? 4 : 3));
    image.format.common = image.format.is_small >= abi::kSmallWithPairs ? abi::common_format(image.format) : 0;
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
    const long shared = raw_texels(format.type);
    return reinterpret_cast<const uint8_t *>(l.data) +
           (shared ? at[0] + at[0] / shared : at[0] * image.format.texel_bytes) + at[1] * long(l.row_pitch) +
           at[2] * long(l.slice_pitch);
  }
  // Of a raw format: the byte with lowest bits, where they begin, and how many they are.
  struct Low {
    const uint8_t *byte;
    long first, bits;
  };
  Low low(int level, const std::array<long, 3> &at) const {
    const long shared = raw_texels(format.type), within = at[0] % shared, bits = 8 / shared;
    return {texel(level, at) - within + shared, within * bits, bits};
  }
  // The bits of a channel, and how many there are.
  std::pair<uint32_t, uint32_t> bits(int level, const std::array<long, 3> &at, uint32_t channel) const {
    const auto high = stored(format, texel(level, at), channel);
    if (!raw_texels(format.type)) return high;
    const Low part = low(level, at);
    return {high.first << part.bits | (*part.byte >> part.first & ((1 << part.bits) - 1)), uint32_t(8 + part.bits)};
  }
  double channel(int level, const std::array<long, 3> &at, uint32_t c) const {
    return value(format, bits(level, at, c), c);
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
      result[size_t(c)] = format.channel(c) < 0 ? format.missing(c) : channel(level, at, uint32_t(format.channel(c)));
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

inline long address_mode(uint64_t sampler, double coordinate, long size) {
  const long i = long(std::clamp(coordinate, -4e9, 4e9));
  switch (sampler & abi::kSamplerAddressing) {
  case abi::kSamplerClamp: return std::clamp(i, -1L, size);
  case abi::kSamplerClampToEdge: return std::clamp(i, 0L, size - 1);
  default: return i;
  }
}

// "Image Addressing and Filtering".
inline Along along(uint64_t sampler, float s, long size, bool filters) {
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

inline Expected expected(const Picture &picture, int level, uint64_t sampler, const Floats &at, bool filters = true) {
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
inline double ulps(double got, double exact, double greatest, int digits, int least) {
  const int exponent = greatest == 0 ? least : std::max(std::ilogb(greatest), least);
  return std::fabs(got - exact) / std::ldexp(1.0, exponent - digits + 1);
}

inline void check(const Bits &got, const Expected &wanted, As as, bool exact, double bound, const std::string &where) {
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

inline bool fits(const Format &format, As as) {
  if (as == kInt) return is_signed(format.type);
  if (as == kUint) return is_unsigned(format.type);
  if (as == kDepth)
    return format.order->order == CL_DEPTH && (format.type == CL_FLOAT || format.type == CL_UNORM_INT16);
  return format.is_float();
}

template <class F> inline void for_formats(const Kind &kind, F f) {
  const bool is_depth = bool(kind.of[kDepth].bare);
  for (const Order &order : kOrders)
    for (cl_channel_type type : kTypes)
      if (const Format format{type, &order}; format.valid() && (order.order == CL_DEPTH) == is_depth)
        for (int as = kFloat; as <= kDepth; ++as)
          if (kind.of[size_t(as)].bare && fits(format, As(as))) f(format, As(as), kind.of[size_t(as)]);
}

// Bounds: 1.5 ulp of conversions; of filters some more of the greatest of the texels.
inline double read_bound(uint64_t sampler, As as) {
  return sampler & abi::kSamplerLinear ? (as == kHalf ? 1.5 : 12) : 1.5;
}
inline bool is_exact(const Format &format, uint64_t sampler) {
  return (format.type == CL_FLOAT || format.type == CL_HALF_FLOAT) && !(sampler & abi::kSamplerLinear);
}

constexpr uint64_t kModes[] = {abi::kSamplerAddressNone, abi::kSamplerClampToEdge, abi::kSamplerClamp,
                               abi::kSamplerRepeat, abi::kSamplerMirroredRepeat};

inline std::vector<Floats> float_coordinates(const Picture &picture, uint64_t sampler, int n) {
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

inline std::vector<Ints> int_coordinates(const Picture &picture, int n) {
  std::vector<Ints> result(static_cast<size_t>(n));
  for (Ints &at : result)
    for (int d = 0; d < 4; ++d) {
      const int size = int(d < 3 ? picture.levels[0].extent[d] : 1);
      at[size_t(d)] = below(2) ? below(size) : below(3 * size + 2) - size - 1;
      if (below(12) == 0) at[size_t(d)] = below(2) ? INT32_MIN : INT32_MAX;
    }
  return result;
}

}  // namespace wherry

// SPDX-License-Identifier: Apache-2.0
// Texels of images, for the width W: one body for one work-item (image_calls.cl) and for the lanes of a vector
// (image_lanes.cl), so that both give the same bits.
// The including file has image_types.h before it, and defines the accesses to memory: SMALL_WORDS (by offsets of 31
// bits) or WORDS_OF_PLACE (by coordinates), FAR_WORDS (by offsets of 63 bits), LOOKED_UP (in a table), PUT; PAIR_WORDS
// (as SMALL_WORDS, of texels that do not lie in a row), IS_ROW and ANY_LANE where it filters, and PREFETCH if the
// compiler does not prefetch by itself (opt/prefetch).
//
// Speed: where a kernel is compiled for known formats, the body is inlined, and the descriptor's format and the sampler
// are constants. So it branches on them alone, and what is left is what one writes for that format by hand. It reads
// texels of the image whatever the coordinates, so it may run for lanes that are not active.

static SMALL_PURE F clamped(F x, F low, F high) {  // NaN to `low`
  x = x > low ? x : low;
  return x < high ? x : high;
}
// The number in all lanes; below 2^31. A vector is converted: the conversion of a single number leaves a part of its
// register as it was, and so waits for the register's last writer, such as the previous call's gather.
static SMALL_PURE F all_lanes(uint n) { return TO(float, (I)(int)n); }
// `n`; above 2^24, where not every number is a float, one that is not greater.
static SMALL_PURE F at_most(uint n) { return all_lanes(n - (n >> 24)); }
static SMALL_PURE I limited(I x, int low, int high) {
  return __builtin_elementwise_min(__builtin_elementwise_max(x, (I)low), (I)high);
}

static SMALL_PURE I layer_of(I layer, uint layers) { return limited(layer, 0, (int)layers - 1); }
static SMALL_PURE I layer_of(F layer, uint layers) {
  return TO(int, clamped(__builtin_elementwise_roundeven(layer), 0, at_most(layers - 1)));
}

// One integer coordinate.
static SMALL I placed(I i, uint extent, ulong sampler, I *inside) {
  if ((sampler & kAddressing) == kClamp) *inside &= (i >= 0) & (i < (int)extent);
  return limited(i, 0, (int)extent - 1);
}

// One float coordinate in texels. Repeating modes expect a normalised one.
static SMALL_PURE F in_texels(F s, uint extent, ulong sampler) {
  const F size = all_lanes(extent);
  switch (sampler & kAddressing) {
  case kRepeat: return (s - __builtin_elementwise_floor(s)) * size;
  case kMirroredRepeat: return __builtin_elementwise_abs(s - 2.0f * __builtin_elementwise_roundeven(0.5f * s)) * size;
  default: return sampler & kNormalised ? s * size : s;
  }
}

// The nearest texel of one float coordinate. Clamping first makes conversion safe, and truncation floor.
static SMALL I nearest(F s, uint extent, ulong sampler, I *inside) {
  const F u = in_texels(s, extent, sampler);
  const uint mode = sampler & kAddressing;
  if (mode == kRepeat) {
    const I i = TO(int, clamped(u, 0, all_lanes(extent)));
    return i < (int)extent ? i : (I)0;
  }
  if (mode == kClamp) *inside &= (u >= 0) & (u < all_lanes(extent));
  return TO(int, clamped(u, 0, at_most(extent - 1)));
}

static SMALL_PURE PAIR linear(F s, uint extent, ulong sampler) {
  PAIR pair;
  const F u = in_texels(s, extent, sampler) - 0.5f;
  const F below = __builtin_elementwise_floor(u);
  const uint mode = sampler & kAddressing;
  const int last = (int)extent - 1;
  pair.weight = u - below;
  pair.inside[0] = pair.inside[1] = (I)-1;
  if (mode == kClamp) {
    const I i = TO(int, clamped(below, -2.0f, all_lanes(extent))), j = i + 1;
    pair.below = i;
    pair.at[0] = limited(i, 0, last);
    pair.at[1] = limited(j, 0, last);
    pair.inside[0] = pair.at[0] == i;
    pair.inside[1] = pair.at[1] == j;
    return pair;
  }
  const I i = TO(int, clamped(below, -1.0f, at_most((uint)last))), j = i + 1;
  pair.below = i;
  if (mode == kRepeat) {
    pair.at[0] = i < 0 ? (I)last : i;
    pair.at[1] = j > last ? (I)0 : j;
  } else {
    pair.at[0] = __builtin_elementwise_max(i, (I)0);
    pair.at[1] = __builtin_elementwise_min(j, (I)last);
  }
  return pair;
}

static SMALL PLACE place_of(LevelRef level, ulong sampler, I x, I y, I z, uint shape) {
  const int dimensions = DIMENSIONS(shape);
  PLACE place = {x, (I)0, (I)0, (I)-1};
  place.x = placed(x, level->extent[0], sampler, &place.inside);
  if (dimensions > 1) place.y = placed(y, level->extent[1], sampler, &place.inside);
  if (dimensions > 2) place.z = placed(z, level->extent[2], sampler, &place.inside);
  if (dimensions == 1 && (shape & kLayers)) place.y = layer_of(y, level->extent[1]);
  if (dimensions == 2 && (shape & kLayers)) place.z = layer_of(z, level->extent[2]);
  return place;
}

static SMALL PLACE place_of(LevelRef level, ulong sampler, F x, F y, F z, uint shape) {
  const int dimensions = DIMENSIONS(shape);
  PLACE place = {(I)0, (I)0, (I)0, (I)-1};
  place.x = nearest(x, level->extent[0], sampler, &place.inside);
  if (dimensions > 1) place.y = nearest(y, level->extent[1], sampler, &place.inside);
  if (dimensions > 2) place.z = nearest(z, level->extent[2], sampler, &place.inside);
  if (dimensions == 1 && (shape & kLayers)) place.y = layer_of(y, level->extent[1]);
  if (dimensions == 2 && (shape & kLayers)) place.z = layer_of(z, level->extent[2]);
  return place;
}

static SMALL I offset_at(LevelRef level, PLACE place, uint bytes) {
  return place.x * (int)bytes + place.y * (int)level->row_pitch + place.z * (int)level->slice_pitch;
}
// The texels' bytes, at offsets of 31 bits where the image is no larger: one multiplication less wide, and gathers
// take them as they are.
static SMALL WORDS words_at(ImageRef image, LevelRef level, PLACE place) {
  const uint bytes = image->format.texel_bytes;
  if (image->format.is_small) {
#ifdef WORDS_OF_PLACE
    return WORDS_OF_PLACE(level, place, bytes);
#else
    return SMALL_WORDS(level->data, offset_at(level, place, bytes), bytes);
#endif
  }
  const VEC(long) at = TO(long, place.x) * (long)bytes + TO(long, place.y) * (long)level->row_pitch +
                       TO(long, place.z) * (long)level->slice_pitch;
  return FAR_WORDS(level->data, at, bytes);
}

// Four channels, zero-extended or sign-extended.
static SMALL_PURE WORDS bytes_of(WORDS w) { return (WORDS){w.x & 0xFF, w.x >> 8 & 0xFF, w.x >> 16 & 0xFF, w.x >> 24}; }
static SMALL_PURE WORDS shorts_of(WORDS w) { return (WORDS){w.x & 0xFFFF, w.x >> 16, w.y & 0xFFFF, w.y >> 16}; }
static SMALL_PURE N extended(N x, uint by) { return AS(uint, AS(int, x << by) >> (int)by); }
static SMALL_PURE WORDS extended(WORDS w, uint bits) {
  return (WORDS){extended(w.x, 32 - bits), extended(w.y, 32 - bits), extended(w.z, 32 - bits),
                 extended(w.w, 32 - bits)};
}
// Channels of a packed format, from their lowest bits on.
static SMALL_PURE WORDS packed_of(WORDS w, uint red, uint green, uint blue, uint bits, uint green_bits) {
  const uint mask = (1u << bits) - 1;
  return (WORDS){w.x >> red & mask, w.x >> green & ((1u << green_bits) - 1), w.x >> blue & mask, w.x & 3};
}

static SMALL_PURE WORDS one_word(N x) { return (WORDS){x, (N)0, (N)0, (N)0}; }
static SMALL_PURE F in_floats(N x) { return TO(float, AS(int, x)); }  // below 2^31
static SMALL_PURE FLOATS in_floats(WORDS x) {
  return (FLOATS){in_floats(x.x), in_floats(x.y), in_floats(x.z), in_floats(x.w)};
}
static SMALL_PURE N at_least(N x, int low) { return AS(uint, __builtin_elementwise_max(AS(int, x), (I)low)); }
static SMALL_PURE WORDS at_least(WORDS x, int low) {
  return (WORDS){at_least(x.x, low), at_least(x.y, low), at_least(x.z, low), at_least(x.w, low)};
}
static SMALL_PURE F half_of(N x) { return TO(float, __builtin_astype(TO(ushort, x), VEC(half))); }

// Nothing but 0 where a texel is not in the image: in all formats that makes channels of 0, and a texel has fewer words
// than channels.
static SMALL_PURE WORDS within(WORDS x, I inside) {
  return (WORDS){inside ? x.x : (N)0, inside ? x.y : (N)0, inside ? x.z : (N)0, inside ? x.w : (N)0};
}

// The channels of texels, of those that are normalised integers as the integers: they are scaled behind the filter.
static SMALL FLOATS channels_of(ImageRef image, ulong sampler, WORDS w, I inside) {
  if (has_border(sampler)) w = within(w, inside);
  switch (image->format.channel_type) {
  case CLK_UNORM_INT8: {
    const WORDS b = bytes_of(w);
    if (!is_srgb(image)) return in_floats(b);
    return (FLOATS){LOOKED_UP(kFromSrgb, b.x), LOOKED_UP(kFromSrgb, b.y), LOOKED_UP(kFromSrgb, b.z),
                    in_floats(b.w) * (1.0f / 255)};
  }
  case CLK_UNORM_INT16: return in_floats(shorts_of(w));
  case CLK_SNORM_INT8: return in_floats(at_least(extended(bytes_of(w), 8), -127));
  case CLK_SNORM_INT16: return in_floats(at_least(extended(shorts_of(w), 16), -32767));
  case CLK_UNORM_SHORT_565: return in_floats(packed_of(w, 11, 5, 0, 5, 6));
  case CLK_UNORM_SHORT_555: return in_floats(packed_of(w, 10, 5, 0, 5, 5));
  case CLK_UNORM_INT_101010: return in_floats(packed_of(w, 20, 10, 0, 10, 10));
  case CLK_UNORM_INT_101010_2: return in_floats(packed_of(w, 22, 12, 2, 10, 10));
  case CLK_HALF_FLOAT: {
    const WORDS h = shorts_of(w);
    return (FLOATS){half_of(h.x), half_of(h.y), half_of(h.z), half_of(h.w)};
  }
  default: return (FLOATS){AS(float, w.x), AS(float, w.y), AS(float, w.z), AS(float, w.w)};
  }
}
static SMALL FLOATS float_channels(ImageRef image, LevelRef level, ulong sampler, PLACE place) {
  return channels_of(image, sampler, words_at(image, level, place), place.inside);
}
// One texel of a block of 2^shift, whose lowest bits stand in a byte behind the high bits of all.
static SMALL WORDS raw_channels(ImageRef image, LevelRef level, PLACE place, int shift) {
  const int texels = 1 << shift, low_bits = 8 >> shift;
  const I within = place.x & (texels - 1);
  PLACE high = place, low = place;
  high.x = place.x + (place.x >> shift);
  low.x = high.x - within + texels;
  const N rest = bytes_of(words_at(image, level, low)).x >> AS(uint, within * low_bits);
  return one_word(bytes_of(words_at(image, level, high)).x << (uint)low_bits | (rest & ((1u << low_bits) - 1)));
}

static SMALL WORDS word_channels(ImageRef image, LevelRef level, PLACE place) {
  switch (image->format.channel_type) {
  case kRaw10: return raw_channels(image, level, place, 2);
  case kRaw12: return raw_channels(image, level, place, 1);
  }
  const WORDS w = words_at(image, level, place);
  switch (image->format.channel_type) {
  case CLK_UNSIGNED_INT8: return bytes_of(w);
  case CLK_UNSIGNED_INT16: return shorts_of(w);
  case CLK_SIGNED_INT8: return extended(bytes_of(w), 8);
  case CLK_SIGNED_INT16: return extended(shorts_of(w), 16);
  default: return w;
  }
}

static SMALL_PURE FLOATS times(FLOATS x, float r, float g, float b, float a) {
  return (FLOATS){x.x * r, x.y * g, x.z * b, x.w * a};
}
// An integer of up to 16 bits times 1 / n as a float is within 1.5 ulp of their quotient, and 1 for n.
static SMALL FLOATS scaled(ImageRef image, FLOATS x) {
  const float byte = 1.0f / 255, five = 1.0f / 31, ten = 1.0f / 1023;
  switch (image->format.channel_type) {
  case CLK_UNORM_INT8: return is_srgb(image) ? x : times(x, byte, byte, byte, byte);
  case CLK_UNORM_INT16: return times(x, 1.0f / 65535, 1.0f / 65535, 1.0f / 65535, 1.0f / 65535);
  case CLK_SNORM_INT8: return times(x, 1.0f / 127, 1.0f / 127, 1.0f / 127, 1.0f / 127);
  case CLK_SNORM_INT16: return times(x, 1.0f / 32767, 1.0f / 32767, 1.0f / 32767, 1.0f / 32767);
  case CLK_UNORM_SHORT_565: return times(x, five, 1.0f / 63, five, 1);
  case CLK_UNORM_SHORT_555: return times(x, five, five, five, 1);
  case CLK_UNORM_INT_101010: return times(x, ten, ten, ten, 1);
  case CLK_UNORM_INT_101010_2: return times(x, ten, ten, ten, 1.0f / 3);
  default: return x;
  }
}

// Components of channels, or channels of components: `order` may name 0, or `one`.
#define REARRANGED(ALL, T)                                                                                             \
  static SMALL_PURE T component(ALL from, uint which, T one) {                                                         \
    return which == 0               ? from.x                                                                           \
           : which == 1             ? from.y                                                                           \
           : which == 2             ? from.z                                                                           \
           : which == 3             ? from.w                                                                           \
           : which == kComponentOne ? one                                                                              \
                                    : (T)0;                                                                            \
  }                                                                                                                    \
  static SMALL_PURE ALL rearranged(ALL from, uint order, T one) {                                                      \
    if (order == 0x3210) return from;                                                                                  \
    return (ALL){component(from, order & 15, one), component(from, order >> 4 & 15, one),                              \
                 component(from, order >> 8 & 15, one), component(from, order >> 12 & 15, one)};                       \
  }
REARRANGED(FLOATS, F)
REARRANGED(WORDS, N)
#undef REARRANGED

static SMALL FLOATS float_texel(ImageRef image, LevelRef level, ulong sampler, PLACE place) {
  const FLOATS channels = float_channels(image, level, sampler, place);
  F one = 1;
  if (has_border(sampler) && !has_opaque_border(image)) one = place.inside ? one : (F)0;
  return rearranged(scaled(image, channels), image->format.read_from, one);
}
static SMALL WORDS word_texel(ImageRef image, LevelRef level, ulong sampler, PLACE place) {
  WORDS channels = word_channels(image, level, place);
  N one = 1;
  if (has_border(sampler)) {
    channels = within(channels, place.inside);
    if (!has_opaque_border(image)) one = place.inside ? one : (N)0;
  }
  return rearranged(channels, image->format.read_from, one);
}

// The words of the two texels of a row that a filter takes. Texels of up to 4 bytes that lie side by side have one
// access, half as many lanes' loads; of larger ones, each lane's loads and shuffles would take longer than gathers (0.8
// to 0.9 of the speed). If rows are shorter than that access, then each texel has its own.
static SMALL TWO_TEXELS words_of_pair(ImageRef image, LevelRef level, ulong sampler, uint shape, PAIR x, I y, I z) {
#ifdef PAIR_WORDS
  const uint bytes = image->format.texel_bytes;
  if (image->format.is_small >= kSmallWithPairs && !(shape & kLevels) && (bytes == 1 || bytes == 2 || bytes == 4)) {
    const I start = __builtin_elementwise_min(x.at[0], (I)((int)level->extent[0] - (bytes == 1 ? 4 : 2)));
    const I row = y * (int)level->row_pitch + z * (int)level->slice_pitch, at = start * (int)bytes + row;
    if (!IS_ROW(at, bytes)) {
      const WORDS both = PAIR_WORDS(level->data, at, bytes == 4 ? 8 : 4);
      const I first = x.at[0] - start, second = x.at[1] - start;
      TWO_TEXELS all = {one_word(both.x >> AS(uint, first * (int)(8 * bytes))),
                        one_word(both.x >> AS(uint, second * (int)(8 * bytes)))};
      if (bytes == 4)
        all = (TWO_TEXELS){one_word(first != 0 ? both.y : both.x), one_word(second != 0 ? both.y : both.x)};
      // The row goes on at its start.
      if ((sampler & kAddressing) == kRepeat && __builtin_expect(ANY_LANE(second < 0), 0)) {
        const WORDS begin = PAIR_WORDS(level->data, row, 4);
        all.second.x = second < 0 ? begin.x : all.second.x;
      }
      return all;
    }
  }
#endif
  return (TWO_TEXELS){words_at(image, level, (PLACE){x.at[0], y, z, (I)-1}),
                      words_at(image, level, (PLACE){x.at[1], y, z, (I)-1})};
}

// Fused where the caller is compiled for x86-64-v3 or later; no option of the program changes that, so that all kernels
// get the same bits.
static SMALL_PURE F plus_product(F sum, F a, F b) {
#pragma OPENCL FP_CONTRACT ON
  return sum + a * b;
}

static SMALL_PURE FLOATS plus(FLOATS a, FLOATS b) { return (FLOATS){a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }

// Adds a texel to the sum. `is_first`: there is no sum yet.
static SMALL SUM plus_texel(SUM sum, bool is_first, ImageRef image, ulong sampler, FLOATS texel, F weight, I inside) {
  const FLOATS channels = sum.channels;
  FLOATS next = {plus_product(channels.x, weight, texel.x), plus_product(channels.y, weight, texel.y),
                 plus_product(channels.z, weight, texel.z), plus_product(channels.w, weight, texel.w)};
  if (is_first) next = (FLOATS){weight * texel.x, weight * texel.y, weight * texel.z, weight * texel.w};
  if (!has_border(sampler)) return (SUM){next, sum.covered};
  return (SUM){next, sum.covered + (inside ? weight : (F)0)};
}
// Adds the two texels of a row.
static SMALL SUM plus_pair(SUM sum, bool is_first, ImageRef image, LevelRef level, ulong sampler, uint shape, PAIR x,
                           PAIR y, int j, PAIR z, int k, F left, F right) {
  const TWO_TEXELS words = words_of_pair(image, level, sampler, shape, x, y.at[j], z.at[k]);
  const I inside = y.inside[j] & z.inside[k], first = x.inside[0] & inside, second = x.inside[1] & inside;
  sum = plus_texel(sum, is_first, image, sampler, channels_of(image, sampler, words.first, first), left, first);
  return plus_texel(sum, false, image, sampler, channels_of(image, sampler, words.second, second), right, second);
}

static SMALL_PURE WORDS chosen(I condition, WORDS a, WORDS b) {
  return (WORDS){condition ? a.x : b.x, condition ? a.y : b.y, condition ? a.z : b.z, condition ? a.w : b.w};
}

#ifdef PAIR_WORDS
// Two texels of 8 bytes have one access: a gather of 16 lanes takes as long as all their loads of 16 bytes.
static SMALL TWO_TEXELS texels_side_by_side(const __global uchar *data, I at, int bytes) {
  if (bytes == 8 && !IS_ROW(at, bytes)) {
    const WORDS both = PAIR_WORDS(data, at, 16);
    return (TWO_TEXELS){{both.x, both.y, (N)0, (N)0}, {both.z, both.w, (N)0, (N)0}};
  }
  return (TWO_TEXELS){SMALL_WORDS(data, at, bytes), SMALL_WORDS(data + bytes, at, bytes)};
}

// Adds the two or four texels that a filter takes in one slice. They are loaded as a block, at one address and up to
// three distances from it that are the same for all lanes. Where they are no block, behind a branch that is rare, each
// is chosen among the texels of the nearest block; but if texels repeat, loaded from the image's other end.
static SMALL SUM plus_block(SUM sum, bool is_first, ImageRef image, LevelRef level, ulong sampler, uint shape, PAIR x,
                            PAIR y, PAIR z, int k, F left_low, F right_low, F left_high, F right_high) {
  const int dimensions = DIMENSIONS(shape), bytes = (int)image->format.texel_bytes, pitch = (int)level->row_pitch;
  const int columns = (int)level->extent[0], rows = dimensions > 1 ? (int)level->extent[1] : 1;
  const I start = limited(x.below, 0, columns - 2);
  const I first_row = dimensions > 1 ? limited(y.below, 0, rows > 1 ? rows - 2 : 0) : y.at[0];
  const I at = start * bytes + first_row * pitch + z.at[k] * (int)level->slice_pitch;
  const long up = rows > 1 ? pitch : 0;
  const TWO_TEXELS low = texels_side_by_side(level->data, at, bytes);
  const TWO_TEXELS high = dimensions > 1 ? texels_side_by_side(level->data + up, at, bytes) : low;
#ifdef PREFETCH
  if (dimensions > 1 && !IS_ROW(at, bytes)) PREFETCH(level->data + 3 * up, at);
#endif
  WORDS a = low.first, b = low.second, c = high.first, d = high.second;
  I apart = AS(uint, x.below) >= (uint)(columns - 1);
  if (dimensions > 1) apart |= AS(uint, y.below) >= (uint)(rows - 1);
  if (has_border(sampler)) apart |= z.inside[k] == 0;
  if (__builtin_expect(ANY_LANE(apart != 0), 0)) {
    if ((sampler & kAddressing) == kRepeat) {
      // Chosen by conditions of their own: if the block's texels had no use here, the compiler would load both
      // branches' texels behind them, each at an address of its own.
      const I is_low = dimensions > 1 ? y.at[0] == first_row : (I)-1,
              is_high = dimensions > 1 ? y.at[1] == first_row + (rows > 1) : (I)-1;
      const I is_left = x.at[0] == start, is_right = x.at[1] == start + 1;
#define OTHERWISE(i, j) words_at(image, level, (PLACE){x.at[i], y.at[j], z.at[k], (I) - 1})
      a = chosen(is_left & is_low, a, OTHERWISE(0, 0)), b = chosen(is_right & is_low, b, OTHERWISE(1, 0));
      c = chosen(is_left & is_high, c, OTHERWISE(0, 1)), d = chosen(is_right & is_high, d, OTHERWISE(1, 1));
#undef OTHERWISE
    } else {
      const I is_left = x.at[0] == start, is_right = x.at[1] != start;
      const WORDS low_a = chosen(is_left, a, b), low_b = chosen(is_right, b, a);
      const WORDS high_a = chosen(is_left, c, d), high_b = chosen(is_right, d, c);
      const I is_low = dimensions > 1 ? y.at[0] == first_row : (I)-1,
              is_high = dimensions > 1 ? y.at[1] != first_row : (I)-1;
      a = chosen(is_low, low_a, high_a), b = chosen(is_low, low_b, high_b);
      c = chosen(is_high, high_a, low_a), d = chosen(is_high, high_b, low_b);
    }
    if (has_border(sampler)) {
      a = within(a, x.inside[0] & y.inside[0] & z.inside[k]);
      b = within(b, x.inside[1] & y.inside[0] & z.inside[k]);
      c = within(c, x.inside[0] & y.inside[1] & z.inside[k]);
      d = within(d, x.inside[1] & y.inside[1] & z.inside[k]);
    }
  }
#define ADD(is_first, words, weight, i, j)                                                                             \
  sum = plus_texel(sum, is_first, image, sampler, channels_of(image, 0, words, (I) - 1), weight,                       \
                   x.inside[i] & y.inside[j] & z.inside[k])
  ADD(is_first, a, left_low, 0, 0);
  ADD(false, b, right_low, 1, 0);
  if (dimensions > 1) {
    ADD(false, c, left_high, 0, 1);
    ADD(false, d, right_high, 1, 1);
  }
#undef ADD
  return sum;
}
#endif

static SMALL FLOATS filter_result(ImageRef image, ulong sampler, SUM sum) {
  const bool transparent = has_border(sampler) && !has_opaque_border(image);
  return rearranged(scaled(image, sum.channels), image->format.read_from, transparent ? sum.covered : (F)1);
}

static SMALL FLOATS filtered(ImageRef image, LevelRef level, ulong sampler, F at_x, F at_y, F at_z, uint shape) {
  const int dimensions = DIMENSIONS(shape);
  const PAIR x = linear(at_x, level->extent[0], sampler);
  PAIR y = {{(I)0, (I)0}, {(I)-1, (I)-1}, (I)0, (F)0}, z = y;
  if (dimensions > 1) y = linear(at_y, level->extent[1], sampler);
  if (dimensions > 2) z = linear(at_z, level->extent[2], sampler);
  if (dimensions == 1 && (shape & kLayers)) y.at[0] = layer_of(at_y, level->extent[1]);
  if (dimensions == 2 && (shape & kLayers)) z.at[0] = layer_of(at_z, level->extent[2]);
  const F left = 1 - x.weight, right = x.weight, low = 1 - y.weight, high = y.weight, front = 1 - z.weight,
          back = z.weight;
  SUM sum = {};
#ifdef PAIR_WORDS
  if (image->format.is_small >= kSmallWithPairs && !(shape & kLevels) && image->format.texel_bytes >= 8) {
#define ADD_BLOCK(is_first, k, ...)                                                                                    \
  sum = plus_block(sum, is_first, image, level, sampler, shape, x, y, z, k, __VA_ARGS__)
    if (dimensions < 3) {
      ADD_BLOCK(true, 0, left * low, right * low, left * high, right * high);
    } else {
      ADD_BLOCK(true, 0, left * low * front, right * low * front, left * high * front, right * high * front);
      ADD_BLOCK(false, 1, left * low * back, right * low * back, left * high * back, right * high * back);
    }
#undef ADD_BLOCK
    return filter_result(image, sampler, sum);
  }
#endif
#define ADD_PAIR(is_first, j, k, left, right)                                                                          \
  sum = plus_pair(sum, is_first, image, level, sampler, shape, x, y, j, z, k, left, right)
  if (dimensions == 1) {
    ADD_PAIR(true, 0, 0, left, right);
  } else if (dimensions == 2) {
    ADD_PAIR(true, 0, 0, left * low, right * low);
    ADD_PAIR(false, 1, 0, left * high, right * high);
  } else {
    ADD_PAIR(true, 0, 0, left * low * front, right * low * front);
    ADD_PAIR(false, 1, 0, left * high * front, right * high * front);
    ADD_PAIR(false, 0, 1, left * low * back, right * low * back);
    ADD_PAIR(false, 1, 1, left * high * back, right * high * back);
  }
#undef ADD_PAIR
  return filter_result(image, sampler, sum);
}

// Samples of one level.
static SMALL FLOATS float_sample(ImageRef image, LevelRef level, ulong sampler, F x, F y, F z, uint shape) {
  if (sampler & kLinear) return filtered(image, level, sampler, x, y, z, shape);
  return float_texel(image, level, sampler, place_of(level, sampler, x, y, z, shape));
}
static SMALL WORDS word_sample(ImageRef image, LevelRef level, ulong sampler, F x, F y, F z, uint shape) {
  return word_texel(image, level, sampler, place_of(level, sampler, x, y, z, shape));
}

// Words of four channels.
static SMALL_PURE WORDS words_of_bytes(WORDS c) {
  return (WORDS){(c.x & 0xFF) | (c.y & 0xFF) << 8 | (c.z & 0xFF) << 16 | c.w << 24, (N)0, (N)0, (N)0};
}
static SMALL_PURE WORDS words_of_shorts(WORDS c) {
  return (WORDS){(c.x & 0xFFFF) | c.y << 16, (c.z & 0xFFFF) | c.w << 16, (N)0, (N)0};
}

// To the nearest integer, even of two as near: the sum's last bit is worth 1.
static SMALL_PURE N unsigned_of(F x, float most) { return AS(uint, clamped(x * most, 0, most) + 0x1p23f) & 0x7FFFFF; }
static SMALL_PURE N signed_of(F x, float most) {  // in the low 22 bits
  x *= most;
  x = x == x ? x : (F)0;
  return AS(uint, clamped(x, -most - 1, most) + 0x1.8p23f);
}
static SMALL_PURE WORDS unsigned_of(FLOATS x, float r, float g, float b, float a) {
  return (WORDS){unsigned_of(x.x, r), unsigned_of(x.y, g), unsigned_of(x.z, b), unsigned_of(x.w, a)};
}
static SMALL_PURE WORDS signed_of(FLOATS x, float most) {
  return (WORDS){signed_of(x.x, most), signed_of(x.y, most), signed_of(x.z, most), signed_of(x.w, most)};
}
static SMALL_PURE N bits_of_half(F x) { return TO(uint, __builtin_astype(TO(half, x), VEC(ushort))); }

// A polynomial of the fourth root, as the result has 8 bits.
static SMALL_PURE F to_srgb(F y) {
  y = clamped(y, 0, 1);
  const F t = __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(y));
  F p = kToSrgb[6];
  for (int i = 5; i >= 0; --i) p = p * t + kToSrgb[i];
  return y < 0.0031308f ? 12.92f * y : p;
}

static SMALL WORDS encoded(ImageRef image, FLOATS x) {
  x = rearranged(x, image->format.written_from, (F)1);
  switch (image->format.channel_type) {
  case CLK_UNORM_INT8:
    if (is_srgb(image)) x = (FLOATS){to_srgb(x.x), to_srgb(x.y), to_srgb(x.z), x.w};
    return words_of_bytes(unsigned_of(x, 255, 255, 255, 255));
  case CLK_UNORM_INT16: return words_of_shorts(unsigned_of(x, 65535, 65535, 65535, 65535));
  case CLK_SNORM_INT8: return words_of_bytes(signed_of(x, 127));
  case CLK_SNORM_INT16: return words_of_shorts(signed_of(x, 32767));
  case CLK_UNORM_SHORT_565: {
    const WORDS c = unsigned_of(x, 31, 63, 31, 0);
    return one_word(c.x << 11 | c.y << 5 | c.z);
  }
  case CLK_UNORM_SHORT_555: {
    const WORDS c = unsigned_of(x, 31, 31, 31, 0);
    return one_word(c.x << 10 | c.y << 5 | c.z);
  }
  case CLK_UNORM_INT_101010: {
    const WORDS c = unsigned_of(x, 1023, 1023, 1023, 0);
    return one_word(c.x << 20 | c.y << 10 | c.z);
  }
  case CLK_UNORM_INT_101010_2: {
    const WORDS c = unsigned_of(x, 1023, 1023, 1023, 3);
    return one_word(c.x << 22 | c.y << 12 | c.z << 2 | c.w);
  }
  case CLK_HALF_FLOAT:
    return words_of_shorts((WORDS){bits_of_half(x.x), bits_of_half(x.y), bits_of_half(x.z), bits_of_half(x.w)});
  default: return (WORDS){AS(uint, x.x), AS(uint, x.y), AS(uint, x.z), AS(uint, x.w)};
  }
}

static SMALL_PURE N clamped_word(N x, int low, int high) { return AS(uint, limited(AS(int, x), low, high)); }
static SMALL_PURE WORDS clamped_words(WORDS x, int low, int high) {
  return (WORDS){clamped_word(x.x, low, high), clamped_word(x.y, low, high), clamped_word(x.z, low, high),
                 clamped_word(x.w, low, high)};
}
static SMALL_PURE WORDS at_most_words(WORDS x, uint high) {
  return (WORDS){__builtin_elementwise_min(x.x, (N)high), __builtin_elementwise_min(x.y, (N)high),
                 __builtin_elementwise_min(x.z, (N)high), __builtin_elementwise_min(x.w, (N)high)};
}
static SMALL WORDS encoded(ImageRef image, WORDS x) {
  x = rearranged(x, image->format.written_from, (N)1);
  switch (image->format.channel_type) {
  case CLK_SIGNED_INT8: return words_of_bytes(clamped_words(x, -128, 127));
  case CLK_SIGNED_INT16: return words_of_shorts(clamped_words(x, -32768, 32767));
  case CLK_UNSIGNED_INT8: return words_of_bytes(at_most_words(x, 255));
  case CLK_UNSIGNED_INT16: return words_of_shorts(at_most_words(x, 65535));
  case kRaw10: return at_most_words(x, 1023);
  case kRaw12: return at_most_words(x, 4095);
  default: return x;
  }
}

// Texels that are not in the image are left out.
static SMALL void put(ImageRef image, LevelRef level, uint shape, I x, I y, I z, I active, WORDS words) {
  const int coordinates = DIMENSIONS(shape) + (shape & kLayers ? 1 : 0);
  I inside = active & (AS(uint, x) < level->extent[0]);
  if (coordinates > 1) inside &= AS(uint, y) < level->extent[1];
  if (coordinates > 2) inside &= AS(uint, z) < level->extent[2];
  PUT(image, level, x, coordinates > 1 ? y : (I)0, coordinates > 2 ? z : (I)0, inside, words);
}

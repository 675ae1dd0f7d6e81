// SPDX-License-Identifier: Apache-2.0
// The functions of kernel_abi/image_calls.def for the lanes of a vector, as object code for each level of x86-64.
// As many lanes as fill a register; a bit of `mask` says that a lane is active.
#include "images.h"
#include "tables.h"

// As many floats as fill a register.
#if REGISTER_BITS == 512
#define W 16
#elif REGISTER_BITS == 256
#define W 8
#else
#define W 4
#endif
#define VEC(e) CAT(e, W)
#define TO TO_VECTOR
#define SMALL_WORDS words_at_offsets
#define FAR_WORDS words_far
#define LOOKED_UP(table, index) AS(float, gathered((const __global uchar *)(ulong)(table), AS(int, (index) * 4)))
#define PUT put_lanes
#include "image_types.h"

// Arguments and results stay in registers. Slow paths are functions of their own: registers that they save would cost
// the fast paths time.
#define LANES __attribute__((regcall))
#define SLOW_LANES LANES static __attribute__((overloadable, noinline))

typedef ushort __attribute__((aligned(1))) Short;
typedef uint __attribute__((aligned(1))) Word;

// The words at 31-bit offsets.
#if REGISTER_BITS == 512
static SMALL N gathered(const __global uchar *data, I at) {
  return AS(uint, __builtin_ia32_gathersiv16si((int16)0, (const void *)data, at, (ushort)-1, 1));
}
#elif REGISTER_BITS == 256
static SMALL N gathered(const __global uchar *data, I at) {
  return AS(uint, __builtin_ia32_gatherd_d256((int8)0, (const int *)data, at, (int8)-1, 1));
}
#else
static SMALL N gathered(const __global uchar *data, I at) {
  N all;
  for (int lane = 0; lane < W; ++lane) all[lane] = *(const __global Word *)(data + at[lane]);
  return all;
}
#endif

#define EACH_LANE(expression) \
  ({ \
    N all; \
    _Pragma("unroll") for (int lane = 0; lane < W; ++lane) all[lane] = expression; \
    all; \
  })
// Bytes and words of 16 bits, by aligned words of 32: such a word lies in one page, so the load cannot fault. An image's
// words of 16 bits all begin at even addresses, or all at odd ones.
#if REGISTER_BITS >= 256
static SMALL N bytes_at(const __global uchar *data, I at) {
  const int before = (int)((ulong)data & 3);
  at += before;
  return gathered(data - before, at & ~3) >> AS(uint, (at & 3) << 3) & 0xFF;
}
static SMALL N shorts_at(const __global uchar *data, I at) {
  const int before = (int)((ulong)data & 3);
  if (before & 1) return bytes_at(data, at) | bytes_at(data + 1, at) << 8;
  at += before;
  return gathered(data - before, at & ~3) >> AS(uint, (at & 2) << 3) & 0xFFFF;
}
#else
static SMALL N bytes_at(const __global uchar *data, I at) { return EACH_LANE(data[at[lane]]); }
static SMALL N shorts_at(const __global uchar *data, I at) {
  return EACH_LANE(*(const __global Short *)(data + at[lane]));
}
#endif

// Two vectors' elements in turn, the first or the last half of them; single ones, or pairs.
#if W == 16
#define LOW_HALVES(a, b) __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23)
#define HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31)
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 1, 16, 17, 2, 3, 18, 19, 4, 5, 20, 21, 6, 7, 22, 23)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 8, 9, 24, 25, 10, 11, 26, 27, 12, 13, 28, 29, 14, 15, 30, 31)
#elif W == 8
#define LOW_HALVES(a, b) __builtin_shufflevector(a, b, 0, 8, 1, 9, 2, 10, 3, 11)
#define HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 4, 12, 5, 13, 6, 14, 7, 15)
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 1, 8, 9, 2, 3, 10, 11)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 4, 5, 12, 13, 6, 7, 14, 15)
#else
#define LOW_HALVES(a, b) __builtin_shufflevector(a, b, 0, 4, 1, 5)
#define HIGH_HALVES(a, b) __builtin_shufflevector(a, b, 2, 6, 3, 7)
#define LOW_PAIRS(a, b) __builtin_shufflevector(a, b, 0, 1, 4, 5)
#define HIGH_PAIRS(a, b) __builtin_shufflevector(a, b, 2, 3, 6, 7)
#endif
#define ALL(truths) (__builtin_reduce_and(truths) != 0)
#if W == 16
#define FIRSTS(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30)
#define SECONDS(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)
#elif W == 8
#define FIRSTS(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6, 8, 10, 12, 14)
#define SECONDS(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7, 9, 11, 13, 15)
#else
#define FIRSTS(a, b) __builtin_shufflevector(a, b, 0, 2, 4, 6)
#define SECONDS(a, b) __builtin_shufflevector(a, b, 1, 3, 5, 7)
#endif
static SMALL_PURE I lane_numbers(void) {
  I lanes;
  _Pragma("unroll") for (int lane = 0; lane < W; ++lane) lanes[lane] = lane;
  return lanes;
}
typedef VEC(uint) __attribute__((aligned(1))) Row;
typedef VEC(ushort) __attribute__((aligned(1))) ShortRow;
typedef VEC(uchar) __attribute__((aligned(1))) ByteRow;

static SMALL_PURE bool is_power_of_two(uint n) { return (n & (n - 1)) == 0; }

// Texels side by side, of 2^n bytes.
static SMALL WORDS words_of_row(const __global uchar *p, uint bytes) {
  const N none = 0;
  const __global Row *row = (const __global Row *)p;
  switch (bytes) {
  default: return (WORDS){TO(uint, *(const __global ByteRow *)p), none, none, none};
  case 2: return (WORDS){TO(uint, *(const __global ShortRow *)p), none, none, none};
  case 4: return (WORDS){row[0], none, none, none};
  case 8: return (WORDS){FIRSTS(row[0], row[1]), SECONDS(row[0], row[1]), none, none};
  case 16: {
    const N xz = FIRSTS(row[0], row[1]), yw = SECONDS(row[0], row[1]);
    const N xz2 = FIRSTS(row[2], row[3]), yw2 = SECONDS(row[2], row[3]);
    return (WORDS){FIRSTS(xz, xz2), FIRSTS(yw, yw2), SECONDS(xz, xz2), SECONDS(yw, yw2)};
  }
  }
}

static SMALL WORDS words_at_offsets(const __global uchar *data, I at, uint bytes) {
  const N none = 0;
  // Neighbouring work-items mostly read neighbouring texels.
  if (is_power_of_two(bytes) && ALL(at - at[0] == lane_numbers() * (int)bytes))
    return words_of_row(data + at[0], bytes);
  switch (bytes) {
  default: return (WORDS){bytes_at(data, at), none, none, none};
  case 2: return (WORDS){shorts_at(data, at), none, none, none};
  case 3:
    return (WORDS){bytes_at(data, at) | bytes_at(data + 1, at) << 8 | bytes_at(data + 2, at) << 16, none, none, none};
  case 4: return (WORDS){gathered(data, at), none, none, none};
  case 6: return (WORDS){gathered(data, at), shorts_at(data + 4, at), none, none};
  case 8: return (WORDS){gathered(data, at), gathered(data + 4, at), none, none};
  case 12: return (WORDS){gathered(data, at), gathered(data + 4, at), gathered(data + 8, at), none};
  case 16:
    return (WORDS){gathered(data, at), gathered(data + 4, at), gathered(data + 8, at), gathered(data + 12, at)};
  }
}

// Images of more than 2 GiB: lane by lane.
static WORDS words_far(const __global uchar *data, VEC(long) at, uint bytes) {
  WORDS all = {(N)0, (N)0, (N)0, (N)0};
  for (int lane = 0; lane < W; ++lane) {
    const WORDS one = words_at_offsets(data + at[lane], (I)0, bytes);
    all.x[lane] = one.x[0];
    all.y[lane] = one.y[0];
    all.z[lane] = one.z[0];
    all.w[lane] = one.w[0];
  }
  return all;
}

// One texel for each lane, side by side.
static SMALL void put_row(__global uchar *p, uint bytes, WORDS words) {
  switch (bytes) {
  case 1: *(__global ByteRow *)p = TO(uchar, words.x); break;
  case 2: *(__global ShortRow *)p = TO(ushort, words.x); break;
  case 4: *(__global Row *)p = words.x; break;
  case 8: {
    __global Row *to = (__global Row *)p;
    to[0] = LOW_HALVES(words.x, words.y);
    to[1] = HIGH_HALVES(words.x, words.y);
    break;
  }
  case 16: {
    const N xy = LOW_HALVES(words.x, words.y), xy2 = HIGH_HALVES(words.x, words.y);
    const N zw = LOW_HALVES(words.z, words.w), zw2 = HIGH_HALVES(words.z, words.w);
    __global Row *to = (__global Row *)p;
    to[0] = LOW_PAIRS(xy, zw);
    to[1] = HIGH_PAIRS(xy, zw);
    to[2] = LOW_PAIRS(xy2, zw2);
    to[3] = HIGH_PAIRS(xy2, zw2);
    break;
  }
  }
}

SLOW_LANES void put_slowly(ImageRef image, LevelRef level, I x, I y, I z, I inside, WORDS words) {
  const uint bytes = image->format.texel_bytes;
  const int raw = raw_shift(image);
  int xs[W], ys[W], zs[W], insides[W];
  uint all[4][W];
  *(I *)xs = x, *(I *)ys = y, *(I *)zs = z, *(I *)insides = inside;
  *(N *)all[0] = words.x, *(N *)all[1] = words.y, *(N *)all[2] = words.z, *(N *)all[3] = words.w;
  for (int lane = 0; lane < W; ++lane) {
    if (!insides[lane]) continue;
    __global uchar *row = level->data + ys[lane] * (long)level->row_pitch + zs[lane] * (long)level->slice_pitch;
    if (raw) {
      put_raw(row, xs[lane], raw, all[0][lane]);
      continue;
    }
    __global uchar *p = row + xs[lane] * (long)bytes;
    __global Short *shorts = (__global Short *)p;
    __global Word *to = (__global Word *)p;
    const uint first = all[0][lane];
    switch (bytes) {
    default: *p = (uchar)first; break;
    case 2: *shorts = (ushort)first; break;
    case 3:
      *shorts = (ushort)first;
      p[2] = (uchar)(first >> 16);
      break;
    case 4: *to = first; break;
    case 6:
      *to = first;
      shorts[2] = (ushort)all[1][lane];
      break;
    case 16: to[3] = all[3][lane];
    case 12: to[2] = all[2][lane];
    case 8:
      to[1] = all[1][lane];
      to[0] = first;
      break;
    }
  }
}

static SMALL void put_lanes(ImageRef image, LevelRef level, I x, I y, I z, I inside, WORDS words) {
  const uint bytes = image->format.texel_bytes;
  // Most kernels write rows of whole vectors.
  if (!raw_shift(image) && is_power_of_two(bytes) &&
      ALL(inside & (x - x[0] == lane_numbers()) & (y == y[0]) & (z == z[0])))
    return put_row(level->data + x[0] * (long)bytes + y[0] * (long)level->row_pitch + z[0] * (long)level->slice_pitch,
                   bytes, words);
  put_slowly(image, level, x, y, z, inside, words);
}

#include "image_body.h"

static SMALL_PURE FLOATS floats(float4 x, FLOATS all, int lane) {
  all.x[lane] = x.x;
  all.y[lane] = x.y;
  all.z[lane] = x.z;
  all.w[lane] = x.w;
  return all;
}
static SMALL_PURE WORDS words(int4 x, WORDS all, int lane) {
  all.x[lane] = (uint)x.x;
  all.y[lane] = (uint)x.y;
  all.z[lane] = (uint)x.z;
  all.w[lane] = (uint)x.w;
  return all;
}

#define FUNCTION(result, name, parameters) \
  LANES result CAT(name, _lanes) parameters __asm(STRING(CAT(name, _lanes))); \
  LANES result CAT(name, _lanes) parameters

// Formats that most images have: code of their own behind one comparison. m(x, order, type, bytes of a texel, the
// descriptor's read_from and written_from).
#define FLOAT_FORMATS(m, x) \
  m(x, CLK_RGBA, CLK_UNORM_INT8, 4, 0x3210, 0x3210) \
  m(x, CLK_BGRA, CLK_UNORM_INT8, 4, 0x3012, 0x3012) \
  m(x, CLK_R, CLK_UNORM_INT8, 1, 0x5440, 0) \
  m(x, CLK_RGBA, CLK_FLOAT, 16, 0x3210, 0x3210) \
  m(x, CLK_RGBA, CLK_HALF_FLOAT, 8, 0x3210, 0x3210) \
  m(x, CLK_R, CLK_FLOAT, 4, 0x5440, 0)
#define WORD_FORMATS(m, x) \
  m(x, CLK_R, CLK_UNSIGNED_INT32, 4, 0x5440, 0) \
  m(x, CLK_RGBA, CLK_UNSIGNED_INT8, 4, 0x3210, 0x3210) \
  m(x, CLK_R, CLK_UNSIGNED_INT8, 1, 0x5440, 0)
static SMALL bool is_format(ImageRef image, uint order, uint type, uint bytes, uint read_from, uint written_from) {
  return image->format.channel_order == order && image->format.channel_type == type &&
         image->format.texel_bytes == bytes && image->format.read_from == read_from &&
         image->format.written_from == written_from && image->format.is_small;
}
#define TEXEL_OF(texel, ...) \
  if (is_format(image, __VA_ARGS__)) return texel(image, level, sampler, place);
#define TEXEL(result, texel, FORMATS) \
  SLOW_LANES result CAT(any_, texel)(ImageRef image, LevelRef level, ulong sampler, PLACE place) { \
    return texel(image, level, sampler, place); \
  } \
  static SMALL result CAT(quick_, texel)(ImageRef image, LevelRef level, ulong sampler, PLACE place) { \
    FORMATS(TEXEL_OF, texel) \
    return CAT(any_, texel)(image, level, sampler, place); \
  }
TEXEL(FLOATS, float_texel, FLOAT_FORMATS)
TEXEL(WORDS, word_texel, WORD_FORMATS)

SLOW_LANES FLOATS any_filtered(ImageRef image, ulong sampler, F x, F y, F z, uint shape) {
  return filtered(image, &image->base, sampler, x, y, z, shape);
}
static SMALL FLOATS quick_float_sample(ImageRef image, LevelRef level, ulong sampler, F x, F y, F z, uint shape) {
  if (sampler & kLinear) return any_filtered(image, sampler, x, y, z, shape);
  return quick_float_texel(image, level, sampler, place_of(level, sampler, x, y, z, shape));
}
static SMALL WORDS quick_word_sample(ImageRef image, LevelRef level, ulong sampler, F x, F y, F z, uint shape) {
  return quick_word_texel(image, level, sampler, place_of(level, sampler, x, y, z, shape));
}

// Of mipmaps, whose levels differ from lane to lane: one by one.
#define SAMPLE(result, name, gathered_result, sample) \
  FUNCTION(result, name, (ImageRef image, ulong sampler, uint shape, F x, F y, F z, F lod)) { \
    if (!(shape & kLevels)) return sample(image, &image->base, sampler, x, y, z, shape); \
    result all = {}; \
    for (int lane = 0; lane < W; ++lane) \
      all = gathered_result(name(image, sampler, shape, x[lane], y[lane], z[lane], lod[lane]), all, lane); \
    return all; \
  }
SAMPLE(FLOATS, __wherry_image_sample_float, floats, quick_float_sample)
SAMPLE(WORDS, __wherry_image_sample_int, words, quick_word_sample)

#define FETCH(result, name, texel) \
  FUNCTION(result, name, (ImageRef image, ulong sampler, uint shape, I x, I y, I z, I lod)) { \
    return texel(image, &image->base, sampler, place_of(&image->base, sampler, x, y, z, shape)); \
  }
FETCH(FLOATS, __wherry_image_fetch_float, quick_float_texel)
FETCH(WORDS, __wherry_image_fetch_int, quick_word_texel)

// -1 for lanes whose bits are set.
static SMALL_PURE I active_of(uint mask) {
  I bits;
  _Pragma("unroll") for (int lane = 0; lane < W; ++lane) bits[lane] = 1 << lane;
  return ((I)(int)mask & bits) != 0;
}
#define STORE_OF(put, ...) \
  if (is_format(image, __VA_ARGS__)) return put(image, &image->base, shape, x, y, z, active, encoded(image, texel));
#define STORED(TEXEL, FORMATS) \
  SLOW_LANES void any_store(ImageRef image, uint shape, I x, I y, I z, I active, TEXEL texel) { \
    put(image, &image->base, shape, x, y, z, active, encoded(image, texel)); \
  } \
  static SMALL void quick_store(ImageRef image, uint shape, I x, I y, I z, I active, TEXEL texel) { \
    FORMATS(STORE_OF, put) \
    any_store(image, shape, x, y, z, active, texel); \
  }
STORED(FLOATS, FLOAT_FORMATS)
STORED(WORDS, WORD_FORMATS)
#define STORE(name, T, E, TEXEL) \
  FUNCTION(void, name, \
           (ImageRef image, ulong sampler, uint shape, uint mask, I x, I y, I z, I lod, T r, T g, T b, T a)) { \
    if (!(shape & kLevels)) { \
      const TEXEL texel = {AS(E, r), AS(E, g), AS(E, b), AS(E, a)}; \
      return quick_store(image, shape, x, y, z, active_of(mask), texel); \
    } \
    for (int lane = 0; lane < W; ++lane) \
      if (mask >> lane & 1) \
        name(image, sampler, shape, x[lane], y[lane], z[lane], lod[lane], r[lane], g[lane], b[lane], a[lane]); \
  }
STORE(__wherry_image_store_float, F, float, FLOATS)
STORE(__wherry_image_store_int, I, uint, WORDS)

// SPDX-License-Identifier: Apache-2.0
// Shared by the image functions for lanes: image_lanes.cl, image_rows.cl, image_near.cl. The including file defines
// SMALL_WORDS and PUT (image_body.h).
#pragma once
#include "../src/kernel_abi/include/kernel_abi/image_formats.h"
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
#define FAR_WORDS words_far
#define LOOKED_UP(table, index) AS(float, gathered((const __global uchar *)(ulong)(table), AS(int, (index) * 4)))
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

#define EACH_LANE(expression)                                                                                          \
  ({                                                                                                                   \
    N all;                                                                                                             \
    _Pragma("unroll") for (int lane = 0; lane < W; ++lane) all[lane] = expression;                                     \
    all;                                                                                                               \
  })
// Bytes and words of 16 bits, by aligned words of 32: such a word lies in one page, so the load cannot fault. An
// image's words of 16 bits all begin at even addresses, or all at odd ones.
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
#define ANY_LANE(truths) (__builtin_reduce_or(truths) != 0)
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

// Two words at each offset.
typedef struct {
  N x, y;
} CAT(Pairs, W);
#define PAIRS CAT(Pairs, W)
#if REGISTER_BITS >= 256
#if REGISTER_BITS == 512
#define HALF_GATHERED(half)                                                                                            \
  AS(uint, __builtin_astype(__builtin_ia32_gathersiv8di((long8)0, (const void *)data, at.half, (uchar) - 1, 1), uint16))
#else
#define HALF_GATHERED(half)                                                                                            \
  AS(uint, __builtin_astype(__builtin_ia32_gatherd_q256((long4)0, (const long *)data, at.half, (long4) - 1, 1), uint8))
#endif
static SMALL PAIRS pairs_gathered(const __global uchar *data, I at) {
  const N low = HALF_GATHERED(lo), high = HALF_GATHERED(hi);
  return (PAIRS){FIRSTS(low, high), SECONDS(low, high)};
}
#else
static SMALL PAIRS pairs_gathered(const __global uchar *data, I at) {
  return (PAIRS){gathered(data, at), gathered(data + 4, at)};
}
#endif

// Four words at each offset, by a load a lane: with four gathers a nearest sample takes 60 cycles, not 50. Rows hold
// each fourth lane's, and are transposed in blocks of 128 bits.
typedef uint4 __attribute__((aligned(1))) FourWords;
#define FOUR_AT(lane) (*(const __global FourWords *)(data + at[lane]))
#if W == 16
#define FOURTH_LANES(j) ((N)(FOUR_AT(j), FOUR_AT(j + 4), FOUR_AT(j + 8), FOUR_AT(j + 12)))
#define IN_BLOCKS(a, b, i, j, k, l)                                                                                    \
  __builtin_shufflevector(a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4, i + 8, j + 8, k + 8, l + 8, i + 12, j + 12,    \
                          k + 12, l + 12)
#elif W == 8
#define FOURTH_LANES(j) ((N)(FOUR_AT(j), FOUR_AT(j + 4)))
#define IN_BLOCKS(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l, i + 4, j + 4, k + 4, l + 4)
#else
#define FOURTH_LANES(j) FOUR_AT(j)
#define IN_BLOCKS(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#endif
static SMALL WORDS fours_at(const __global uchar *data, I at) {
  const N a = FOURTH_LANES(0), b = FOURTH_LANES(1), c = FOURTH_LANES(2), d = FOURTH_LANES(3);
  const N xy = IN_BLOCKS(a, b, 0, W, 1, W + 1), xy2 = IN_BLOCKS(c, d, 0, W, 1, W + 1);
  const N zw = IN_BLOCKS(a, b, 2, W + 2, 3, W + 3), zw2 = IN_BLOCKS(c, d, 2, W + 2, 3, W + 3);
  return (WORDS){IN_BLOCKS(xy, xy2, 0, 1, W, W + 1), IN_BLOCKS(xy, xy2, 2, 3, W + 2, W + 3),
                 IN_BLOCKS(zw, zw2, 0, 1, W, W + 1), IN_BLOCKS(zw, zw2, 2, 3, W + 2, W + 3)};
}

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

static SMALL WORDS words_gathered(const __global uchar *data, I at, uint bytes) {
  const N none = 0;
  switch (bytes) {
  default: return (WORDS){bytes_at(data, at), none, none, none};
  case 2: return (WORDS){shorts_at(data, at), none, none, none};
  case 3:
    return (WORDS){bytes_at(data, at) | bytes_at(data + 1, at) << 8 | bytes_at(data + 2, at) << 16, none, none, none};
  case 4: return (WORDS){gathered(data, at), none, none, none};
  case 6: return (WORDS){gathered(data, at), shorts_at(data + 4, at), none, none};
  case 8: {
    const PAIRS pairs = pairs_gathered(data, at);
    return (WORDS){pairs.x, pairs.y, none, none};
  }
  case 12: return (WORDS){gathered(data, at), gathered(data + 4, at), gathered(data + 8, at), none};
  case 16: return fours_at(data, at);
  }
}

// To the second level of the caches. Two neighbouring lanes' texels are mostly in one cache line.
static SMALL void prefetch_lanes(const __global uchar *data, I at) {
  _Pragma("unroll") for (int lane = 0; lane < W; lane += 2) __builtin_prefetch(data + at[lane], 0, 2);
}

// Neighbouring work-items mostly read neighbouring texels.
#define IS_ROW(at, bytes) ALL((at) - (at)[0] == lane_numbers() * (int)(bytes))
static SMALL WORDS words_at_offsets(const __global uchar *data, I at, uint bytes) {
  if (is_power_of_two(bytes) && IS_ROW(at, bytes)) return words_of_row(data + at[0], bytes);
  return words_gathered(data, at, bytes);
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

// FLOAT_FORMATS(m, x), WORD_FORMATS(m, x): m(x, ...) for each common format; KNOWN takes the other parameters.
#define FLOAT_FORMATS(m, x) WHERRY_FLOAT_IMAGE_FORMATS(m, x)
#define WORD_FORMATS(m, x) WHERRY_INT_IMAGE_FORMATS(m, x)
// Declares a pointer to the first level of an image whose format is constant.
#define KNOWN(known, image, number, order, type, bytes, read_from, written_from)                                       \
  struct Image CAT(known, _image) = {                                                                                  \
      (image)->base,                                                                                                   \
      {CAT(CLK_, type), CAT(CLK_, order), bytes, 0, read_from, written_from, kSmallWithPairs, number},                 \
      0,                                                                                                               \
      1,                                                                                                               \
      1};                                                                                                              \
  const ImageRef known = (ImageRef)(ulong) & CAT(known, _image);

#define FUNCTION(result, name, parameters)                                                                             \
  LANES result CAT(name, _lanes)                                                                                       \
  parameters __asm(STRING(CAT(name, _lanes)));                                                                         \
  LANES result CAT(name, _lanes) parameters

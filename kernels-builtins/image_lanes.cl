// SPDX-License-Identifier: Apache-2.0
// The functions of kernel_abi/image_calls.def for the lanes of a vector, as object code for each level of x86-64.
// A bit of `mask` says that a lane is active.
#define SMALL_WORDS words_at_offsets
#define PAIR_WORDS words_gathered
#define PUT put_lanes
#define PREFETCH prefetch_lanes
#include "image_lanes.h"

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

#define TEXEL_OF(texel, number, ...) \
  case number: { \
    KNOWN(known, image, number, __VA_ARGS__) \
    return texel(known, &known->base, sampler, place); \
  }
#define TEXEL(result, texel, FORMATS) \
  SLOW_LANES result CAT(any_, texel)(ImageRef image, ulong sampler, PLACE place) { \
    return texel(image, &image->base, sampler, place); \
  } \
  static SMALL result CAT(quick_, texel)(ImageRef image, ulong sampler, PLACE place) { \
    switch (image->format.common) { FORMATS(TEXEL_OF, texel) } \
    return CAT(any_, texel)(image, sampler, place); \
  }
TEXEL(FLOATS, float_texel, FLOAT_FORMATS)
TEXEL(WORDS, word_texel, WORD_FORMATS)

// A filter of each common format, and of any.
#define FILTER(a, number, ...) \
  SLOW_LANES FLOATS CAT(filtered_, number)(ImageRef image, ulong sampler, F x, F y, F z, uint shape) { \
    KNOWN(known, image, number, __VA_ARGS__) \
    return filtered(known, &known->base, sampler, x, y, z, shape); \
  }
#define FILTERED_BY(a, number, ...) \
  case number: return CAT(filtered_, number)(image, sampler, x, y, z, shape);
FLOAT_FORMATS(FILTER, x)
SLOW_LANES FLOATS any_filtered(ImageRef image, ulong sampler, F x, F y, F z, uint shape) {
  return filtered(image, &image->base, sampler, x, y, z, shape);
}

// Filters by addressing mode and shape, which programs call where they know the sampler: both are constants.
#define MODE_FILTER(mode, number, ...) \
  SLOW_LANES FLOATS CAT(mode##_, number)(ImageRef image, F x, F y, F z) { \
    KNOWN(known, image, number, __VA_ARGS__) \
    return filtered(known, &known->base, kLinear | CAT(kMode_, mode), x, y, z, CAT(kShape_, mode)); \
  }
#define FILTERED_BY_MODE(mode, number, ...) \
  case number: return CAT(mode##_, number)(image, x, y, z);
#define MODE_FILTERS(mode, addressing, shape) \
  enum { CAT(kMode_, mode) = addressing, CAT(kShape_, mode) = shape }; \
  FLOAT_FORMATS(MODE_FILTER, mode) \
  LANES FLOATS CAT(__wherry_image_filter_, mode)(ImageRef image, ulong sampler, F x, F y, F z) \
      __asm(STRING(CAT(__wherry_image_filter_, mode))); \
  LANES FLOATS CAT(__wherry_image_filter_, mode)(ImageRef image, ulong sampler, F x, F y, F z) { \
    /* Repeating modes expect normalised coordinates. */ \
    if ((addressing) < kRepeat && (sampler & kNormalised)) { \
      x *= all_lanes(image->base.extent[0]); \
      y *= all_lanes(image->base.extent[1]); \
      if (DIMENSIONS(shape) > 2) z *= all_lanes(image->base.extent[2]); \
    } \
    switch (image->format.common) { FLOAT_FORMATS(FILTERED_BY_MODE, mode) } \
    return any_filtered(image, kLinear | (addressing), x, y, z, shape); \
  }
#define SHAPE_FILTERS(name, shape) \
  MODE_FILTERS(edge_##name, kClampToEdge, shape) \
  MODE_FILTERS(border_##name, kClamp, shape) \
  MODE_FILTERS(repeat_##name, kRepeat, shape) \
  MODE_FILTERS(mirror_##name, kMirroredRepeat, shape)
SHAPE_FILTERS(plane, SHAPE(2, false))
SHAPE_FILTERS(planes, SHAPE(2, true))
SHAPE_FILTERS(space, SHAPE(3, false))

static SMALL FLOATS quick_float_sample(ImageRef image, ulong sampler, F x, F y, F z, uint shape) {
  if (!(sampler & kLinear)) return quick_float_texel(image, sampler, place_of(&image->base, sampler, x, y, z, shape));
  switch (image->format.common) { FLOAT_FORMATS(FILTERED_BY, 0) }
  return any_filtered(image, sampler, x, y, z, shape);
}
static SMALL WORDS quick_word_sample(ImageRef image, ulong sampler, F x, F y, F z, uint shape) {
  return quick_word_texel(image, sampler, place_of(&image->base, sampler, x, y, z, shape));
}

// Of mipmaps, whose levels differ from lane to lane: one by one.
#define SAMPLE(result, name, gathered_result, sample) \
  FUNCTION(result, name, (ImageRef image, ulong sampler, uint shape, F x, F y, F z, F lod)) { \
    if (!(shape & kLevels)) return sample(image, sampler, x, y, z, shape); \
    result all = {}; \
    for (int lane = 0; lane < W; ++lane) \
      all = gathered_result(name(image, sampler, shape, x[lane], y[lane], z[lane], lod[lane]), all, lane); \
    return all; \
  }
SAMPLE(FLOATS, __wherry_image_sample_float, floats, quick_float_sample)
SAMPLE(WORDS, __wherry_image_sample_int, words, quick_word_sample)

#define FETCH(result, name, texel) \
  FUNCTION(result, name, (ImageRef image, ulong sampler, uint shape, I x, I y, I z, I lod)) { \
    return texel(image, sampler, place_of(&image->base, sampler, x, y, z, shape)); \
  }
FETCH(FLOATS, __wherry_image_fetch_float, quick_float_texel)
FETCH(WORDS, __wherry_image_fetch_int, quick_word_texel)

// -1 for lanes whose bits are set.
static SMALL_PURE I active_of(uint mask) {
  I bits;
  _Pragma("unroll") for (int lane = 0; lane < W; ++lane) bits[lane] = 1 << lane;
  return ((I)(int)mask & bits) != 0;
}
#define STORE_OF(texel, number, ...) \
  case number: { \
    KNOWN(known, image, number, __VA_ARGS__) \
    return put(known, &known->base, shape, x, y, z, active, encoded(known, texel)); \
  }
#define STORED(TEXEL, FORMATS) \
  SLOW_LANES void any_store(ImageRef image, uint shape, I x, I y, I z, I active, TEXEL texel) { \
    put(image, &image->base, shape, x, y, z, active, encoded(image, texel)); \
  } \
  static SMALL void quick_store(ImageRef image, uint shape, I x, I y, I z, I active, TEXEL texel) { \
    switch (image->format.common) { FORMATS(STORE_OF, texel) } \
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

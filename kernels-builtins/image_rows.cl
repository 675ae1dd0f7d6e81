// SPDX-License-Identifier: Apache-2.0
// The functions of kernel_abi/image_calls.def for lanes whose texels lie side by side in a row, as object code for each
// level of x86-64: coordinates that are the same for all lanes, or go up by one, are numbers of the first lane. Rows
// that leave the image, and uncommon formats, go to the functions for lanes anywhere.
// NEAR: IR to be inlined in kernels with few accesses (image_near.h), also for two vectors of a row side by side, which
// share the checks (NAME_pair).
// PLANES: fetches of rows in 2D images without a border, as functions that keep half of the vector registers.
#define WORDS_OF_PLACE(level, place, bytes) \
  words_of_row((level)->data + start_of_row(level, place.y[0], place.z[0]) + counter(place.x[0]) * (long)bytes, bytes)
#define PUT(image, level, x, y, z, inside, words) (void)(inside)  // unused: stores are made below
#include "image_lanes.h"

#include "image_row_places.h"

#include "image_body.h"

#ifdef NEAR
#include "image_near.h"
#define ROW(result, name, any_parameters, parameters, arguments) NEAR_FUNCTION(result, CAT(name, _row), parameters)
#define ANY(name, others, arguments) CAT(name, _row) others
#else
#define ANY(name, others, arguments) CAT(name, _lanes) arguments
// Defines NAME_row by NAME_of: once with the shape of a 2D image as a constant, as most images are 2D, and once for any
// shape.
#define ROW(result, name, any_parameters, parameters, arguments) \
  LANES result CAT(name, _lanes) any_parameters __asm(STRING(CAT(name, _lanes))); \
  static SMALL result CAT(name, _of) parameters; \
  LANES static __attribute__((noinline)) result CAT(name, _any) parameters { return CAT(name, _of) arguments; } \
  LANES result CAT(name, _row) parameters __asm(STRING(CAT(name, _row))); \
  LANES result CAT(name, _row) parameters { \
    if (shape != SHAPE(2, false)) return CAT(name, _any) arguments; \
    shape = SHAPE(2, false); \
    return CAT(name, _of) arguments; \
  } \
  static SMALL result CAT(name, _of) parameters
#endif

// Clamps a row's y or z, in a filter's dimension or a layer's number; returns less than 0 for the border colour.
static SMALL int clamp_row(int *i, uint extent, bool is_layer, ulong sampler) {
  const int sign = is_layer || !has_border(sampler) ? 0 : sign_of(extent, *i);
  *i = __builtin_elementwise_min(__builtin_elementwise_max(*i, 0), (int)extent - 1);
  return sign;
}

#define TEXEL_OF(texel, number, ...) \
  case number: { \
    KNOWN(known, image, number, __VA_ARGS__) \
    return texel(known, &known->base, sampler & ~(ulong)kAddressing, place); \
  }
#ifdef PLANES
// The build gives these functions another calling convention. NAME_lanes keeps no registers, so its caller saves all. The
// second argument's register is one that functions of this convention keep: x, which changes, is not in it.
static SMALL bool is_in_row(ImageRef image, int x) { return (ulong)(uint)x + W <= image->base.extent[0]; }
// A vector that only leaves the row is the row's first or last vector with its lanes moved.
#if REGISTER_BITS == 512
#define MOVED(x, from) __builtin_astype(__builtin_ia32_permvarsi512(AS(int, x), from), __typeof__(x))
#elif REGISTER_BITS == 256
#define MOVED(x, from) __builtin_astype(__builtin_ia32_permvarsi256(AS(int, x), from), __typeof__(x))
#endif
#ifdef MOVED
#define LEAVES_ROW(result, name) \
  const int room = (int)image->base.extent[0] - W; \
  if (room >= 0 && x <= INT_MAX - W && !is_in_row(image, x)) { \
    const int first = __builtin_elementwise_min(__builtin_elementwise_max(x, 0), room); \
    const I from = limited(x + lane_numbers(), 0, room + W - 1) - first; \
    const result row = CAT(name, _plane)(image, 0, first, y); \
    return (result){MOVED(row.x, from), MOVED(row.y, from), MOVED(row.z, from), MOVED(row.w, from)}; \
  }
#else
#define LEAVES_ROW(result, name)
#endif
#define FETCH(result, name, texel, FORMATS) \
  LANES result CAT(name, _lanes)(ImageRef image, ulong sampler, uint shape, I x, I y, I z, I lod) \
      __asm(STRING(CAT(name, _lanes))); \
  LANES static __attribute__((noinline)) result CAT(name, _any_plane)(ImageRef image, int unused, int x, int y) { \
    return CAT(name, _lanes)(image, kClampToEdge, SHAPE(2, false), x + lane_numbers(), (I)y, (I)0, (I)0); \
  } \
  LANES result CAT(name, _plane)(ImageRef image, int unused, int x, int y) __asm(STRING(CAT(name, _plane))); \
  LANES static __attribute__((noinline)) result CAT(name, _slow_plane)(ImageRef image, int unused, int x, int y) { \
    LEAVES_ROW(result, name) \
    return CAT(name, _any_plane)(image, 0, x, y); \
  } \
  LANES result CAT(name, _plane)(ImageRef image, int unused, int x, int y) { \
    const ulong sampler = 0; \
    int up = y; \
    if (__builtin_expect((uint)y >= image->base.extent[1], 0)) clamp_row(&up, image->base.extent[1], false, sampler); \
    if (__builtin_expect(is_in_row(image, x), 1)) { \
      const PLACE place = {(I)x, (I)up, (I)0, (I)-1}; \
      switch (image->format.common) { FORMATS(TEXEL_OF, texel) } \
    } \
    return CAT(name, _slow_plane)(image, 0, x, y); \
  }
FETCH(FLOATS, __wherry_image_fetch_float, float_texel, FLOAT_FORMATS)
FETCH(WORDS, __wherry_image_fetch_int, word_texel, WORD_FORMATS)
#else
// The place of texels of a row. Returns whether all of them are in the image.
static SMALL bool place_row(LevelRef level, ulong sampler, uint shape, int x, int y, int z, int lanes, PLACE *place) {
  const int dimensions = DIMENSIONS(shape), coordinates = dimensions + (shape & kLayers ? 1 : 0);
  int up = y, deep = z, sign = 0;
  if (coordinates > 1) sign |= clamp_row(&up, level->extent[1], dimensions < 2, sampler);
  if (coordinates > 2) sign |= clamp_row(&deep, level->extent[2], dimensions < 3, sampler);
  *place = (PLACE){(I)x, (I)(coordinates < 2 ? 0 : up), (I)(coordinates < 3 ? 0 : deep), (I)-1};
  return (uint)x < places_of_row(level, lanes, sign);
}
#define FETCH(result, name, texel, FORMATS) \
  ROW(result, name, (ImageRef image, ulong sampler, uint shape, I x, I y, I z, I lod), \
      (ImageRef image, ulong sampler, uint shape, int x, int y, int z), (image, sampler, shape, x, y, z)) { \
    PLACE place; \
    if (place_row(&image->base, sampler, shape, x, y, z, W, &place)) { \
      switch (image->format.common) { FORMATS(TEXEL_OF, texel) } \
    } \
    return ANY(name, (image, sampler, shape, x, y, z), \
               (image, sampler, shape, x + lane_numbers(), (I)y, (I)z, (I)0)); \
  }
FETCH(FLOATS, __wherry_image_fetch_float, float_texel, FLOAT_FORMATS)
FETCH(WORDS, __wherry_image_fetch_int, word_texel, WORD_FORMATS)

// The texels of float coordinates, which go up by 1 from lane to lane exactly. `first`: the floor of the first lane's x,
// so that loads do not wait for conversions; if negative, the caller does not know it.
static SMALL bool place_sampled(LevelRef level, ulong sampler, uint shape, int first, float y, float z, int lanes,
                                PLACE *place) {
  const uint mode = sampler & kAddressing;
  if (sampler & (kLinear | kNormalised) || mode == kRepeat || mode == kMirroredRepeat) return false;
  *place = place_of(level, sampler, (F)0, (F)y, (F)z, shape);
  const int is_inside = place->inside[0];
  *place = (PLACE){(I)first, place->y, place->z, (I)-1};
  return (uint)first < places_of_row(level, lanes, is_inside ? 0 : -1);
}
#define SAMPLE(result, name, texel, FORMATS) \
  ROW(result, name, (ImageRef image, ulong sampler, uint shape, F x, F y, F z, F lod), \
      (ImageRef image, ulong sampler, uint shape, F x, float y, float z, int first), \
      (image, sampler, shape, x, y, z, first)) { \
    PLACE place; \
    if (place_sampled(&image->base, sampler, shape, first, y, z, W, &place)) { \
      switch (image->format.common) { FORMATS(TEXEL_OF, texel) } \
    } \
    return ANY(name, (image, sampler, shape, x, y, z, first), (image, sampler, shape, x, (F)y, (F)z, (F)0)); \
  }
SAMPLE(FLOATS, __wherry_image_sample_float, float_texel, FLOAT_FORMATS)
SAMPLE(WORDS, __wherry_image_sample_int, word_texel, WORD_FORMATS)

#define STORE_OF(texel, number, order, type, bytes, ...) \
  case number: { \
    KNOWN(known, image, number, order, type, bytes, __VA_ARGS__) \
    return put_row(row + counter(x) * (long)bytes, bytes, encoded(known, texel)); \
  }
#define STORE(name, T, E, TEXEL, FORMATS) \
  ROW(void, name, (ImageRef image, ulong sampler, uint shape, uint mask, I x, I y, I z, I lod, T r, T g, T b, T a), \
      (ImageRef image, ulong sampler, uint shape, int x, int y, int z, T r, T g, T b, T a), \
      (image, sampler, shape, x, y, z, r, g, b, a)) { \
    __global uchar *row; \
    if (place_written(&image->base, shape, x, y, z, W, 0, &row)) { \
      const TEXEL texel = {AS(E, r), AS(E, g), AS(E, b), AS(E, a)}; \
      switch (image->format.common) { FORMATS(STORE_OF, texel) } \
    } \
    ANY(name, (image, sampler, shape, x, y, z, r, g, b, a), \
        (image, sampler, shape, ~0u, x + lane_numbers(), (I)y, (I)z, (I)0, r, g, b, a)); \
  }
STORE(__wherry_image_store_float, F, float, FLOATS, FLOAT_FORMATS)
STORE(__wherry_image_store_int, I, uint, WORDS, WORD_FORMATS)

#ifdef NEAR
// Two vectors of a row side by side.
typedef struct {
  F x, y, z, w, x2, y2, z2, w2;
} FLOAT_PAIR;
typedef struct {
  N x, y, z, w, x2, y2, z2, w2;
} WORD_PAIR;
static SMALL_PURE FLOAT_PAIR pair_of(FLOATS a, FLOATS b) {
  return (FLOAT_PAIR){a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w};
}
static SMALL_PURE WORD_PAIR pair_of(WORDS a, WORDS b) { return (WORD_PAIR){a.x, a.y, a.z, a.w, b.x, b.y, b.z, b.w}; }
#define PAIR_FUNCTION(result, name, parameters) \
  LANES result CAT(name, _pair_near) parameters __asm(STRING(CAT(name, _pair_near))); \
  LANES result CAT(name, _pair_near) parameters
// The second vector is the first one of an image that begins W texels later: that is a part of its address.
#define PAIR_OF(texel, number, order, type, bytes, ...) \
  case number: { \
    KNOWN(known, image, number, order, type, bytes, __VA_ARGS__) \
    KNOWN(next, image, number, order, type, bytes, __VA_ARGS__) \
    next_image.base.data += W * bytes; \
    const ulong inside = sampler & ~(ulong)kAddressing; \
    return pair_of(texel(known, &known->base, inside, place), texel(next, &next->base, inside, place)); \
  }
#define FETCH_PAIR(result, name, texel, FORMATS) \
  PAIR_FUNCTION(result, name, (ImageRef image, ulong sampler, uint shape, int x, int y, int z)) { \
    PLACE place; \
    if (place_row(&image->base, sampler, shape, x, y, z, 2 * W, &place)) { \
      switch (image->format.common) { FORMATS(PAIR_OF, texel) } \
    } \
    return pair_of(CAT(name, _row)(image, sampler, shape, x, y, z), \
                   CAT(name, _row)(image, sampler, shape, x + W, y, z)); \
  }
FETCH_PAIR(FLOAT_PAIR, __wherry_image_fetch_float, float_texel, FLOAT_FORMATS)
FETCH_PAIR(WORD_PAIR, __wherry_image_fetch_int, word_texel, WORD_FORMATS)

#define SAMPLE_PAIR(result, name, texel, FORMATS) \
  PAIR_FUNCTION(result, name, (ImageRef image, ulong sampler, uint shape, F x, F x2, float y, float z, int first)) { \
    PLACE place; \
    if (place_sampled(&image->base, sampler, shape, first, y, z, 2 * W, &place)) { \
      switch (image->format.common) { FORMATS(PAIR_OF, texel) } \
    } \
    const int second = first < 0 || first > INT_MAX - W ? -1 : first + W; \
    return pair_of(CAT(name, _row)(image, sampler, shape, x, y, z, first), \
                   CAT(name, _row)(image, sampler, shape, x2, y, z, second)); \
  }
SAMPLE_PAIR(FLOAT_PAIR, __wherry_image_sample_float, float_texel, FLOAT_FORMATS)
SAMPLE_PAIR(WORD_PAIR, __wherry_image_sample_int, word_texel, WORD_FORMATS)

#define STORE_PAIR_OF(texel, number, order, type, bytes, ...) \
  case number: { \
    KNOWN(known, image, number, order, type, bytes, __VA_ARGS__) \
    __global uchar *first = row + counter(x) * (long)bytes; \
    put_row(first, bytes, encoded(known, texel)); \
    return put_row(first + W * bytes, bytes, encoded(known, CAT(texel, 2))); \
  }
#define STORE_PAIR(name, T, E, TEXEL, FORMATS) \
  PAIR_FUNCTION(void, name, \
                (ImageRef image, ulong sampler, uint shape, int x, int y, int z, T r, T g, T b, T a, T r2, T g2, T b2, \
                 T a2)) { \
    __global uchar *row; \
    if (place_written(&image->base, shape, x, y, z, 2 * W, 0, &row)) { \
      const TEXEL texel = {AS(E, r), AS(E, g), AS(E, b), AS(E, a)}; \
      const TEXEL texel2 = {AS(E, r2), AS(E, g2), AS(E, b2), AS(E, a2)}; \
      switch (image->format.common) { FORMATS(STORE_PAIR_OF, texel) } \
    } \
    CAT(name, _row)(image, sampler, shape, x, y, z, r, g, b, a); \
    CAT(name, _row)(image, sampler, shape, x + W, y, z, r2, g2, b2, a2); \
  }
STORE_PAIR(__wherry_image_store_float, F, float, FLOATS, FLOAT_FORMATS)
STORE_PAIR(__wherry_image_store_int, I, uint, WORDS, WORD_FORMATS)

static SMALL void copy_row(__global uchar *to, const __global uchar *from, uint bytes) {
  if (bytes < sizeof(Row)) {
    _Pragma("unroll") for (uint k = 0; k < bytes; k += sizeof(ByteRow))
        *(__global ByteRow *)(to + k) = *(const __global ByteRow *)(from + k);
  } else {
    _Pragma("unroll") for (uint k = 0; k < bytes; k += sizeof(Row))
        *(__global Row *)(to + k) = *(const __global Row *)(from + k);
  }
}
#define COPIED_ROW(lanes, number, order, type, bytes, ...) \
  case number: { \
    const long from_x = counter(place.x[0]), into_x = counter(to_x); \
    copy_row(row + into_x * bytes, from_row + from_x * bytes, lanes * bytes); \
    return true; \
  }
#define MOVE_ROW(name, lanes, placed, ...) \
  MOVE(name, __VA_ARGS__) { \
    PLACE place; \
    __global uchar *row; \
    if (__builtin_expect(!placed, 0)) return false; /* then a call follows, which is rare */ \
    if (!place_moved(from, to, to_shape, to_x, to_y, to_z, lanes, &row)) return false; \
    const __global uchar *from_row = from->base.data + start_of_row(&from->base, place.y[0], place.z[0]); \
    switch (from->format.common) { WHERRY_CONVERTED_IMAGE_FORMATS(COPIED_ROW, lanes) } \
    __builtin_unreachable(); /* place_moved() knows these formats */ \
  }
MOVE_ROW(fetch_row, W, place_row(&from->base, sampler, shape, x, y, z, W, &place), int x, int y, int z)
MOVE_ROW(fetch_pair, (2 * W), place_row(&from->base, sampler, shape, x, y, z, 2 * W, &place), int x, int y, int z)
MOVE_ROW(sample_row, W, place_sampled(&from->base, sampler, shape, first, y, z, W, &place), F x, float y, float z,
         int first)
MOVE_ROW(sample_pair, (2 * W), place_sampled(&from->base, sampler, shape, first, y, z, 2 * W, &place), F x, F x2,
         float y, float z, int first)
#endif
#endif

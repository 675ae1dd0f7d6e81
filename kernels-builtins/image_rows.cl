// SPDX-License-Identifier: Apache-2.0
// The functions of kernel_abi/image_calls.def for lanes whose texels lie side by side in a row, as object code for each
// level of x86-64: coordinates that are the same for all lanes, or go up by one, are numbers of the first lane. What is
// not all in the image, and uncommon formats, go to the functions for any lanes.
#define SMALL_WORDS(data, at, bytes) words_of_row((data) + (at)[0], bytes)
#define PUT(image, level, x, y, z, inside, words) (void)(inside)  // unused: stores are made below
#include "image_lanes.h"

#include "image_body.h"

// A function for a row, by one for any lanes; of 2D images, which most are, as code of its own.
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

// Whether W texels from x on are in the image.
static SMALL bool has_row(LevelRef level, int x) { return x >= 0 && x <= (int)level->extent[0] - W; }
// A row's y or z, in a filter's dimension or a layer's number; false for the border colour.
static SMALL bool placed(int *i, uint extent, bool is_layer, ulong sampler) {
  const int at = *i;
  *i = __builtin_elementwise_min(__builtin_elementwise_max(at, 0), (int)extent - 1);
  return is_layer || !has_border(sampler) || *i == at;
}

#define TEXEL_OF(texel, ...) \
  if (IS_FORMAT(__VA_ARGS__)) return texel(image, &image->base, sampler & ~(ulong)kAddressing, place);
#define FETCH(result, name, texel, FORMATS) \
  ROW(result, name, (ImageRef image, ulong sampler, uint shape, I x, I y, I z, I lod), \
      (ImageRef image, ulong sampler, uint shape, int x, int y, int z), (image, sampler, shape, x, y, z)) { \
    const int dimensions = DIMENSIONS(shape), coordinates = dimensions + (shape & kLayers ? 1 : 0); \
    int up = y, deep = z; \
    if (has_row(&image->base, x) && (coordinates < 2 || placed(&up, image->base.extent[1], dimensions < 2, sampler)) && \
        (coordinates < 3 || placed(&deep, image->base.extent[2], dimensions < 3, sampler))) { \
      const PLACE place = {(I)x, (I)(coordinates < 2 ? 0 : up), (I)(coordinates < 3 ? 0 : deep), (I)-1}; \
      FORMATS(TEXEL_OF, texel) \
    } \
    return CAT(name, _lanes)(image, sampler, shape, x + lane_numbers(), (I)y, (I)z, (I)0); \
  }
FETCH(FLOATS, __wherry_image_fetch_float, float_texel, FLOAT_FORMATS)
FETCH(WORDS, __wherry_image_fetch_int, word_texel, WORD_FORMATS)

#define SAMPLE(result, name, texel, FORMATS) \
  ROW(result, name, (ImageRef image, ulong sampler, uint shape, F x, F y, F z, F lod), \
      (ImageRef image, ulong sampler, uint shape, F x, float y, float z), (image, sampler, shape, x, y, z)) { \
    if (!(sampler & kLinear)) { \
      PLACE place = place_of(&image->base, sampler, x, (F)y, (F)z, shape); \
      if (ALL((place.x - place.x[0] == lane_numbers()) & place.inside)) { \
        place.inside = -1; \
        FORMATS(TEXEL_OF, texel) \
      } \
    } \
    return CAT(name, _lanes)(image, sampler, shape, x, (F)y, (F)z, (F)0); \
  }
SAMPLE(FLOATS, __wherry_image_sample_float, float_texel, FLOAT_FORMATS)
SAMPLE(WORDS, __wherry_image_sample_int, word_texel, WORD_FORMATS)

#define STORE_OF(texel, ...) \
  if (IS_FORMAT(__VA_ARGS__)) { \
    const uint bytes = image->format.texel_bytes; \
    return put_row(image->base.data + (x * (int)bytes + up + deep), bytes, encoded(image, texel)); \
  }
#define STORE(name, T, E, TEXEL, FORMATS) \
  ROW(void, name, (ImageRef image, ulong sampler, uint shape, uint mask, I x, I y, I z, I lod, T r, T g, T b, T a), \
      (ImageRef image, ulong sampler, uint shape, int x, int y, int z, T r, T g, T b, T a), \
      (image, sampler, shape, x, y, z, r, g, b, a)) { \
    const int coordinates = DIMENSIONS(shape) + (shape & kLayers ? 1 : 0); \
    if (has_row(&image->base, x) && (coordinates < 2 || (uint)y < image->base.extent[1]) && \
        (coordinates < 3 || (uint)z < image->base.extent[2])) { \
      const int up = coordinates < 2 ? 0 : y * (int)image->base.row_pitch, \
                deep = coordinates < 3 ? 0 : z * (int)image->base.slice_pitch; \
      const TEXEL texel = {AS(E, r), AS(E, g), AS(E, b), AS(E, a)}; \
      FORMATS(STORE_OF, texel) \
    } \
    CAT(name, _lanes)(image, sampler, shape, ~0u, x + lane_numbers(), (I)y, (I)z, (I)0, r, g, b, a); \
  }
STORE(__wherry_image_store_float, F, float, FLOATS, FLOAT_FORMATS)
STORE(__wherry_image_store_int, I, uint, WORDS, WORD_FORMATS)

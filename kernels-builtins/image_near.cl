// SPDX-License-Identifier: Apache-2.0
// Inline code (image_near.h) that reads texels that may lie anywhere, and that moves such texels to a row.
#define SMALL_WORDS words_gathered
#define PUT(image, level, x, y, z, inside, words) (void)(inside)  // unused
#include "image_lanes.h"

#include "image_body.h"

#include "image_near.h"

#define TEXEL_OF(texel, number, ...) \
  case number: { \
    KNOWN(known, image, number, __VA_ARGS__) \
    return texel(known, &known->base, sampler, place); \
  }
#define READ(result, name, C, texel, FORMATS) \
  NEAR_FUNCTION(result, CAT(name, _lanes), (ImageRef image, ulong sampler, uint shape, C x, C y, C z, C lod)) { \
    if (!(shape & kLevels) && !(sampler & kLinear)) { \
      const PLACE place = place_of(&image->base, sampler, x, y, z, shape); \
      switch (image->format.common) { FORMATS(TEXEL_OF, texel) } \
    } \
    return CAT(name, _lanes)(image, sampler, shape, x, y, z, lod); \
  }
READ(FLOATS, __wherry_image_sample_float, F, float_texel, FLOAT_FORMATS)
READ(WORDS, __wherry_image_sample_int, F, word_texel, WORD_FORMATS)
READ(FLOATS, __wherry_image_fetch_float, I, float_texel, FLOAT_FORMATS)
READ(WORDS, __wherry_image_fetch_int, I, word_texel, WORD_FORMATS)

#define COPIED_LANES(x, number, order, type, bytes, ...) \
  case number: { \
    WORDS words = words_gathered(from->base.data, offset_at(&from->base, place, bytes), bytes); \
    if (has_border(sampler)) words = within(words, place.inside); \
    put_row(row + counter(to_x) * (long)bytes, bytes, words); \
    return true; \
  }
#define MOVE_LANES(name, C) \
  MOVE(name, C x, C y, C z, C lod) { \
    __global uchar *row; \
    if (!place_moved(from, to, to_shape, to_x, to_y, to_z, W, &row)) return false; \
    const PLACE place = place_of(&from->base, sampler, x, y, z, shape); \
    switch (from->format.common) { WHERRY_CONVERTED_IMAGE_FORMATS(COPIED_LANES, ) } \
    __builtin_unreachable(); /* place_moved() knows these formats */ \
  }
MOVE_LANES(fetch_lanes, I)
MOVE_LANES(sample_lanes, F)

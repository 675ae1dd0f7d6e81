// SPDX-License-Identifier: Apache-2.0
// Reads for lanes whose texels may lie anywhere, to be inlined (image_near.h).
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

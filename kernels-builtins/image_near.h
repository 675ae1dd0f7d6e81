// SPDX-License-Identifier: Apache-2.0
// Functions for images of any format that kernels with few accesses get inline: code of the commonest formats; a call
// of the function of the same name, as object code, for others.
#pragma once
#include "image_row_places.h"

#define NEAR_FUNCTION(result, name, parameters)                                                                        \
  LANES result name parameters __asm(STRING(name));                                                                    \
  LANES result CAT(name, _near)                                                                                        \
  parameters __asm(STRING(CAT(name, _near)));                                                                          \
  LANES result CAT(name, _near) parameters

#undef FLOAT_FORMATS
#undef WORD_FORMATS
#define FLOAT_FORMATS(m, x) WHERRY_SHORT_FLOAT_IMAGE_FORMATS(m, x)
#define WORD_FORMATS(m, x) WHERRY_SHORT_INT_IMAGE_FORMATS(m, x)

// Defines a function for kernels that read texels only to write them: it copies the texels' bytes. It returns false,
// and has copied nothing, if a row leaves its image, or if the images do not have the same of the formats of
// WHERRY_CONVERTED_IMAGE_FORMATS; texels of other formats are not converted and are as fast without it. A texel that is
// converted to floats and back keeps its bits, as a border's zeros do, but for the quiet bit of halves that are
// signalling NaNs, which the conversion sets.
#define MOVE(name, ...)                                                                                                \
  LANES bool CAT(CAT(__wherry_image_move_, name),                                                                      \
                 _near)(ImageRef from, ulong sampler, uint shape, __VA_ARGS__, ImageRef to, uint to_shape, int to_x,   \
                        int to_y, int to_z) __asm(STRING(CAT(CAT(__wherry_image_move_, name), _near)));                \
  LANES bool CAT(CAT(__wherry_image_move_, name), _near)(ImageRef from, ulong sampler, uint shape, __VA_ARGS__,        \
                                                         ImageRef to, uint to_shape, int to_x, int to_y, int to_z)
#define BIT_OF(x, number, ...) | 1 << number
enum { kConverted = 0 WHERRY_CONVERTED_IMAGE_FORMATS(BIT_OF, ) };
// As place_written(), and false if the images' formats do not allow a copy. The formats are compared without a branch,
// so that a row has one condition.
static SMALL bool place_moved(ImageRef from, ImageRef to, uint shape, int x, int y, int z, int lanes,
                              __global uchar **row) {
  const uint format = from->format.common;
  const int sign = -(int)(format ^ to->format.common) | ((int)(kConverted >> format & 1) - 1);
  return place_written(&to->base, shape, x, y, z, lanes, sign, row);
}

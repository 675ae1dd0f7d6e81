// SPDX-License-Identifier: Apache-2.0
// Rows of texels side by side, and whether they lie in an image.
#pragma once
#include "images.h"

// Offsets of a row and in a row apart: the former is the same for all of a loop, the latter part of an address.
static SMALL long start_of_row(LevelRef level, int y, int z) {
  return y * (int)level->row_pitch + z * (int)level->slice_pitch;
}

#ifdef NEAR
// The number x, not below 0, hidden from the compiler. If the compiler saw how x goes on in a kernel's loop, it would
// give the loop a counter for each size of texels: more counters than there are registers.
static SMALL long counter(int x) {
  long at = (uint)x;
  __asm("" : "+r"(at));
  return at;
}
#else
static SMALL long counter(int x) { return x; }
#endif

// The number of places in the image at which a row of texels may begin; 0 if `sign` is negative. A row lies in the
// image if its x, as an unsigned number, is less. The bounds of y and z are part of this number, so that a row has one
// condition: the compiler would move conditions that all iterations of a kernel's loop share out of the loop, and copy
// the loop for each of these conditions.
static SMALL uint places_of_row(LevelRef level, int lanes, int sign) {
  const uint places = (uint)__builtin_elementwise_max((int)level->extent[0] - lanes + 1, 0);
  return __builtin_elementwise_sub_sat(places, (uint)sign & (uint)INT_MIN);  // a choice would become a branch
}
// Negative unless 0 <= i < extent.
static SMALL int sign_of(uint extent, int i) { return i | (int)(extent - 1 - (uint)i); }
// Sets the first byte of the row that is written. Returns whether all of the texels are in the image, and `sign` is not
// negative.
static SMALL bool place_written(LevelRef level, uint shape, int x, int y, int z, int lanes, int sign,
                                __global uchar **row) {
  const int coordinates = DIMENSIONS(shape) + (shape & kLayers ? 1 : 0);
  if (coordinates > 1) sign |= sign_of(level->extent[1], y);
  if (coordinates > 2) sign |= sign_of(level->extent[2], z);
  *row = level->data + start_of_row(level, coordinates < 2 ? 0 : y, coordinates < 3 ? 0 : z);
  return (uint)x < places_of_row(level, lanes, sign);
}

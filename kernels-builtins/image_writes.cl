// SPDX-License-Identifier: Apache-2.0
// Built-in Image Write Functions, also of a level of a mipmap.
#include "images.h"

static SMALL void write(ImageRef image, uint shape, int4 at, int lod, float4 x) {
  __wherry_image_store_float(image, 0, shape, at.x, at.y, at.z, lod, x.x, x.y, x.z, x.w);
}
static SMALL void write(ImageRef image, uint shape, int4 at, int lod, int4 x) {
  __wherry_image_store_int(image, 0, shape, at.x, at.y, at.z, lod, x.x, x.y, x.z, x.w);
}
static SMALL void write(ImageRef image, uint shape, int4 at, int lod, uint4 x) {
  write(image, shape, at, lod, as_int4(x));
}
// half4 and other types differ in the formats alone that they may be written to.
static SMALL void write(ImageRef image, uint shape, int4 at, int lod, half4 x) {
  write(image, shape, at, lod, __builtin_convertvector(x, float4));
}
static SMALL void write(ImageRef image, uint shape, int4 at, int lod, float x) {
  write(image, shape, at, lod, (float4)(x, 0, 0, 1));
}

// `tail`: the texel's name in mangled names, by the number of coordinates.
#define WRITE(kind, image_name, coordinates, dimensions, layers, f, name, T, tail, access) \
  void CAT(write_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, T x) \
      __asm(name image_name #access INT_NAME_##coordinates tail(coordinates)) IMAGE_FUNCTION; \
  void CAT(write_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, T x) { \
    write(image, SHAPE(dimensions, layers), FOUR_##coordinates(int, at), 0, x); \
  }
#define WRITE_LEVEL(kind, image_name, coordinates, dimensions, layers, f, name, T, tail, access) \
  void CAT(write_level_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, int lod, T x) \
      __asm(name image_name #access INT_NAME_##coordinates "i" tail(coordinates)) IMAGE_FUNCTION; \
  void CAT(write_level_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, int lod, T x) { \
    write(image, SHAPE(dimensions, layers) | kLevels, FOUR_##coordinates(int, at), lod, x); \
  }

#define TAIL_f(coordinates) "Dv4_f"
#define TAIL_h(coordinates) "Dv4_Dh"
#define TAIL_i(coordinates) TAIL_i_##coordinates  // as the coordinates' type
#define TAIL_i_1 "Dv4_i"
#define TAIL_i_2 "Dv4_i"
#define TAIL_i_4 "S0_"
#define TAIL_ui(coordinates) "Dv4_j"
#define TAIL_depth(coordinates) "f"

#define WRITES(access) \
  FOR_COLOUR_KINDS(WRITE, f, "_Z12write_imagef", float4, TAIL_f, access) \
  FOR_COLOUR_KINDS(WRITE, h, "_Z12write_imageh", half4, TAIL_h, access) \
  FOR_COLOUR_KINDS(WRITE, i, "_Z12write_imagei", int4, TAIL_i, access) \
  FOR_COLOUR_KINDS(WRITE, ui, "_Z13write_imageui", uint4, TAIL_ui, access) \
  FOR_DEPTH_KINDS(WRITE, f, "_Z12write_imagef", float, TAIL_depth, access) \
  FOR_SAMPLED_KINDS(WRITE_LEVEL, f, "_Z12write_imagef", float4, TAIL_f, access) \
  FOR_SAMPLED_KINDS(WRITE_LEVEL, i, "_Z12write_imagei", int4, TAIL_i, access) \
  FOR_SAMPLED_KINDS(WRITE_LEVEL, ui, "_Z13write_imageui", uint4, TAIL_ui, access) \
  FOR_DEPTH_KINDS(WRITE_LEVEL, f, "_Z12write_imagef", float, TAIL_depth, access)
WRITES(wo)
WRITES(rw)

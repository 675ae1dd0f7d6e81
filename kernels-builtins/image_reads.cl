// SPDX-License-Identifier: Apache-2.0
// Built-in Image Read Functions, with samplers and without, of a level of a mipmap or by gradients.
#include "images.h"

// log2 of the longer of two gradients, in texels.
static SMALL float lod_of(ImageRef image, ulong sampler, float4 by_x, float4 by_y, int dimensions) {
  if (sampler & kNormalised) {
    const float4 size = {(float)(int)image->base.extent[0], (float)(int)image->base.extent[1],
                         (float)(int)image->base.extent[2], 0};
    by_x *= size;
    by_y *= size;
  }
  float x = by_x.x * by_x.x, y = by_y.x * by_y.x;
  if (dimensions > 1) {
    x += by_x.y * by_x.y;
    y += by_y.y * by_y.y;
  }
  if (dimensions > 2) {
    x += by_x.z * by_x.z;
    y += by_y.z * by_y.z;
  }
  return 0.5f * log2(x > y ? x : y);
}

// What a function makes of the four floats or integers of a call.
#define AS_float4(x) (x)
#define AS_half4(x) __builtin_convertvector(x, half4)
#define AS_int4(x) (x)
#define AS_uint4(x) as_uint4(x)
#define AS_float(four) (four).x  // of a depth image

// One function: `call` is one of image_calls.def's.
#define READ(id, name, result, parameters, call, sampler, shape, at, lod) \
  result CAT(read_, id) parameters __asm(name) IMAGE_READ; \
  result CAT(read_, id) parameters { \
    return CAT(AS_, result)(CAT(__wherry_image_, call)(image, sampler, shape, (at).x, (at).y, (at).z, lod)); \
  }

// read_...(image, int coordinate)
#define BARE(kind, image_name, coordinates, dimensions, layers, f, name, result, type, access) \
  READ(CAT(f##_##access##_, kind), name image_name #access INT_NAME_##coordinates, result, \
       (ImageRef image, INTS_##coordinates at), fetch_##type, kAddressNone, SHAPE(dimensions, layers), FOUR_##coordinates(int, at), 0)
// read_...(image, sampler, int or float coordinate)
#define SAMPLED(kind, image_name, coordinates, dimensions, layers, f, name, result, type) \
  READ(CAT(f##_int_, kind), name image_name "ro11ocl_sampler" INT_NAME_##coordinates, result, \
       (ImageRef image, ulong sampler, INTS_##coordinates at), fetch_##type, sampler, SHAPE(dimensions, layers), \
       FOUR_##coordinates(int, at), 0) \
  READ(CAT(f##_float_, kind), name image_name "ro11ocl_sampler" FLOAT_NAME_##coordinates, result, \
       (ImageRef image, ulong sampler, FLOATS_##coordinates at), sample_##type, sampler, SHAPE(dimensions, layers), \
       FOUR_##coordinates(float, at), 0)
// read_...(image, sampler, float coordinate, level of detail, or two gradients)
#define MIPMAP(kind, image_name, coordinates, dimensions, layers, f, name, result, type) \
  READ(CAT(f##_lod_, kind), name image_name "ro11ocl_sampler" FLOAT_NAME_##coordinates "f", result, \
       (ImageRef image, ulong sampler, FLOATS_##coordinates at, float lod), sample_##type, sampler, \
       SHAPE(dimensions, layers) | kLevels, FOUR_##coordinates(float, at), lod) \
  READ(CAT(f##_gradient_, kind), name image_name "ro11ocl_sampler" GRADIENT_NAME_##coordinates##_##dimensions, result, \
       (ImageRef image, ulong sampler, FLOATS_##coordinates at, GRADIENT_##dimensions by_x, \
        GRADIENT_##dimensions by_y), \
       sample_##type, sampler, SHAPE(dimensions, layers) | kLevels, FOUR_##coordinates(float, at), \
       lod_of(image, sampler, FOUR_GRADIENT_##dimensions(by_x), FOUR_GRADIENT_##dimensions(by_y), dimensions))

// Gradients by the number of dimensions, and their names behind those of coordinates.
#define GRADIENT_1 float
#define GRADIENT_2 float2
#define GRADIENT_3 float4
#define FOUR_GRADIENT_1(g) FOUR_1(float, g)
#define FOUR_GRADIENT_2(g) FOUR_2(float, g)
#define FOUR_GRADIENT_3(g) (g)
#define GRADIENT_NAME_1_1 "fff"
#define GRADIENT_NAME_2_1 "Dv2_fff"
#define GRADIENT_NAME_2_2 "Dv2_fS1_S1_"
#define GRADIENT_NAME_4_2 "Dv4_fDv2_fS2_"
#define GRADIENT_NAME_4_3 "Dv4_fS1_S1_"

#define READS(f, result, type, name) \
  FOR_COLOUR_KINDS(BARE, f, name, result, type, ro) \
  FOR_COLOUR_KINDS(BARE, f, name, result, type, rw) \
  FOR_SAMPLED_KINDS(SAMPLED, f, name, result, type)
READS(f, float4, float, "_Z11read_imagef")
READS(h, half4, float, "_Z11read_imageh")
READS(i, int4, int, "_Z11read_imagei")
READS(ui, uint4, int, "_Z12read_imageui")
FOR_SAMPLED_KINDS(MIPMAP, f, "_Z11read_imagef", float4, float)
FOR_SAMPLED_KINDS(MIPMAP, i, "_Z11read_imagei", int4, int)
FOR_SAMPLED_KINDS(MIPMAP, ui, "_Z12read_imageui", uint4, int)
FOR_DEPTH_KINDS(BARE, f, "_Z11read_imagef", float, float, ro)
FOR_DEPTH_KINDS(BARE, f, "_Z11read_imagef", float, float, rw)
FOR_DEPTH_KINDS(SAMPLED, f, "_Z11read_imagef", float, float)
FOR_DEPTH_KINDS(MIPMAP, f, "_Z11read_imagef", float, float)

// Clang's value of a literal sampler.
ulong literal_sampler(uint bits) __asm("__translate_sampler_initializer") __attribute__((always_inline, const));
ulong literal_sampler(uint bits) { return bits; }

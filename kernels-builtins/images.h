// SPDX-License-Identifier: Apache-2.0
// Images as kernels see them: kernel_abi/abi.h's descriptor and sampler bits, and coordinates' addressing.
//
// A function stands under the name of Clang's declaration (asm label), with a pointer in the image's place and 64 bits
// in the sampler's, which the compiler puts there.
//
// Speed: where a kernel is compiled for known formats, the compiler inlines the functions, and the descriptor's format
// and the sampler are constants. So a body branches on them alone, and what is left is what one writes for that format
// by hand. It reads texels of the image whatever the coordinates, so it may run for lanes that are not active.
#pragma once
#include "builtins.h"
#pragma OPENCL FP_CONTRACT OFF

struct ImageLevel {
  __global uchar *data;
  ulong row_pitch, slice_pitch;
  uint extent[3];  // below 2^30
  uint padding;
};
struct ImageFormat {
  uint channel_type, channel_order, texel_bytes, num_channels, read_from, written_from;
};
struct Image {
  struct ImageLevel base;
  struct ImageFormat format;
  const __global struct ImageLevel *levels;
  uint num_levels, num_samples;
};
typedef const __global struct Image *ImageRef;
typedef const __global struct ImageLevel *LevelRef;

enum { kComponentZero = 4, kComponentOne = 5 };

enum {
  kNormalised = 1,
  kAddressing = 0xE,
  kAddressNone = 0,
  kClampToEdge = 2,
  kClamp = 4,
  kRepeat = 6,
  kMirroredRepeat = 8,
  kLinear = 0x20,
  kMipNearest = 0x100,
  kMipLinear = 0x200,
  kLodMinShift = 32,
  kLodMaxShift = 48,
};

// The functions that programs call, and what all formats make long: calls where formats are not known.
#define IMAGE_FUNCTION __attribute__((noinline))
#define IMAGE_READ __attribute__((noinline, pure))

// The kinds of images: m(kind, its name in mangled names, coordinates, dimensions, layers).
#define KIND_1D(m, ...) m(1d, "14ocl_image1d_", 1, 1, false, __VA_ARGS__)
#define KIND_1D_BUFFER(m, ...) m(1d_buffer, "21ocl_image1d_buffer_", 1, 1, false, __VA_ARGS__)
#define KIND_1D_ARRAY(m, ...) m(1d_array, "20ocl_image1d_array_", 2, 1, true, __VA_ARGS__)
#define KIND_2D(m, ...) m(2d, "14ocl_image2d_", 2, 2, false, __VA_ARGS__)
#define KIND_2D_ARRAY(m, ...) m(2d_array, "20ocl_image2d_array_", 4, 2, true, __VA_ARGS__)
#define KIND_3D(m, ...) m(3d, "14ocl_image3d_", 4, 3, false, __VA_ARGS__)
#define KIND_2D_DEPTH(m, ...) m(2d_depth, "20ocl_image2d_depth_", 2, 2, false, __VA_ARGS__)
#define KIND_2D_ARRAY_DEPTH(m, ...) m(2d_array_depth, "26ocl_image2d_array_depth_", 4, 2, true, __VA_ARGS__)

#define FOR_SAMPLED_KINDS(m, ...) \
  KIND_1D(m, __VA_ARGS__) \
  KIND_1D_ARRAY(m, __VA_ARGS__) \
  KIND_2D(m, __VA_ARGS__) KIND_2D_ARRAY(m, __VA_ARGS__) KIND_3D(m, __VA_ARGS__)
#define FOR_COLOUR_KINDS(m, ...) FOR_SAMPLED_KINDS(m, __VA_ARGS__) KIND_1D_BUFFER(m, __VA_ARGS__)
#define FOR_DEPTH_KINDS(m, ...) KIND_2D_DEPTH(m, __VA_ARGS__) KIND_2D_ARRAY_DEPTH(m, __VA_ARGS__)

// Coordinates by their number: types, names in mangled names, and all four.
#define INTS_1 int
#define INTS_2 int2
#define INTS_4 int4
#define FLOATS_1 float
#define FLOATS_2 float2
#define FLOATS_4 float4
#define INT_NAME_1 "i"
#define INT_NAME_2 "Dv2_i"
#define INT_NAME_4 "Dv4_i"
#define FLOAT_NAME_1 "f"
#define FLOAT_NAME_2 "Dv2_f"
#define FLOAT_NAME_4 "Dv4_f"
#define FOUR_1(T, at) ((T##4)(at, 0, 0, 0))
#define FOUR_2(T, at) ((T##4)(at, 0, 0))
#define FOUR_4(T, at) (at)

// Where a texel stands, within the image; `inside` is false for the border colour.
struct Place {
  uint x, y, z;
  bool inside;
};

static SMALL_PURE float clamped(float x, float low, float high) {  // NaN to `low`
  x = x > low ? x : low;
  return x < high ? x : high;
}

// `n`; above 2^24, where not every number is a float, one that is not greater.
static SMALL_PURE float at_most(uint n) { return (float)(int)(n - (n >> 24)); }

static SMALL_PURE uint layer_of(int layer, uint layers) {
  return (uint)__builtin_elementwise_min(__builtin_elementwise_max(layer, 0), (int)layers - 1);
}
static SMALL_PURE uint layer_of(float layer, uint layers) {
  return (uint)(int)clamped(__builtin_elementwise_roundeven(layer), 0, at_most(layers - 1));
}

// One integer coordinate.
static SMALL uint placed(int i, uint extent, ulong sampler, bool *inside) {
  const uint mode = sampler & kAddressing;
  if (mode == kAddressNone || mode == kClamp) {
    if (mode == kClamp) *inside &= (uint)i < extent;
    return __builtin_elementwise_min((uint)i, extent - 1);
  }
  return layer_of(i, extent);
}

// One float coordinate in texels. Repeating modes expect a normalised one.
static SMALL_PURE float in_texels(float s, uint extent, ulong sampler) {
  const float size = (float)(int)extent;
  switch (sampler & kAddressing) {
  case kRepeat: return (s - __builtin_elementwise_floor(s)) * size;
  case kMirroredRepeat:
    return __builtin_elementwise_abs(s - 2.0f * __builtin_elementwise_roundeven(0.5f * s)) * size;
  default: return sampler & kNormalised ? s * size : s;
  }
}

// The nearest texel of one float coordinate. Clamping first makes conversion safe, and truncation floor.
static SMALL uint nearest(float s, uint extent, ulong sampler, bool *inside) {
  const float u = in_texels(s, extent, sampler);
  const uint mode = sampler & kAddressing;
  if (mode == kRepeat) {
    const uint i = (uint)(int)clamped(u, 0, (float)(int)extent);
    return i < extent ? i : 0;
  }
  if (mode == kClamp) *inside &= (u >= 0) & (u < (float)(int)extent);
  return (uint)(int)clamped(u, 0, at_most(extent - 1));
}

// The two texels that linear filtering takes along one coordinate: (1 - weight) of [0], and weight of [1].
struct Pair {
  uint at[2];
  bool inside[2];
  float weight;
};

static SMALL_PURE struct Pair linear(float s, uint extent, ulong sampler) {
  struct Pair pair;
  const float u = in_texels(s, extent, sampler) - 0.5f;
  const float below = __builtin_elementwise_floor(u);
  const uint mode = sampler & kAddressing, last = extent - 1;
  pair.weight = u - below;
  pair.inside[0] = pair.inside[1] = true;
  if (mode == kClamp) {
    const int i = (int)clamped(below, -2.0f, (float)(int)extent), j = i + 1;
    pair.at[0] = __builtin_elementwise_min((uint)i, last);
    pair.at[1] = __builtin_elementwise_min((uint)j, last);
    pair.inside[0] = (uint)i < extent;
    pair.inside[1] = (uint)j < extent;
    return pair;
  }
  const int i = (int)clamped(below, -1.0f, at_most(last)), j = i + 1;
  if (mode == kRepeat) {
    pair.at[0] = __builtin_elementwise_min((uint)i, last);  // of -1 the last
    pair.at[1] = (uint)j > last ? 0 : (uint)j;
  } else {
    pair.at[0] = (uint)__builtin_elementwise_max(i, 0);
    pair.at[1] = __builtin_elementwise_min((uint)j, last);
  }
  return pair;
}

static SMALL struct Place place_of(LevelRef level, ulong sampler, int4 at, int dimensions, bool layers) {
  struct Place place = {0, 0, 0, true};
  place.x = placed(at.x, level->extent[0], sampler, &place.inside);
  if (dimensions > 1) place.y = placed(at.y, level->extent[1], sampler, &place.inside);
  if (dimensions > 2) place.z = placed(at.z, level->extent[2], sampler, &place.inside);
  if (dimensions == 1 && layers) place.y = layer_of(at.y, level->extent[1]);
  if (dimensions == 2 && layers) place.z = layer_of(at.z, level->extent[2]);
  return place;
}

static SMALL struct Place place_of(LevelRef level, ulong sampler, float4 at, int dimensions, bool layers) {
  struct Place place = {0, 0, 0, true};
  place.x = nearest(at.x, level->extent[0], sampler, &place.inside);
  if (dimensions > 1) place.y = nearest(at.y, level->extent[1], sampler, &place.inside);
  if (dimensions > 2) place.z = nearest(at.z, level->extent[2], sampler, &place.inside);
  if (dimensions == 1 && layers) place.y = layer_of(at.y, level->extent[1]);
  if (dimensions == 2 && layers) place.z = layer_of(at.z, level->extent[2]);
  return place;
}

static SMALL __global uchar *texel_address(ImageRef image, LevelRef level, uint x, uint y, uint z) {
  return level->data + (ulong)x * image->format.texel_bytes + (ulong)y * level->row_pitch +
         (ulong)z * level->slice_pitch;
}

// A component of a texel's channels, or a channel of components: `which` may name 0, or `one`.
#define COMPONENT(T) \
  static SMALL_PURE T component(T##4 from, uint which, T one) { \
    return which == 0 ? from.x \
           : which == 1 ? from.y \
           : which == 2 ? from.z \
           : which == 3 ? from.w \
           : which == kComponentOne ? one \
                                    : 0; \
  } \
  static SMALL_PURE T##4 rearranged(T##4 from, uint order, T one) { \
    if (order == 0x3210) return from; \
    return (T##4)(component(from, order & 15, one), component(from, order >> 4 & 15, one), \
                  component(from, order >> 8 & 15, one), component(from, order >> 12 & 15, one)); \
  }
COMPONENT(float)
COMPONENT(uint)

static SMALL bool is_srgb(ImageRef image) {
  return image->format.channel_order >= CLK_sRGB && image->format.channel_order <= CLK_sBGRA;
}

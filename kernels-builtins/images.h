// SPDX-License-Identifier: Apache-2.0
// Images as kernels see them: kernel_abi/abi.h's descriptor and sampler bits.
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
  uint channel_type, channel_order, texel_bytes, num_channels, read_from, written_from, is_small, common;
};
struct Image {
  struct ImageLevel base;
  struct ImageFormat format;
  const __global struct ImageLevel *levels;
  uint num_levels, num_samples;
};
typedef const __global struct Image *ImageRef;
typedef const __global struct ImageLevel *LevelRef;

// CLK_UNSIGNED_INT_RAW10_EXT, CLK_UNSIGNED_INT_RAW12_EXT.
enum { kRaw10 = 0x10E3, kRaw12 = 0x10E4 };

enum { kSmallWithPairs = 2 };  // the least value of ImageFormat's is_small for images with pairs

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

// Of the functions of kernel_abi/image_calls.def: how many coordinates a filter sees, whether a layer follows them, and
// whether a level of detail is given.
enum { kDimensions = 3, kLayers = 4, kLevels = 8 };
#define DIMENSIONS(shape) ((int)((shape) & kDimensions))
#define SHAPE(dimensions, layers) ((dimensions) | ((layers) ? kLayers : 0))
float4 __wherry_image_sample_float(ImageRef image, ulong sampler, uint shape, float x, float y, float z, float lod);
int4 __wherry_image_sample_int(ImageRef image, ulong sampler, uint shape, float x, float y, float z, float lod);
float4 __wherry_image_fetch_float(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod);
int4 __wherry_image_fetch_int(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod);
void __wherry_image_store_float(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod, float r,
                                float g, float b, float a);
void __wherry_image_store_int(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod, int r, int g,
                              int b, int a);

// What programs call.
#define IMAGE_FUNCTION __attribute__((always_inline))
#define IMAGE_READ __attribute__((always_inline, pure))

// The kinds of images: m(kind, its name in mangled names, coordinates, dimensions, layers).
#define KIND_1D(m, ...) m(1d, "14ocl_image1d_", 1, 1, false, __VA_ARGS__)
#define KIND_1D_BUFFER(m, ...) m(1d_buffer, "21ocl_image1d_buffer_", 1, 1, false, __VA_ARGS__)
#define KIND_1D_ARRAY(m, ...) m(1d_array, "20ocl_image1d_array_", 2, 1, true, __VA_ARGS__)
#define KIND_2D(m, ...) m(2d, "14ocl_image2d_", 2, 2, false, __VA_ARGS__)
#define KIND_2D_ARRAY(m, ...) m(2d_array, "20ocl_image2d_array_", 4, 2, true, __VA_ARGS__)
#define KIND_3D(m, ...) m(3d, "14ocl_image3d_", 4, 3, false, __VA_ARGS__)
#define KIND_2D_DEPTH(m, ...) m(2d_depth, "20ocl_image2d_depth_", 2, 2, false, __VA_ARGS__)
#define KIND_2D_ARRAY_DEPTH(m, ...) m(2d_array_depth, "26ocl_image2d_array_depth_", 4, 2, true, __VA_ARGS__)

#define FOR_SAMPLED_KINDS(m, ...)                                                                                      \
  KIND_1D(m, __VA_ARGS__)                                                                                              \
  KIND_1D_ARRAY(m, __VA_ARGS__)                                                                                        \
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

static SMALL bool is_srgb(ImageRef image) {
  return image->format.channel_order >= CLK_sRGB && image->format.channel_order <= CLK_sBGRA;
}

// "If the image channel order is CL_R, CL_RG, CL_RGB, or CL_LUMINANCE, the border color is (0.0f, 0.0f, 0.0f, 1.0f)":
// where alpha is 1 in the image too; but not in all images where it is.
static SMALL bool has_opaque_border(ImageRef image) {
  switch (image->format.channel_order) {
  case CLK_R:
  case CLK_RG:
  case CLK_RGB:
  case CLK_LUMINANCE:
  case CLK_sRGB: return true;
  default: return false;
  }
}

// Of the raw formats: 2^this texels share a byte. 0 of others.
static SMALL int raw_shift(ImageRef image) {
  return image->format.channel_type == kRaw10 ? 2 : image->format.channel_type == kRaw12 ? 1 : 0;
}
// Writes one texel of a row. Other work-items may write the block's other texels meanwhile: bits of the shared byte are
// cleared and set.
static SMALL void put_raw(__global uchar *row, int x, int shift, uint value) {
  const int texels = 1 << shift, low_bits = 8 >> shift, within = x & (texels - 1);
  const uint mask = (1u << low_bits) - 1;
  __global uchar *high = row + x + (x >> shift), *low = high - within + texels;
  *high = (uchar)(value >> low_bits);
  __atomic_fetch_and(low, (uchar) ~(mask << within * low_bits), __ATOMIC_RELAXED);
  __atomic_fetch_or(low, (uchar)((value & mask) << within * low_bits), __ATOMIC_RELAXED);
}

static SMALL_PURE bool has_border(ulong sampler) { return (sampler & kAddressing) == kClamp; }

// SPDX-License-Identifier: Apache-2.0
// Built-in Image Read Functions, with samplers and without, of a level of a mipmap or by gradients.
#include "images.h"
#include "tables.h"

// A texel's bytes. A load of all at once but where a texel has three channels.
static SMALL uint4 words_at(const __global uchar *p, uint bytes) {
  typedef uint4 __attribute__((aligned(4))) Words;
  typedef ulong __attribute__((aligned(2))) Halves;
  const __global ushort *shorts = (const __global ushort *)p;
  const __global uint *ints = (const __global uint *)p;
  switch (bytes) {
  default: return (uint4)(*p, 0, 0, 0);
  case 2: return (uint4)(*shorts, 0, 0, 0);
  case 3: return (uint4)(p[0] | (uint)p[1] << 8 | (uint)p[2] << 16, 0, 0, 0);
  case 4: return (uint4)(*ints, 0, 0, 0);
  case 6: return (uint4)(shorts[0] | (uint)shorts[1] << 16, shorts[2], 0, 0);
  case 8: {
    const ulong both = *(const __global Halves *)p;
    return (uint4)((uint)both, (uint)(both >> 32), 0, 0);
  }
  case 12: return (uint4)(ints[0], ints[1], ints[2], 0);
  case 16: return *(const __global Words *)p;
  }
}

// Four channels, zero-extended or sign-extended.
static SMALL_PURE uint4 bytes_of(uint4 w) { return (uint4)(w.x & 0xFF, w.x >> 8 & 0xFF, w.x >> 16 & 0xFF, w.x >> 24); }
static SMALL_PURE uint4 shorts_of(uint4 w) { return (uint4)(w.x & 0xFFFF, w.x >> 16, w.y & 0xFFFF, w.y >> 16); }
static SMALL_PURE int4 signed_bytes_of(uint4 w) {
  return (int4)((int)(w.x << 24), (int)(w.x << 16), (int)(w.x << 8), (int)w.x) >> 24;
}
static SMALL_PURE int4 signed_shorts_of(uint4 w) {
  return (int4)((int)(w.x << 16), (int)w.x, (int)(w.y << 16), (int)w.y) >> 16;
}
// Four channels of a packed format, from their lowest bits on; all of `bits`, but as `green` and `alpha` say.
static SMALL_PURE uint4 packed_of(uint4 w, uint red, uint green, uint blue, uint bits, uint green_bits) {
  const uint mask = (1u << bits) - 1;
  return (uint4)(w.x >> red & mask, w.x >> green & ((1u << green_bits) - 1), w.x >> blue & mask, w.x & 3);
}

static SMALL_PURE float4 in_floats(uint4 x) { return __builtin_convertvector(as_int4(x), float4); }  // below 2^31
static SMALL_PURE float4 in_floats(int4 x) { return __builtin_convertvector(x, float4); }

static SMALL float4 from_srgb(uint4 bytes) {
  return (float4)(kFromSrgb[bytes.x], kFromSrgb[bytes.y], kFromSrgb[bytes.z], (float)(int)bytes.w * (1.0f / 255));
}

// The channels of a texel in the image, of those that are normalised integers as the integers: they are scaled behind
// the filter.
static float4 float_texel(ImageRef image, LevelRef level, uint x, uint y, uint z) IMAGE_READ;
static float4 float_texel(ImageRef image, LevelRef level, uint x, uint y, uint z) {
  const uint4 w = words_at(texel_address(image, level, x, y, z), image->format.texel_bytes);
  switch (image->format.channel_type) {
  case CLK_UNORM_INT8: return is_srgb(image) ? from_srgb(bytes_of(w)) : in_floats(bytes_of(w));
  case CLK_UNORM_INT16: return in_floats(shorts_of(w));
  case CLK_SNORM_INT8: return in_floats(__builtin_elementwise_max(signed_bytes_of(w), (int4)(-127)));
  case CLK_SNORM_INT16: return in_floats(__builtin_elementwise_max(signed_shorts_of(w), (int4)(-32767)));
  case CLK_UNORM_SHORT_565: return in_floats(packed_of(w, 11, 5, 0, 5, 6));
  case CLK_UNORM_SHORT_555: return in_floats(packed_of(w, 10, 5, 0, 5, 5));
  case CLK_UNORM_INT_101010: return in_floats(packed_of(w, 20, 10, 0, 10, 10));
  case CLK_UNORM_INT_101010_2: return in_floats(packed_of(w, 22, 12, 2, 10, 10));
  case CLK_HALF_FLOAT: {
    const uint4 h = shorts_of(w);
    return (float4)((float)as_half((ushort)h.x), (float)as_half((ushort)h.y), (float)as_half((ushort)h.z),
                    (float)as_half((ushort)h.w));
  }
  default: return as_float4(w);
  }
}
static uint4 uint_texel(ImageRef image, LevelRef level, uint x, uint y, uint z) IMAGE_READ;
static uint4 uint_texel(ImageRef image, LevelRef level, uint x, uint y, uint z) {
  const uint4 w = words_at(texel_address(image, level, x, y, z), image->format.texel_bytes);
  switch (image->format.channel_type) {
  case CLK_UNSIGNED_INT8: return bytes_of(w);
  case CLK_UNSIGNED_INT16: return shorts_of(w);
  case CLK_SIGNED_INT8: return as_uint4(signed_bytes_of(w));
  case CLK_SIGNED_INT16: return as_uint4(signed_shorts_of(w));
  default: return w;
  }
}

// An integer of up to 16 bits times 1 / n as a float is within 1.5 ulp of their quotient, and 1 for n.
static SMALL float4 scaled(ImageRef image, float4 x) {
  switch (image->format.channel_type) {
  case CLK_UNORM_INT8: return is_srgb(image) ? x : x * (1.0f / 255);
  case CLK_UNORM_INT16: return x * (1.0f / 65535);
  case CLK_SNORM_INT8: return x * (1.0f / 127);
  case CLK_SNORM_INT16: return x * (1.0f / 32767);
  case CLK_UNORM_SHORT_565: return x * (1.0f / (float4)(31, 63, 31, 1));
  case CLK_UNORM_SHORT_555: return x * (1.0f / 31);
  case CLK_UNORM_INT_101010: return x * (1.0f / 1023);
  case CLK_UNORM_INT_101010_2: return x * (1.0f / (float4)(1023, 1023, 1023, 3));
  default: return x;
  }
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

static SMALL float4 float_at(ImageRef image, LevelRef level, struct Place place) {
  const float4 texel = float_texel(image, level, place.x, place.y, place.z);
  return rearranged(scaled(image, place.inside ? texel : 0), image->format.read_from,
                    (float)(place.inside | has_opaque_border(image)));
}
static SMALL uint4 uint_at(ImageRef image, LevelRef level, struct Place place) {
  const uint4 texel = uint_texel(image, level, place.x, place.y, place.z);
  return rearranged(place.inside ? texel : 0, image->format.read_from, place.inside | has_opaque_border(image));
}

static SMALL float4 filtered(ImageRef image, LevelRef level, ulong sampler, float4 at, int dimensions, bool layers) {
  const struct Pair along_x = linear(at.x, level->extent[0], sampler);
  struct Pair along_y = {{0, 0}, {true, true}, 0}, along_z = along_y;
  if (dimensions > 1) along_y = linear(at.y, level->extent[1], sampler);
  if (dimensions > 2) along_z = linear(at.z, level->extent[2], sampler);
  if (dimensions == 1 && layers) along_y.at[0] = layer_of(at.y, level->extent[1]);
  if (dimensions == 2 && layers) along_z.at[0] = layer_of(at.z, level->extent[2]);
  float4 sum;
  float covered;  // the weights of texels in the image
#pragma unroll
  for (int k = 0; k < (dimensions > 2 ? 2 : 1); ++k)
#pragma unroll
    for (int j = 0; j < (dimensions > 1 ? 2 : 1); ++j)
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        const bool inside = along_x.inside[i] & along_y.inside[j] & along_z.inside[k];
        float weight = i ? along_x.weight : 1 - along_x.weight;
        if (dimensions > 1) weight *= j ? along_y.weight : 1 - along_y.weight;
        if (dimensions > 2) weight *= k ? along_z.weight : 1 - along_z.weight;
        const float4 texel = float_texel(image, level, along_x.at[i], along_y.at[j], along_z.at[k]);
        const float4 term = weight * (inside ? texel : 0);
        const float share = inside ? weight : 0;
        sum = i + j + k ? sum + term : term;
        covered = i + j + k ? covered + share : share;
      }
  const bool transparent = (sampler & kAddressing) == kClamp && !has_opaque_border(image);
  return rearranged(scaled(image, sum), image->format.read_from, transparent ? covered : 1);
}

// A sample of one level. Integer coordinates and integers have no filter.
static SMALL float4 float_sample(ImageRef image, LevelRef level, ulong sampler, float4 at, int dimensions, bool layers) {
  if (sampler & kLinear) return filtered(image, level, sampler, at, dimensions, layers);
  return float_at(image, level, place_of(level, sampler, at, dimensions, layers));
}
static SMALL float4 float_sample(ImageRef image, LevelRef level, ulong sampler, int4 at, int dimensions, bool layers) {
  return float_at(image, level, place_of(level, sampler, at, dimensions, layers));
}
static SMALL uint4 uint_sample(ImageRef image, LevelRef level, ulong sampler, float4 at, int dimensions, bool layers) {
  return uint_at(image, level, place_of(level, sampler, at, dimensions, layers));
}
static SMALL uint4 uint_sample(ImageRef image, LevelRef level, ulong sampler, int4 at, int dimensions, bool layers) {
  return uint_at(image, level, place_of(level, sampler, at, dimensions, layers));
}

// A level of detail within the sampler's bounds and the image's levels. A literal sampler has the defaults: the nearest
// of all levels.
static SMALL float level_of_detail(ImageRef image, ulong sampler, float lod) {
  if (sampler & (kMipNearest | kMipLinear))
    lod = clamped(lod, (float)(int)(sampler >> kLodMinShift & 0xFFFF) * (1.0f / 256),
                  (float)(int)(sampler >> kLodMaxShift & 0xFFFF) * (1.0f / 256));
  return clamped(lod, 0, (float)((int)image->num_levels - 1));
}

// The level that is nearest, the lower of two as near.
static SMALL LevelRef nearest_level(ImageRef image, ulong sampler, float lod) {
  const float d = level_of_detail(image, sampler, lod);
  return image->levels + (d > 0.5f ? (int)__builtin_elementwise_ceil(d - 0.5f) : 0);
}

static SMALL float4 float_sample_of_levels(ImageRef image, ulong sampler, float4 at, float lod, int dimensions, bool layers) {
  if (!(sampler & kMipLinear))
    return float_sample(image, nearest_level(image, sampler, lod), sampler, at, dimensions, layers);
  const float d = level_of_detail(image, sampler, lod), below = __builtin_elementwise_floor(d), weight = d - below;
  const int first = (int)below, second = __builtin_elementwise_min(first + 1, (int)image->num_levels - 1);
  return (1 - weight) * float_sample(image, image->levels + first, sampler, at, dimensions, layers) +
         weight * float_sample(image, image->levels + second, sampler, at, dimensions, layers);
}
static SMALL uint4 uint_sample_of_levels(ImageRef image, ulong sampler, float4 at, float lod, int dimensions, bool layers) {
  return uint_sample(image, nearest_level(image, sampler, lod), sampler, at, dimensions, layers);
}

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

// What a function makes of four floats or integers.
#define AS_float4(x) (x)
#define AS_half4(x) __builtin_convertvector(x, half4)
#define AS_int4(x) as_int4(x)
#define AS_uint4(x) (x)
#define AS_float(sample) (sample).x  // of a depth image

// One function, which returns, as `result`, what `sample` makes of its arguments.
#define READ(id, name, result, parameters, sample, ...) \
  result CAT(read_, id) parameters __asm(name) IMAGE_READ; \
  result CAT(read_, id) parameters { return CAT(AS_, result)(sample(image, __VA_ARGS__)); }

// read_...(image, int coordinate)
#define BARE(kind, image_name, coordinates, dimensions, layers, f, name, result, type, access) \
  READ(CAT(f##_##access##_, kind), name image_name #access INT_NAME_##coordinates, result, \
       (ImageRef image, INTS_##coordinates at), type##_sample, &image->base, kAddressNone, \
       FOUR_##coordinates(int, at), dimensions, layers)
// read_...(image, sampler, int or float coordinate)
#define SAMPLED(kind, image_name, coordinates, dimensions, layers, f, name, result, type) \
  READ(CAT(f##_int_, kind), name image_name "ro11ocl_sampler" INT_NAME_##coordinates, result, \
       (ImageRef image, ulong sampler, INTS_##coordinates at), type##_sample, &image->base, sampler, \
       FOUR_##coordinates(int, at), dimensions, layers) \
  READ(CAT(f##_float_, kind), name image_name "ro11ocl_sampler" FLOAT_NAME_##coordinates, result, \
       (ImageRef image, ulong sampler, FLOATS_##coordinates at), type##_sample, &image->base, sampler, \
       FOUR_##coordinates(float, at), dimensions, layers)
// read_...(image, sampler, float coordinate, level of detail, or two gradients)
#define MIPMAP(kind, image_name, coordinates, dimensions, layers, f, name, result, type) \
  READ(CAT(f##_lod_, kind), name image_name "ro11ocl_sampler" FLOAT_NAME_##coordinates "f", result, \
       (ImageRef image, ulong sampler, FLOATS_##coordinates at, float lod), type##_sample_of_levels, sampler, \
       FOUR_##coordinates(float, at), lod, dimensions, layers) \
  READ(CAT(f##_gradient_, kind), name image_name "ro11ocl_sampler" GRADIENT_NAME_##coordinates##_##dimensions, result, \
       (ImageRef image, ulong sampler, FLOATS_##coordinates at, GRADIENT_##dimensions by_x, \
        GRADIENT_##dimensions by_y), \
       type##_sample_of_levels, sampler, FOUR_##coordinates(float, at), \
       lod_of(image, sampler, FOUR_GRADIENT_##dimensions(by_x), FOUR_GRADIENT_##dimensions(by_y), dimensions), \
       dimensions, layers)

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
READS(i, int4, uint, "_Z11read_imagei")
READS(ui, uint4, uint, "_Z12read_imageui")
FOR_SAMPLED_KINDS(MIPMAP, f, "_Z11read_imagef", float4, float)
FOR_SAMPLED_KINDS(MIPMAP, i, "_Z11read_imagei", int4, uint)
FOR_SAMPLED_KINDS(MIPMAP, ui, "_Z12read_imageui", uint4, uint)
FOR_DEPTH_KINDS(BARE, f, "_Z11read_imagef", float, float, ro)
FOR_DEPTH_KINDS(BARE, f, "_Z11read_imagef", float, float, rw)
FOR_DEPTH_KINDS(SAMPLED, f, "_Z11read_imagef", float, float)
FOR_DEPTH_KINDS(MIPMAP, f, "_Z11read_imagef", float, float)

// Clang's value of a literal sampler.
ulong literal_sampler(uint bits) __asm("__translate_sampler_initializer") __attribute__((always_inline, const));
ulong literal_sampler(uint bits) { return bits; }

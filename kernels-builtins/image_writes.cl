// SPDX-License-Identifier: Apache-2.0
// Built-in Image Write Functions, also of a level of a mipmap.
#include "images.h"
#include "tables.h"

// A texel's bytes. A store of all at once but where a texel has three channels.
static SMALL void put_words(__global uchar *p, uint bytes, uint4 w) {
  typedef uint4 __attribute__((aligned(4))) Words;
  typedef ulong __attribute__((aligned(2))) Halves;
  __global ushort *shorts = (__global ushort *)p;
  __global uint *ints = (__global uint *)p;
  switch (bytes) {
  default: *p = (uchar)w.x; break;
  case 2: *shorts = (ushort)w.x; break;
  case 3:
    p[0] = (uchar)w.x;
    p[1] = (uchar)(w.x >> 8);
    p[2] = (uchar)(w.x >> 16);
    break;
  case 4: *ints = w.x; break;
  case 6:
    shorts[0] = (ushort)w.x;
    shorts[1] = (ushort)(w.x >> 16);
    shorts[2] = (ushort)w.y;
    break;
  case 8: *(__global Halves *)p = w.x | (ulong)w.y << 32; break;
  case 12:
    ints[0] = w.x;
    ints[1] = w.y;
    ints[2] = w.z;
    break;
  case 16: *(__global Words *)p = w; break;
  }
}

// Words of four channels.
static SMALL_PURE uint4 words_of_bytes(uint4 c) {
  return (uint4)((c.x & 0xFF) | (c.y & 0xFF) << 8 | (c.z & 0xFF) << 16 | c.w << 24, 0, 0, 0);
}
static SMALL_PURE uint4 words_of_shorts(uint4 c) {
  return (uint4)((c.x & 0xFFFF) | c.y << 16, (c.z & 0xFFFF) | c.w << 16, 0, 0);
}

static SMALL_PURE float4 clamped(float4 x, float low, float4 high) {  // NaN to `low`
  x = x > low ? x : low;
  return x < high ? x : high;
}
// To the nearest integer, even of two as near: the sum's last bit is worth 1.
static SMALL_PURE uint4 rounded(float4 x) { return as_uint4(x + 0x1p23f) & 0x7FFFFF; }
static SMALL_PURE uint4 rounded_signed(float4 x) { return as_uint4(x + 0x1.8p23f); }  // in the low 22 bits

static SMALL_PURE uint4 unsigned_of(float4 x, float4 most) { return rounded(clamped(x * most, 0, most)); }
static SMALL_PURE uint4 signed_of(float4 x, float most) {
  x *= most;
  x = x == x ? x : 0;
  return rounded_signed(clamped(x, -most - 1, most));
}

// A polynomial of the fourth root, as the result has 8 bits.
static SMALL_PURE float to_srgb(float y) {
  y = clamped(y, 0, 1);
  const float t = __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(y));
  float p = kToSrgb[6];
  for (int i = 5; i >= 0; --i) p = p * t + kToSrgb[i];
  return y < 0.0031308f ? 12.92f * y : p;
}

static SMALL uint4 encoded(ImageRef image, float4 x) {
  x = rearranged(x, image->format.written_from, 1);
  switch (image->format.channel_type) {
  case CLK_UNORM_INT8:
    if (is_srgb(image)) x.xyz = (float3)(to_srgb(x.x), to_srgb(x.y), to_srgb(x.z));
    return words_of_bytes(unsigned_of(x, 255));
  case CLK_UNORM_INT16: return words_of_shorts(unsigned_of(x, 65535));
  case CLK_SNORM_INT8: return words_of_bytes(signed_of(x, 127));
  case CLK_SNORM_INT16: return words_of_shorts(signed_of(x, 32767));
  case CLK_UNORM_SHORT_565: {
    const uint4 c = unsigned_of(x, (float4)(31, 63, 31, 0));
    return (uint4)(c.x << 11 | c.y << 5 | c.z, 0, 0, 0);
  }
  case CLK_UNORM_SHORT_555: {
    const uint4 c = unsigned_of(x, (float4)(31, 31, 31, 0));
    return (uint4)(c.x << 10 | c.y << 5 | c.z, 0, 0, 0);
  }
  case CLK_UNORM_INT_101010: {
    const uint4 c = unsigned_of(x, (float4)(1023, 1023, 1023, 0));
    return (uint4)(c.x << 20 | c.y << 10 | c.z, 0, 0, 0);
  }
  case CLK_UNORM_INT_101010_2: {
    const uint4 c = unsigned_of(x, (float4)(1023, 1023, 1023, 3));
    return (uint4)(c.x << 22 | c.y << 12 | c.z << 2 | c.w, 0, 0, 0);
  }
  case CLK_HALF_FLOAT:
    return words_of_shorts((uint4)(as_ushort((half)x.x), as_ushort((half)x.y), as_ushort((half)x.z),
                                   as_ushort((half)x.w)));
  default: return as_uint4(x);
  }
}
// half4 and other types differ in the formats alone that they may be written to.
static SMALL uint4 encoded(ImageRef image, half4 x) { return encoded(image, __builtin_convertvector(x, float4)); }
static SMALL uint4 encoded(ImageRef image, float x) { return encoded(image, (float4)(x, 0, 0, 1)); }

static SMALL uint4 encoded(ImageRef image, int4 x) {
  x = as_int4(rearranged(as_uint4(x), image->format.written_from, 1));
  switch (image->format.channel_type) {
  case CLK_SIGNED_INT8: return words_of_bytes(as_uint4(clamp(x, -128, 127)));
  case CLK_SIGNED_INT16: return words_of_shorts(as_uint4(clamp(x, -32768, 32767)));
  default: return as_uint4(x);
  }
}
static SMALL uint4 encoded(ImageRef image, uint4 x) {
  x = rearranged(x, image->format.written_from, 1);
  switch (image->format.channel_type) {
  case CLK_UNSIGNED_INT8: return words_of_bytes(min(x, 255u));
  case CLK_UNSIGNED_INT16: return words_of_shorts(min(x, 65535u));
  default: return x;
  }
}

// Texels that are not in the image are left out.
static SMALL void put(ImageRef image, LevelRef level, int4 at, int coordinates, uint4 words) {
  bool inside = (uint)at.x < level->extent[0];
  if (coordinates > 1) inside &= (uint)at.y < level->extent[1];
  if (coordinates > 2) inside &= (uint)at.z < level->extent[2];
  if (inside)
    put_words(texel_address(image, level, (uint)at.x, (uint)at.y, coordinates > 2 ? (uint)at.z : 0),
              image->format.texel_bytes, words);
}

// `tail`: the texel's name in mangled names, by the number of coordinates.
#define WRITE(kind, image_name, coordinates, dimensions, layers, f, name, T, tail, access) \
  void CAT(write_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, T x) \
      __asm(name image_name #access INT_NAME_##coordinates tail(coordinates)) IMAGE_FUNCTION; \
  void CAT(write_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, T x) { \
    put(image, &image->base, FOUR_##coordinates(int, at), coordinates, encoded(image, x)); \
  }
#define WRITE_LEVEL(kind, image_name, coordinates, dimensions, layers, f, name, T, tail, access) \
  void CAT(write_level_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, int lod, T x) \
      __asm(name image_name #access INT_NAME_##coordinates "i" tail(coordinates)) IMAGE_FUNCTION; \
  void CAT(write_level_##f##_##access##_, kind)(ImageRef image, INTS_##coordinates at, int lod, T x) { \
    if ((uint)lod < image->num_levels) \
      put(image, image->levels + lod, FOUR_##coordinates(int, at), coordinates, encoded(image, x)); \
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

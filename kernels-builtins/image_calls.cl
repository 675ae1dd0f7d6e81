// SPDX-License-Identifier: Apache-2.0
// The functions of kernel_abi/image_calls.def for one work-item: as IR for kernels whose images' formats are known, and
// as object code for others.
#include "images.h"
#include "tables.h"

// Texels may stand anywhere: the program chooses its pitches.
typedef ushort __attribute__((aligned(1))) Short;
typedef uint __attribute__((aligned(1))) Word;
typedef ulong __attribute__((aligned(1))) TwoWords;
typedef uint4 __attribute__((aligned(1))) FourWords;

#define W 1
#define VEC(e) e
#define TO TO_SCALAR
#define SMALL_WORDS(data, at, bytes) words_from((data) + (at), bytes)
#define FAR_WORDS SMALL_WORDS
#define PAIR_WORDS SMALL_WORDS
#define IS_ROW(at, bytes) 0
#define ANY_LANE(truth) (truth)
#define LOOKED_UP(table, index) (table)[index]
#define PUT put_words

#include "image_types.h"

// A load of all bytes at once but where a texel has three channels.
static SMALL WORDS words_from(const __global uchar *p, uint bytes) {
  const __global Short *shorts = (const __global Short *)p;
  const __global Word *words = (const __global Word *)p;
  switch (bytes) {
  default: return (WORDS){*p, 0, 0, 0};
  case 2: return (WORDS){*shorts, 0, 0, 0};
  case 3: return (WORDS){p[0] | (uint)p[1] << 8 | (uint)p[2] << 16, 0, 0, 0};
  case 4: return (WORDS){*words, 0, 0, 0};
  case 6: return (WORDS){shorts[0] | (uint)shorts[1] << 16, shorts[2], 0, 0};
  case 8: {
    const ulong both = *(const __global TwoWords *)p;
    return (WORDS){(uint)both, (uint)(both >> 32), 0, 0};
  }
  case 12: return (WORDS){words[0], words[1], words[2], 0};
  case 16: {
    const uint4 all = *(const __global FourWords *)p;
    return (WORDS){all.x, all.y, all.z, all.w};
  }
  }
}

static SMALL __global uchar *texel_address(ImageRef image, LevelRef level, int x, int y, int z) {
  const uint bytes = image->format.texel_bytes;
  if (image->format.is_small)
    return level->data + (x * (int)bytes + y * (int)level->row_pitch + z * (int)level->slice_pitch);
  return level->data + x * (long)bytes + y * (long)level->row_pitch + z * (long)level->slice_pitch;
}

// Likewise a store.
static SMALL void put_words(ImageRef image, LevelRef level, int x, int y, int z, int inside, WORDS w) {
  if (!inside) return;
  const int raw = raw_shift(image);
  if (raw) return put_raw(level->data + y * (long)level->row_pitch + z * (long)level->slice_pitch, x, raw, w.x);
  __global uchar *p = texel_address(image, level, x, y, z);
  __global Short *shorts = (__global Short *)p;
  __global Word *words = (__global Word *)p;
  switch (image->format.texel_bytes) {
  default: *p = (uchar)w.x; break;
  case 2: *shorts = (ushort)w.x; break;
  case 3:
    p[0] = (uchar)w.x;
    p[1] = (uchar)(w.x >> 8);
    p[2] = (uchar)(w.x >> 16);
    break;
  case 4: *words = w.x; break;
  case 6:
    shorts[0] = (ushort)w.x;
    shorts[1] = (ushort)(w.x >> 16);
    shorts[2] = (ushort)w.y;
    break;
  case 8: *(__global TwoWords *)p = w.x | (ulong)w.y << 32; break;
  case 12:
    words[0] = w.x;
    words[1] = w.y;
    words[2] = w.z;
    break;
  case 16: *(__global FourWords *)p = (uint4)(w.x, w.y, w.z, w.w); break;
  }
}

#include "image_body.h"

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

static SMALL FLOATS sample_of_levels(ImageRef image, ulong sampler, float x, float y, float z, float lod, uint shape) {
  if (!(sampler & kMipLinear))
    return float_sample(image, nearest_level(image, sampler, lod), sampler, x, y, z, shape);
  const float d = level_of_detail(image, sampler, lod), below = __builtin_elementwise_floor(d), weight = d - below;
  const int first = (int)below, second = __builtin_elementwise_min(first + 1, (int)image->num_levels - 1);
  const FLOATS a = float_sample(image, image->levels + first, sampler, x, y, z, shape),
               b = float_sample(image, image->levels + second, sampler, x, y, z, shape);
  return plus(times(a, 1 - weight, 1 - weight, 1 - weight, 1 - weight), times(b, weight, weight, weight, weight));
}

static SMALL_PURE float4 vector_of(FLOATS x) { return (float4)(x.x, x.y, x.z, x.w); }
static SMALL_PURE int4 vector_of(WORDS x) { return (int4)((int)x.x, (int)x.y, (int)x.z, (int)x.w); }

float4 __wherry_image_sample_float(ImageRef image, ulong sampler, uint shape, float x, float y, float z, float lod) {
  if (shape & kLevels) return vector_of(sample_of_levels(image, sampler, x, y, z, lod, shape));
  return vector_of(float_sample(image, &image->base, sampler, x, y, z, shape));
}
int4 __wherry_image_sample_int(ImageRef image, ulong sampler, uint shape, float x, float y, float z, float lod) {
  LevelRef level = shape & kLevels ? nearest_level(image, sampler, lod) : &image->base;
  return vector_of(word_sample(image, level, sampler, x, y, z, shape));
}
float4 __wherry_image_fetch_float(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod) {
  return vector_of(float_texel(image, &image->base, sampler, place_of(&image->base, sampler, x, y, z, shape)));
}
int4 __wherry_image_fetch_int(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod) {
  return vector_of(word_texel(image, &image->base, sampler, place_of(&image->base, sampler, x, y, z, shape)));
}

static SMALL void store(ImageRef image, uint shape, int x, int y, int z, int lod, WORDS words) {
  if (!(shape & kLevels))
    put(image, &image->base, shape, x, y, z, -1, words);
  else if ((uint)lod < image->num_levels)
    put(image, image->levels + lod, shape, x, y, z, -1, words);
}
void __wherry_image_store_float(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod, float r,
                                float g, float b, float a) {
  store(image, shape, x, y, z, lod, encoded(image, (FLOATS){r, g, b, a}));
}
void __wherry_image_store_int(ImageRef image, ulong sampler, uint shape, int x, int y, int z, int lod, int r, int g,
                              int b, int a) {
  store(image, shape, x, y, z, lod, encoded(image, (WORDS){(uint)r, (uint)g, (uint)b, (uint)a}));
}

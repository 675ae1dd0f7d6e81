// SPDX-License-Identifier: Apache-2.0
// cl_intel_subgroups, _char, _short, _long, cl_intel_subgroup_local_block_io and _buffer_prefetch: shuffles of two
// registers, and blocks: data of all work-items of a sub-group side by side, at the address that the first one gives.
#include "images.h"
#define INTRINSIC(name) __asm(#name) __attribute__((convergent))
uint __wherry_sub_group_width(void) __asm("__wherry_sub_group_width") __attribute__((const));
uint __wherry_sub_group_lane(void) __asm("__wherry_sub_group_lane") __attribute__((const));
__global void *__wherry_sub_group_pointer(const __global void *p) INTRINSIC(__wherry_sub_group_pointer);
__local void *__wherry_sub_group_pointer_local(const __local void *p) INTRINSIC(__wherry_sub_group_pointer_local);
#define LANE __wherry_sub_group_lane()
#define WIDTH __wherry_sub_group_width()
#define CONVERGENT __attribute__((overloadable, always_inline, convergent))

// Shuffles. A work-item's number is taken modulo the sub-group's size.
#define BY_COMPONENT(E, W, name, parameters, call)         \
  CAT(E, W) CONVERGENT intel_sub_group_##name parameters { \
    CAT(E, W) y;                                           \
    for (int i = 0; i < W; ++i) y[i] = call;               \
    return y;                                              \
  }
#define SHUFFLES_BY_COMPONENT(E, W)                                                                      \
  BY_COMPONENT(E, W, shuffle, (CAT(E, W) x, uint lane), intel_sub_group_shuffle(x[i], lane))             \
  BY_COMPONENT(E, W, shuffle_xor, (CAT(E, W) x, uint mask), intel_sub_group_shuffle_xor(x[i], mask))     \
  BY_COMPONENT(E, W, shuffle_down, (CAT(E, W) current, CAT(E, W) next, uint delta),                      \
               intel_sub_group_shuffle_down(current[i], next[i], delta))                                 \
  BY_COMPONENT(E, W, shuffle_up, (CAT(E, W) previous, CAT(E, W) current, uint delta),                    \
               intel_sub_group_shuffle_up(previous[i], current[i], delta))
#define SHUFFLES(E)                                                                                      \
  E CONVERGENT intel_sub_group_shuffle(E x, uint lane) { return sub_group_shuffle(x, lane); }            \
  E CONVERGENT intel_sub_group_shuffle_xor(E x, uint mask) { return sub_group_shuffle_xor(x, mask); }    \
  E CONVERGENT intel_sub_group_shuffle_down(E current, E next, uint delta) {                             \
    const uint at = LANE + delta;                                                                        \
    const E of_current = sub_group_shuffle(current, at), of_next = sub_group_shuffle(next, at);          \
    return at < WIDTH ? of_current : of_next;                                                            \
  }                                                                                                      \
  E CONVERGENT intel_sub_group_shuffle_up(E previous, E current, uint delta) {                           \
    const uint at = LANE - delta;                                                                        \
    const E of_previous = sub_group_shuffle(previous, at), of_current = sub_group_shuffle(current, at);  \
    return (int)at < 0 ? of_previous : of_current;                                                       \
  }                                                                                                      \
  SHUFFLES_BY_COMPONENT(E, 2) SHUFFLES_BY_COMPONENT(E, 3) SHUFFLES_BY_COMPONENT(E, 4)                    \
  SHUFFLES_BY_COMPONENT(E, 8) SHUFFLES_BY_COMPONENT(E, 16)
FOR_ALL(SHUFFLES)

// Of 8 and 16 bits; those of wider numbers are OpenCL's.
#define FORM(E, name)                                                                         \
  E CONVERGENT intel_sub_group_##name##_add(E x) { return sub_group_##name##_add(x); }        \
  E CONVERGENT intel_sub_group_##name##_min(E x) { return sub_group_##name##_min(x); }        \
  E CONVERGENT intel_sub_group_##name##_max(E x) { return sub_group_##name##_max(x); }
#define BROADCAST(E) \
  E CONVERGENT intel_sub_group_broadcast(E x, uint lane) { return sub_group_broadcast(x, lane); }
#define OF_SMALL(E)                                                                                           \
  FORM(E, reduce) FORM(E, scan_inclusive) FORM(E, scan_exclusive)                                             \
  BROADCAST(E) BROADCAST(E##2) BROADCAST(E##3) BROADCAST(E##4) BROADCAST(E##8) BROADCAST(E##16)
OF_SMALL(char)
OF_SMALL(uchar)
OF_SMALL(short)
OF_SMALL(ushort)

// Blocks of buffers. "The pointer p must be 32-bit (4-byte) aligned for reads".
typedef uchar In_uchar;
typedef ushort In_ushort;
typedef uint In_uint;
typedef ulong __attribute__((aligned(4))) In_ulong;
#define WORD_1(E) E
#define WORD_2(E) E##2
#define WORD_4(E) E##4
#define WORD_8(E) E##8
#define WORD_16(E) E##16
#define WORDS_OF(E, N) CAT(WORD_, N)(E)
#define BUFFER_BLOCKS(E, N, suffix, space, pointer)                                                          \
  WORDS_OF(E, N) CONVERGENT CAT(intel_sub_group_block_read, suffix)(const space E *p) {                      \
    const space CAT(In_, E) *from = (const space CAT(In_, E) *)pointer(p) + LANE;                            \
    WORDS_OF(E, N) y;                                                                                        \
    for (uint i = 0; i < N; ++i) ((E *)&y)[i] = from[i * WIDTH];                                             \
    return y;                                                                                                \
  }                                                                                                          \
  void CONVERGENT CAT(intel_sub_group_block_write, suffix)(space E *p, WORDS_OF(E, N) x) {                   \
    space CAT(In_, E) *to = (space CAT(In_, E) *)pointer(p) + LANE;                                          \
    for (uint i = 0; i < N; ++i) to[i * WIDTH] = ((E *)&x)[i];                                               \
  }

// Each work-item fetches a line after the other. The name without a type is SPIR-V's.
enum { kCacheLine = 64 };
void CONVERGENT intel_sub_group_block_prefetch(const __global void *p, uint bytes_of_each) {
  const __global uchar *from = (const __global uchar *)__wherry_sub_group_pointer(p);
  for (uint at = LANE * kCacheLine; at < WIDTH * bytes_of_each; at += WIDTH * kCacheLine) __builtin_prefetch(from + at);
}
#define PREFETCH(E, N, suffix)                                                              \
  void CONVERGENT CAT(intel_sub_group_block_prefetch, suffix)(const __global E *p) {        \
    intel_sub_group_block_prefetch((const __global void *)p, N * sizeof(E));                \
  }

// Blocks of images: bytes as they are, a row for each component. Where a block does not lie in its row as a whole,
// "out-of-bounds reads will return the edge image element (the equivalent of CLK_ADDRESS_CLAMP_TO_EDGE), and
// out-of-bounds writes will be ignored", here for texels of any size.
typedef uchar Any_uchar;
typedef ushort __attribute__((aligned(1))) Any_ushort;
typedef uint __attribute__((aligned(1))) Any_uint;
typedef ulong __attribute__((aligned(1))) Any_ulong;
static SMALL uint row_bytes(ImageRef image) { return image->base.extent[0] * image->format.texel_bytes; }
static SMALL __global uchar *row_of(ImageRef image, int y) { return image->base.data + y * (long)image->base.row_pitch; }
static SMALL_PURE long clamp_to_texel(long x, uint bytes, uint texel) {
  if (x >= 0 && x < bytes) return x;
  return x < 0 ? texel - 1 - (ulong)~x % texel : bytes - texel + (ulong)x % texel;
}
#define IMAGE_ROWS(E)                                                                                        \
  static SMALL E CAT(read_at_edge_, E)(const __global uchar *row, long x, uint bytes, uint texel) {          \
    E y = 0;                                                                                                 \
    _Pragma("unroll 1") for (uint i = 0; i < sizeof(E); ++i)                                                 \
      y |= (E)row[clamp_to_texel(x + i, bytes, texel)] << 8 * i;                                             \
    return y;                                                                                                \
  }                                                                                                          \
  static SMALL void write_inside(__global uchar *row, long x, uint bytes, E value) {                         \
    _Pragma("unroll 1") for (uint i = 0; i < sizeof(E); ++i)                                                 \
      if (x + i >= 0 && x + i < bytes) row[x + i] = (uchar)(value >> 8 * i);                                 \
  }                                                                                                          \
  static CONVERGENT void read_rows(ImageRef image, int2 at, E *to, uint rows) {                              \
    const int x = sub_group_broadcast_first(at.x), y = sub_group_broadcast_first(at.y);                      \
    const uint bytes = row_bytes(image);                                                                     \
    const int last = (int)image->base.extent[1] - 1;                                                         \
    const bool inside = x >= 0 && x + (ulong)(WIDTH * sizeof(E)) <= bytes;                                   \
    for (uint i = 0; i < rows; ++i) {                                                                        \
      const __global uchar *row = row_of(image, clamp(add_sat(y, (int)i), 0, last));                         \
      to[i] = inside ? ((const __global CAT(Any_, E) *)(row + x))[LANE]                                      \
                     : CAT(read_at_edge_, E)(row, x + (long)(LANE * sizeof(E)), bytes, image->format.texel_bytes); \
    }                                                                                                        \
  }                                                                                                          \
  static CONVERGENT void write_rows(ImageRef image, int2 at, const E *from, uint rows) {                     \
    const int x = sub_group_broadcast_first(at.x), y = sub_group_broadcast_first(at.y);                      \
    const uint bytes = row_bytes(image);                                                                     \
    const bool inside = x >= 0 && x + (ulong)(WIDTH * sizeof(E)) <= bytes;                                   \
    for (uint i = 0; i < rows; ++i) {                                                                        \
      if ((uint)add_sat(y, (int)i) >= image->base.extent[1]) continue;                                       \
      __global uchar *row = row_of(image, y + (int)i);                                                       \
      if (inside)                                                                                            \
        ((__global CAT(Any_, E) *)(row + x))[LANE] = from[i];                                                \
      else                                                                                                   \
        write_inside(row, x + (long)(LANE * sizeof(E)), bytes, from[i]);                                     \
    }                                                                                                        \
  }
IMAGE_ROWS(uchar)
IMAGE_ROWS(ushort)
IMAGE_ROWS(uint)
IMAGE_ROWS(ulong)

// `length`: of "intel_sub_group_block_read" and `suffix`.
#define MANGLED_1(letter) letter
#define MANGLED_2(letter) "Dv2_" letter
#define MANGLED_4(letter) "Dv4_" letter
#define MANGLED_8(letter) "Dv8_" letter
#define MANGLED_16(letter) "Dv16_" letter
#define IMAGE_READS(E, N, suffix, read_length, access)                                                       \
  WORDS_OF(E, N) CAT(image_block_read_##access, suffix)(ImageRef image, int2 at) __asm(                      \
      "_Z" #read_length "intel_sub_group_block_read" #suffix "14ocl_image2d_" #access "Dv2_i")               \
      __attribute__((always_inline, convergent));                                                            \
  WORDS_OF(E, N) CAT(image_block_read_##access, suffix)(ImageRef image, int2 at) {                           \
    WORDS_OF(E, N) y;                                                                                        \
    read_rows(image, at, (E *)&y, N);                                                                        \
    return y;                                                                                                \
  }
#define IMAGE_WRITES(E, N, suffix, letter, write_length, access)                                             \
  void CAT(image_block_write_##access, suffix)(ImageRef image, int2 at, WORDS_OF(E, N) x) __asm(             \
      "_Z" #write_length "intel_sub_group_block_write" #suffix "14ocl_image2d_" #access                      \
      "Dv2_i" MANGLED_##N(letter)) __attribute__((always_inline, convergent));                               \
  void CAT(image_block_write_##access, suffix)(ImageRef image, int2 at, WORDS_OF(E, N) x) {                  \
    write_rows(image, at, (const E *)&x, N);                                                                 \
  }

#define BLOCKS(E, letter, N, suffix, read_length, write_length)                                              \
  BUFFER_BLOCKS(E, N, suffix, __global, __wherry_sub_group_pointer)                                          \
  BUFFER_BLOCKS(E, N, suffix, __local, __wherry_sub_group_pointer_local)                                     \
  PREFETCH(E, N, suffix)                                                                                     \
  IMAGE_READS(E, N, suffix, read_length, ro)                                                                 \
  IMAGE_READS(E, N, suffix, read_length, rw)                                                                 \
  IMAGE_WRITES(E, N, suffix, letter, write_length, wo)                                                       \
  IMAGE_WRITES(E, N, suffix, letter, write_length, rw)
BLOCKS(uint, "j", 1, , 26, 27)
BLOCKS(uint, "j", 2, 2, 27, 28)
BLOCKS(uint, "j", 4, 4, 27, 28)
BLOCKS(uint, "j", 8, 8, 27, 28)
BLOCKS(uchar, "h", 1, _uc, 29, 30)
BLOCKS(uchar, "h", 2, _uc2, 30, 31)
BLOCKS(uchar, "h", 4, _uc4, 30, 31)
BLOCKS(uchar, "h", 8, _uc8, 30, 31)
BLOCKS(uchar, "h", 16, _uc16, 31, 32)
BLOCKS(ushort, "t", 1, _us, 29, 30)
BLOCKS(ushort, "t", 2, _us2, 30, 31)
BLOCKS(ushort, "t", 4, _us4, 30, 31)
BLOCKS(ushort, "t", 8, _us8, 30, 31)
BLOCKS(ushort, "t", 16, _us16, 31, 32)
BLOCKS(uint, "j", 1, _ui, 29, 30)
BLOCKS(uint, "j", 2, _ui2, 30, 31)
BLOCKS(uint, "j", 4, _ui4, 30, 31)
BLOCKS(uint, "j", 8, _ui8, 30, 31)
BLOCKS(ulong, "m", 1, _ul, 29, 30)
BLOCKS(ulong, "m", 2, _ul2, 30, 31)
BLOCKS(ulong, "m", 4, _ul4, 30, 31)
BLOCKS(ulong, "m", 8, _ul8, 30, 31)

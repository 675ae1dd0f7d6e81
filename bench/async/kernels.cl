// SPDX-License-Identifier: Apache-2.0
// Each work-group walks over a row of tiles of its own. The results depend on what was copied, at little cost: a few
// elements of each tile, read by all work-items alike, and written once for the group. data.h has the host's side.
//
// `never` is 0. That a tile may be written to keeps a compiler from reading it in place in global memory: here the copy
// itself is measured. (read_tile is without it: there it may.)

#define WORD(i) (0x3f800000u | ((uint)(i) * 2654435761u >> 9))  // a float from 1 to 2
#define PICK(t, seed, count) mul_hi((uint)(t) * 2654435761u + (seed) * 40503u, (uint)(count))

#define BITS_uchar(value) ((uint)(value))
#define BITS_float(value) as_uint(value)
#define BITS_float4(value) (as_uint((value).x) + as_uint((value).w))
#define MAKE_uchar(i) ((uchar)WORD(i))
#define MAKE_float(i) as_float(WORD(i))
#define MAKE_float4(i) as_float4((uint4)(WORD(4 * (i)), WORD(4 * (i) + 1), WORD(4 * (i) + 2), WORD(4 * (i) + 3)))

#define CONTIGUOUS(dst, src, count, stride) async_work_group_copy(dst, src, count, 0)
#define STRIDED(dst, src, count, stride) async_work_group_strided_copy(dst, src, count, stride, 0)

#define IN(name, T, COPY)                                                                                             \
  kernel void name##_##T(global const T *src, global uint *out, local T *tile, uint count, uint stride, uint tiles,   \
                         uint seed, uint never) {                                                                     \
    uint sum = seed;                                                                                                  \
    src += get_group_id(0) * tiles * count * stride;                                                                  \
    for (uint t = 0; t < tiles; ++t) {                                                                                \
      event_t event = COPY(tile, src, count, stride);                                                                 \
      wait_group_events(1, &event);                                                                                   \
      sum = sum * 31 + BITS_##T(tile[0]) + BITS_##T(tile[count - 1]) + BITS_##T(tile[PICK(t, seed, count)]);           \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                   \
      if (never) tile[0] = tile[1];                                                                                   \
      src += count * stride;                                                                                          \
    }                                                                                                                 \
    if (get_local_id(0) == 0) out[get_group_id(0)] = sum;                                                             \
  }

#define OUT(name, T, COPY)                                                                                            \
  kernel void name##_##T(global T *dst, local T *tile, uint count, uint stride, uint tiles, uint seed) {              \
    for (uint i = get_local_id(0); i < count; i += get_local_size(0))                                                 \
      tile[i] = MAKE_##T(i + get_group_id(0) * 65537 + seed);                                                         \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                     \
    dst += get_group_id(0) * tiles * count * stride;                                                                  \
    for (uint t = 0; t < tiles; ++t) {                                                                                \
      event_t event = COPY(dst, tile, count, stride);                                                                 \
      wait_group_events(1, &event);                                                                                   \
      dst += count * stride;                                                                                          \
    }                                                                                                                 \
  }

IN(to_local, float, CONTIGUOUS)
IN(gather, uchar, STRIDED)
IN(gather, float, STRIDED)
IN(gather, float4, STRIDED)
OUT(to_global, float, CONTIGUOUS)
OUT(scatter, uchar, STRIDED)
OUT(scatter, float, STRIDED)
OUT(scatter, float4, STRIDED)

kernel void read_tile(global const uint *src, global uint *out, local uint *tile, uint count, uint tiles) {
  uint sum = 0;
  src += get_group_id(0) * tiles * count;
  for (uint t = 0; t < tiles; ++t) {
    event_t event = async_work_group_copy(tile, src, count, 0);
    wait_group_events(1, &event);
    for (uint i = get_local_id(0); i < count; i += get_local_size(0)) sum += tile[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    src += count;
  }
  out[get_global_id(0)] = sum;
}

// A tile with its halo: `rows` rows of `columns`, from a picture `pitch` wide; inner parts lie side by side.
#define HALO(name, COPIES)                                                                                            \
  kernel void name(global const uint *src, global uint *out, local uint *tile, uint columns, uint rows, uint halo,    \
                   uint pitch, uint across, uint tiles, uint seed, uint never) {                                      \
    uint sum = seed;                                                                                                  \
    for (uint t = 0; t < tiles; ++t) {                                                                                \
      uint number = get_group_id(0) * tiles + t;                                                                      \
      global const uint *from = src + (size_t)(number / across) * (rows - 2 * halo) * pitch +                         \
                                number % across * (columns - 2 * halo);                                               \
      event_t event = 0;                                                                                              \
      COPIES                                                                                                          \
      wait_group_events(1, &event);                                                                                   \
      sum = sum * 31 + tile[0] + tile[columns * rows - 1] + tile[PICK(t, seed, columns * rows)];                       \
      barrier(CLK_LOCAL_MEM_FENCE);                                                                                   \
      if (never) tile[0] = tile[1];                                                                                   \
    }                                                                                                                 \
    if (get_local_id(0) == 0) out[get_group_id(0)] = sum;                                                             \
  }

HALO(halo_rows, for (uint row = 0; row < rows; ++row) event =
                    async_work_group_copy(tile + row * columns, from + row * pitch, columns, event);)
#ifdef cl_khr_extended_async_copies
#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable
HALO(halo_2d, event = async_work_group_copy_2D2D(tile, 0, from, 0, sizeof(uint), columns, rows, pitch, columns, event);)
#endif

// The pipelines copy `copied` elements of each tile and compute on `computed` of them, so that each part can be timed
// alone. `work` is the computation per byte, adjustable in small steps.
uint16 mix(uint16 x, uint work) {
  for (uint i = 0; i < work; ++i) x = (x ^ (x << 5)) + 0x9e3779b9u;
  return x;
}

uint sum_of(uint16 x) {
  uint8 eight = x.lo + x.hi;
  uint4 four = eight.lo + eight.hi;
  return four.x + four.y + four.z + four.w;
}

void clear(local uint16 *tiles, uint count) {
  for (uint i = get_local_id(0); i < count; i += get_local_size(0)) tiles[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
}

kernel void pipeline(global const uint16 *src, global uint *out, local uint16 *tile, uint count, uint tiles,
                     uint copied, uint computed, uint work) {
  uint16 sum = 0;
  src += get_group_id(0) * tiles * count;
  if (copied < count) clear(tile, 2 * count);
  event_t event = async_work_group_copy(tile, src, copied, 0);
  for (uint t = 0; t < tiles; ++t) {
    event_t next = event;
    if (t + 1 < tiles)
      next = async_work_group_copy(tile + (t + 1) % 2 * count, src + (size_t)(t + 1) * count, copied, 0);
    wait_group_events(1, &event);
    for (uint i = get_local_id(0); i < computed; i += get_local_size(0)) sum += mix(tile[t % 2 * count + i], work);
    barrier(CLK_LOCAL_MEM_FENCE);
    event = next;
  }
  out[get_global_id(0)] = sum_of(sum);
}

uint mix1(uint x, uint work) {
  for (uint i = 0; i < work; ++i) x = (x ^ (x << 5)) + 0x9e3779b9u;
  return x;
}

// As pipeline, but a tile's words stand `stride` words apart in `src`, and tile t of the loop is number t * step % tiles.
kernel void pipeline_apart(global const uint *src, global uint *out, local uint *tile, uint count, uint stride,
                           uint step, uint tiles, uint copied, uint computed, uint work) {
  uint sum = 0;
  src += (size_t)get_group_id(0) * tiles * count * stride;
  if (copied < count) {
    for (uint i = get_local_id(0); i < 2 * count; i += get_local_size(0)) tile[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  event_t event = async_work_group_strided_copy(tile, src, copied, stride, 0);
  for (uint t = 0; t < tiles; ++t) {
    event_t next = event;
    if (t + 1 < tiles)
      next = async_work_group_strided_copy(tile + (t + 1) % 2 * count,
                                           src + (ulong)(t + 1) * step % tiles * count * stride, copied, stride, 0);
    wait_group_events(1, &event);
    for (uint i = get_local_id(0); i < computed; i += get_local_size(0)) sum += mix1(tile[t % 2 * count + i], work);
    barrier(CLK_LOCAL_MEM_FENCE);
    event = next;
  }
  out[get_global_id(0)] = sum;
}

#ifdef cl_khr_extended_async_copies
// As pipeline, with tiles as halo_2d's: of each, `copied` rows are copied, and `computed` words computed on.
kernel void pipeline_2d(global const uint *src, global uint *out, local uint *tile, uint columns, uint rows, uint halo,
                        uint pitch, uint across, uint tiles, uint copied, uint computed, uint work) {
  uint sum = 0, count = columns * rows;
  if (copied < rows) {
    for (uint i = get_local_id(0); i < 2 * count; i += get_local_size(0)) tile[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  event_t event = 0, next = 0;
  for (uint t = 0; t <= tiles; ++t) {
    if (t < tiles) {
      uint number = get_group_id(0) * tiles + t;
      global const uint *from =
          src + (size_t)(number / across) * (rows - 2 * halo) * pitch + number % across * (columns - 2 * halo);
      next = async_work_group_copy_2D2D(tile + t % 2 * count, 0, from, 0, sizeof(uint), columns, copied, pitch, columns,
                                        0);
    }
    if (t > 0) {
      wait_group_events(1, &event);
      for (uint i = get_local_id(0); i < computed; i += get_local_size(0))
        sum += mix1(tile[(t + 1) % 2 * count + i], work);
      barrier(CLK_LOCAL_MEM_FENCE);
    }
    event = next;
  }
  out[get_global_id(0)] = sum;
}
#endif

kernel void through(global const uint16 *src, global uint16 *dst, local uint16 *tile, uint count, uint tiles,
                    uint copied, uint computed, uint work) {
  local uint16 *result = tile + 2 * count;
  src += get_group_id(0) * tiles * count;
  dst += get_group_id(0) * tiles * count;
  if (copied < count) clear(tile, 4 * count);
  event_t event = async_work_group_copy(tile, src, copied, 0);
  event_t before = event, last = event;  // the copies out of the tile before the last one, and of the last one
  for (uint t = 0; t < tiles; ++t) {
    event_t next = event;
    if (t + 1 < tiles)
      next = async_work_group_copy(tile + (t + 1) % 2 * count, src + (size_t)(t + 1) * count, copied, 0);
    wait_group_events(1, &event);
    if (t >= 2) wait_group_events(1, &before);
    for (uint i = get_local_id(0); i < computed; i += get_local_size(0))
      result[t % 2 * count + i] = mix(tile[t % 2 * count + i], work);
    barrier(CLK_LOCAL_MEM_FENCE);
    before = last;
    last = async_work_group_copy(dst + (size_t)t * count, result + t % 2 * count, copied, 0);
    event = next;
  }
  if (tiles >= 2) wait_group_events(1, &before);
  wait_group_events(1, &last);
}

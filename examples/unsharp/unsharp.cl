// SPDX-License-Identifier: Apache-2.0
// Unsharp masking: what a blur takes away from a picture is its fine detail; adding some of that once more sharpens it.
//
//   result = picture + amount * (picture - gaussian_blur(picture))
//
// The host defines TILE_W and TILE_H, a tile's size in pixels, and RADIUS, the blur's reach to each side. A tile needs
// a halo of RADIUS pixels around it. A work-group is one row of TILE_W work-items; each computes a column of the tile.

#pragma OPENCL FP_CONTRACT OFF  // the host computes the same picture, bit by bit

#define HALO_W (TILE_W + 2 * RADIUS)
#define HALO_H (TILE_H + 2 * RADIUS)
#define BLUR_W (TILE_W + 4)  // not a power of two: rows fall on different cache sets

#define GROUP_OF_ONE_ROW __attribute__((reqd_work_group_size(TILE_W, 1, 1)))

// Tiles are numbered row by row. The tile's first pixel.
int2 origin_of(int tile, int width) {
  int across = (width + TILE_W - 1) / TILE_W;
  return (int2)(tile % across * TILE_W, tile / across * TILE_H);
}

// The first of the tiles of a group: an equal share of consecutive ones for each.
int first_tile(size_t group, int tiles) { return (int)(group * tiles / get_num_groups(0)); }

// Starts to fetch a tile and its halo: a copy for each row, all behind one event. Rows beyond the picture repeat its
// first or last row; columns beyond it are left to repeat_edges.
event_t fetch(local uchar4 *tile, global const uchar4 *picture, int width, int height, int2 origin) {
  int begin = max(origin.x - RADIUS, 0);
  int end = min(origin.x + TILE_W + RADIUS, width);
  event_t event = 0;
  for (int row = 0; row < HALO_H; ++row) {
    int y = clamp(origin.y + row - RADIUS, 0, height - 1);
    event = async_work_group_copy(tile + row * HALO_W + begin - (origin.x - RADIUS),
                                  picture + (size_t)y * width + begin, (size_t)(end - begin), event);
  }
  return event;
}

// Starts to carry a finished tile out, without what lies beyond the picture.
event_t store(global uchar4 *result, local const uchar4 *sharp, int width, int height, int2 origin) {
  int columns = min(TILE_W, width - origin.x);
  int rows = min(TILE_H, height - origin.y);
  event_t event = 0;
  for (int row = 0; row < rows; ++row)
    event = async_work_group_copy(result + (size_t)(origin.y + row) * width + origin.x, sharp + row * TILE_W,
                                  (size_t)columns, event);
  return event;
}

// Fills the columns of the halo that lie beyond the picture with the picture's first and last pixel of that row.
void repeat_edges(local uchar4 *tile, int width, int2 origin) {
  int first = max(RADIUS - origin.x, 0);
  int last = min(width - 1 - origin.x + RADIUS, HALO_W - 1);
  for (int row = get_local_id(0); row < HALO_H; row += TILE_W) {
    for (int x = 0; x < first; ++x) tile[row * HALO_W + x] = tile[row * HALO_W + first];
    for (int x = last + 1; x < HALO_W; ++x) tile[row * HALO_W + x] = tile[row * HALO_W + last];
  }
}

// Blurs along the rows, then along the columns, and sharpens. A work-item reads only the column of `blur` that it wrote.
void sharpen(local const uchar4 *tile, local float4 *blur, local uchar4 *sharp, constant float *weights,
             float amount) {
  int x = get_local_id(0);
  for (int row = 0; row < HALO_H; ++row) {
    float4 sum = 0;
    for (int i = 0; i <= 2 * RADIUS; ++i) sum += weights[i] * convert_float4(tile[row * HALO_W + x + i]);
    blur[row * BLUR_W + x] = sum;
  }
  for (int row = 0; row < TILE_H; ++row) {
    float4 sum = 0;
    for (int i = 0; i <= 2 * RADIUS; ++i) sum += weights[i] * blur[(row + i) * BLUR_W + x];
    uchar4 here = tile[(row + RADIUS) * HALO_W + x + RADIUS];
    float4 pixel = convert_float4(here);
    uchar4 result = convert_uchar4_sat_rte(pixel + amount * (pixel - sum));
    sharp[row * TILE_W + x] = (uchar4)(result.xyz, here.w);  // opacity stays
  }
}

// With async copies: while a tile is computed, the next is fetched and the one before is carried out.
kernel GROUP_OF_ONE_ROW void unsharp_async(global const uchar4 *picture, global uchar4 *result, int width, int height,
                                           int tiles, constant float *weights, float amount) {
  local uchar4 tile[2][HALO_W * HALO_H];
  local uchar4 sharp[2][TILE_W * TILE_H];
  local float4 blur[BLUR_W * HALO_H];

  int first = first_tile(get_group_id(0), tiles);
  int end = first_tile(get_group_id(0) + 1, tiles);
  event_t arriving = 0, leaving = 0, left_before = 0;
  if (first < end) arriving = fetch(tile[0], picture, width, height, origin_of(first, width));

  for (int t = first, now = 0; t < end; ++t, now = !now) {
    event_t arriving_next = 0;
    if (t + 1 < end) arriving_next = fetch(tile[!now], picture, width, height, origin_of(t + 1, width));

    wait_group_events(1, &arriving);
    repeat_edges(tile[now], width, origin_of(t, width));
    barrier(CLK_LOCAL_MEM_FENCE);

    if (t >= first + 2) wait_group_events(1, &left_before);  // sharp[now] is free again
    sharpen(tile[now], blur, sharp[now], weights, amount);
    barrier(CLK_LOCAL_MEM_FENCE);

    left_before = leaving;
    leaving = store(result, sharp[now], width, height, origin_of(t, width));
    arriving = arriving_next;
  }
  if (end - first >= 2) wait_group_events(1, &left_before);
  if (end - first >= 1) wait_group_events(1, &leaving);
}

// The same with plain loads and stores: the work-items bring the tile, compute it, and take it away.
kernel GROUP_OF_ONE_ROW void unsharp_plain(global const uchar4 *picture, global uchar4 *result, int width, int height,
                                           int tiles, constant float *weights, float amount) {
  local uchar4 tile[HALO_W * HALO_H];
  local uchar4 sharp[TILE_W * TILE_H];
  local float4 blur[BLUR_W * HALO_H];

  int end = first_tile(get_group_id(0) + 1, tiles);
  for (int t = first_tile(get_group_id(0), tiles); t < end; ++t) {
    int2 origin = origin_of(t, width);
    for (int row = 0; row < HALO_H; ++row) {
      int y = clamp(origin.y + row - RADIUS, 0, height - 1);
      for (int x = get_local_id(0); x < HALO_W; x += TILE_W)
        tile[row * HALO_W + x] = picture[(size_t)y * width + clamp(origin.x + x - RADIUS, 0, width - 1)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    sharpen(tile, blur, sharp, weights, amount);

    int x = get_local_id(0);
    if (origin.x + x < width)
      for (int row = 0; row < TILE_H && origin.y + row < height; ++row)
        result[(size_t)(origin.y + row) * width + origin.x + x] = sharp[row * TILE_W + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}

// The same without tiles or local memory, in two kernels with the blurred rows in global memory between them.
kernel void unsharp_global_rows(global const uchar4 *picture, global float4 *blur, int width, int height,
                                constant float *weights) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0;
  for (int i = 0; i <= 2 * RADIUS; ++i)
    sum += weights[i] * convert_float4(picture[(size_t)y * width + clamp(x + i - RADIUS, 0, width - 1)]);
  blur[(size_t)y * width + x] = sum;
}

kernel void unsharp_global_columns(global const uchar4 *picture, global const float4 *blur, global uchar4 *result,
                                   int width, int height, constant float *weights, float amount) {
  int x = get_global_id(0), y = get_global_id(1);
  float4 sum = 0;
  for (int i = 0; i <= 2 * RADIUS; ++i)
    sum += weights[i] * blur[(size_t)clamp(y + i - RADIUS, 0, height - 1) * width + x];
  uchar4 here = picture[(size_t)y * width + x];
  float4 pixel = convert_float4(here);
  uchar4 sharp = convert_uchar4_sat_rte(pixel + amount * (pixel - sum));
  result[(size_t)y * width + x] = (uchar4)(sharp.xyz, here.w);
}

#ifdef __IMAGE_SUPPORT__
// Likewise, with images in place of buffers: a sampler repeats the edge.
constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void unsharp_image_rows(read_only image2d_t picture, write_only image2d_t blur, constant float *weights) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int i = 0; i <= 2 * RADIUS; ++i)
    sum += weights[i] * convert_float4(read_imageui(picture, edge, at + (int2)(i - RADIUS, 0)));
  write_imagef(blur, at, sum);
}

kernel void unsharp_image_columns(read_only image2d_t picture, read_only image2d_t blur, write_only image2d_t result,
                                  constant float *weights, float amount) {
  int2 at = (int2)(get_global_id(0), get_global_id(1));
  float4 sum = 0;
  for (int i = 0; i <= 2 * RADIUS; ++i) sum += weights[i] * read_imagef(blur, edge, at + (int2)(0, i - RADIUS));
  uint4 here = read_imageui(picture, edge, at);
  float4 pixel = convert_float4(here);
  uchar4 sharp = convert_uchar4_sat_rte(pixel + amount * (pixel - sum));
  write_imageui(result, at, (uint4)(convert_uint3(sharp.xyz), here.w));
}
#endif

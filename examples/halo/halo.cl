// SPDX-License-Identifier: Apache-2.0
// Heat spreads in a box of cells with one layer of halo around it. The host defines LINE, the longest line of a face.
#pragma OPENCL FP_CONTRACT OFF  // any number of ranks computes the same bits

// One step of the cells from `x`, `y`, `z` on, as many as the global size says. Lines are `row` cells apart, planes
// `plane` cells.
kernel void step(global const float *from, global float *to, ulong row, ulong plane, uint x, uint y, uint z,
                 float rate) {
  size_t i = (z + get_global_id(2)) * plane + (y + get_global_id(1)) * row + x + get_global_id(0);
  float around = from[i - 1] + from[i + 1] + from[i - row] + from[i + row] + from[i - plane] + from[i + plane];
  to[i] = from[i] + rate * (around - 6.0f * from[i]);
}

// Gathers a face: `lines` lines, `pitch` cells apart, of `count` cells, `stride` apart. While a line is carried out to
// the face, the next is fetched.
kernel void pack(global const float *field, global float *face, ulong begin, uint count, ulong stride, uint lines,
                 ulong pitch) {
  local float line[2][LINE];
  uint first = get_group_id(0), groups = get_num_groups(0);
  event_t fetched = 0, stored[2] = {0, 0};
  if (first < lines)
    fetched = async_work_group_strided_copy(line[0], field + begin + first * pitch, count, stride, 0);
  uint now = 0, done = 0;
  for (uint l = first; l < lines; l += groups, now = !now, ++done) {
    event_t next = 0;
    if (done) wait_group_events(1, &stored[!now]);
    if (l + groups < lines)
      next = async_work_group_strided_copy(line[!now], field + begin + (l + groups) * pitch, count, stride, 0);
    wait_group_events(1, &fetched);
    stored[now] = async_work_group_copy(face + (ulong)l * count, line[now], count, 0);
    fetched = next;
  }
  if (done) wait_group_events(1, &stored[!now]);
}

// Scatters a face into the halo: `pack` the other way.
kernel void unpack(global float *field, global const float *face, ulong begin, uint count, ulong stride, uint lines,
                   ulong pitch) {
  local float line[2][LINE];
  uint first = get_group_id(0), groups = get_num_groups(0);
  event_t fetched = 0, stored[2] = {0, 0};
  if (first < lines) fetched = async_work_group_copy(line[0], face + (ulong)first * count, count, 0);
  uint now = 0, done = 0;
  for (uint l = first; l < lines; l += groups, now = !now, ++done) {
    event_t next = 0;
    if (done) wait_group_events(1, &stored[!now]);
    if (l + groups < lines) next = async_work_group_copy(line[!now], face + (ulong)(l + groups) * count, count, 0);
    wait_group_events(1, &fetched);
    stored[now] = async_work_group_strided_copy(field + begin + l * pitch, line[now], count, stride, 0);
    fetched = next;
  }
  if (done) wait_group_events(1, &stored[!now]);
}

// SPDX-License-Identifier: Apache-2.0
// The sum of each block of 256.

// spelling sequential: halves, neighbours add
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = get_local_size(0) / 2; o > 0; o >>= 1) {
    if (l < o) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling sequential_argument: local memory from the host, uint
// global: n; local: 256; part: 1024
kernel void reduction(global const int *in, global int *sums, local int *part) {
  uint l = get_local_id(0), size = get_local_size(0);
  part[l] = in[get_global_id(0)];
  for (uint o = size / 2; o > 0; o /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < o) part[l] = part[l] + part[l + o];
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling interleaved_mod: every 2 o-th adds
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  int l = get_local_id(0), size = get_local_size(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 1; o < size; o *= 2) {
    if (l % (2 * o) == 0) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling interleaved_mask: the same by a mask
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  uint l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint o = 1; o < 256; o <<= 1) {
    if ((l & (2 * o - 1)) == 0) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling interleaved_index: the first ones add at 2 o l
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  int l = get_local_id(0), size = get_local_size(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 1; o < size; o *= 2) {
    int at = 2 * o * l;
    if (at < size) part[at] += part[at + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling first_item: adds all
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (int k = 0; k < 256; k++) sum += part[k];
    sums[get_group_id(0)] = sum;
  }
}

// spelling local_atomics: all add to one
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int sum;
  if (get_local_id(0) == 0) sum = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&sum, in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}

// spelling work_group_reduce_add: the function
// global: n; local: 256
// options: -cl-std=CL3.0
// needs: work_group_functions
kernel void reduction(global const int *in, global int *sums) {
  int sum = work_group_reduce_add(in[get_global_id(0)]);
  if (get_local_id(0) == 0) sums[get_group_id(0)] = sum;
}

// spelling add_on_load: half as many items
// global: n / 2; local: 128
kernel void reduction(global const int *in, global int *sums) {
  local int part[128];
  int l = get_local_id(0), i = get_group_id(0) * 256 + l;
  part[l] = in[i] + in[i + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 64; o > 0; o >>= 1) {
    if (l < o) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling strided: four in each item, a group's size apart
// global: n / 4; local: 64
kernel void reduction(global const int *in, global int *sums) {
  local int part[64];
  int l = get_local_id(0), first = get_group_id(0) * 256, sum = 0;
  for (int k = l; k < 256; k += 64) sum += in[first + k];
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 32; o > 0; o >>= 1) {
    if (l < o) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling contiguous: four neighbours in each item
// global: n / 4; local: 64
kernel void reduction(global const int *in, global int *sums) {
  local int part[64];
  int l = get_local_id(0), first = get_global_id(0) * 4, sum = 0;
  for (int k = 0; k < 4; k++) sum += in[first + k];
  part[l] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 32; o > 0; o >>= 1) {
    if (l < o) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling int4: a vector in each item
// global: n / 4; local: 64
kernel void reduction(global const int4 *in, global int *sums) {
  local int part[64];
  int l = get_local_id(0);
  int4 v = in[get_global_id(0)];
  part[l] = v.x + v.y + v.z + v.w;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 32; o > 0; o >>= 1) {
    if (l < o) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = part[0];
}

// spelling unrolled: each step written out
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 128) part[l] += part[l + 128];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 64) part[l] += part[l + 64];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 32) part[l] += part[l + 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 16) part[l] += part[l + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) part[l] += part[l + 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 4) part[l] += part[l + 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 2) part[l] += part[l + 2];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) sums[get_group_id(0)] = part[0] + part[1];
}

// spelling unrolled_tail: the first item adds the last eight
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  int l = get_local_id(0);
  part[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 128; o >= 8; o >>= 1) {
    if (l < o) part[l] += part[l + o];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    sums[get_group_id(0)] = part[0] + part[1] + part[2] + part[3] + part[4] + part[5] + part[6] + part[7];
}

// spelling two_arrays: in turns
// global: n; local: 256
kernel void reduction(global const int *in, global int *sums) {
  local int parts[2][256];
  int l = get_local_id(0), from = 0;
  parts[0][l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int o = 128; o > 0; o >>= 1) {
    if (l < o) parts[1 - from][l] = parts[from][l] + parts[from][l + o];
    from = 1 - from;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0) sums[get_group_id(0)] = parts[from][0];
}

// spelling sub_groups: the function, then the first item
// global: n; local: 256
// options: -cl-std=CL3.0
// needs: sub_groups
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void reduction(global const int *in, global int *sums) {
  local int part[256];
  int sum = sub_group_reduce_add(in[get_global_id(0)]);
  if (get_sub_group_local_id() == 0) part[get_sub_group_id()] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) {
    sum = 0;
    for (uint k = 0; k < get_num_sub_groups(); k++) sum += part[k];
    sums[get_group_id(0)] = sum;
  }
}

// spelling item*: a whole block in each item
// global: n / 256; local: 16
kernel void reduction(global const int *in, global int *sums) {
  int g = get_global_id(0), sum = 0;
  for (int k = 0; k < 256; k++) sum += in[g * 256 + k];
  sums[g] = sum;
}

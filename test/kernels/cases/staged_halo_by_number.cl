// global: 48x20
// local: 16x4
// arg: in uint 1352 = i * 7 % 31
// arg: out uint 960
// expect: out[i] = in(i / 48 * 52 + i % 48) + in((i / 48 + 6) * 52 + i % 48 + 4) * 100 + in((i / 48 + 3) * 52 + i % 48 + 2) * 10000
// Work-items fill elements by one number, whose quotient and remainder are row and column.
kernel void test(global const uint *in, global uint *out) {
  local uint tile[10][20], flat[200];
  uint l = get_local_id(0), m = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  uint left = get_group_id(0) * 16, top = get_group_id(1) * 4;
  for (uint k = m * 16 + l; k < 200; k += 64) tile[k / 20][k % 20] = in[(top + k / 20) * 52 + left + k % 20];
  for (uint k = m * get_local_size(0) + l; k < 200; k += get_local_size(0) * get_local_size(1))
    flat[k] = in[(top + k / 20) * 52 + left + k % 20];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 48 + x] = tile[m][l] + flat[(m + 6) * 20 + l + 4] * 100 + tile[m + 3][l + 2] * 10000;
}

// global: 48x20
// local: 16x4, 8x2, 4x4, 16x1
// arg: in int 1560 = i * 7 % 31
// arg: out int 960
// expect: out[i] = in(i / 48 * 52 + i % 48) + in((i / 48 + 6) * 52 + i % 48 + 4) * 100 + in((i / 48 + 3) * 52 + i % 48 + 2) * 10000
// Each work-item fills, from its place on, elements of a tile that is larger than the work-group.
kernel void test(global const int *in, global int *out) {
  local int tile[10][20];
  int l = get_local_id(0), m = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  int left = x - l, top = get_group_id(1) * get_local_size(1);
  for (int j = m; j < 10; j += get_local_size(1))
    for (int i = l; i < 20; i += get_local_size(0)) tile[j][i] = in[(top + j) * 52 + left + i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 48 + x] = tile[m][l] + tile[m + 6][l + 4] * 100 + tile[m + 3][l + 2] * 10000;
}

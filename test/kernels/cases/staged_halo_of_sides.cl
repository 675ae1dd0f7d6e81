// global: 48x24
// local: 16x8
// arg: in int 1560 = i * 7 % 31
// arg: out int 1152
// expect: out[i] = in(i / 48 * 52 + i % 48) + in((i / 48 + 6) * 52 + i % 48 + 4) * 100 + in((i / 48 + 3) * 52 + i % 48 + 2) * 10000
// Four stores fill parts of the tile; some work-items store several times.
kernel void test(global const int *in, global int *out) {
  local int tile[14][20];
  int l = get_local_id(0), m = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  tile[m][l] = in[y * 52 + x];
  if (l < 4) tile[m][l + 16] = in[y * 52 + x + 16];
  if (m < 6) tile[m + 8][l] = in[(y + 8) * 52 + x];
  if (l < 4 && m < 6) tile[m + 8][l + 16] = in[(y + 8) * 52 + x + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[y * 48 + x] = tile[m][l] + tile[m + 6][l + 4] * 100 + tile[m + 3][l + 2] * 10000;
}

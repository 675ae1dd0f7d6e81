// global: 48x24
// local: 16x8
// arg: in int 1152 = i * 7 % 31
// arg: out int 1152
// expect: out[i] = (i % 48 > 0 & i % 48 < 47 & i / 48 > 0 & i / 48 < 23) * (in(max(i - 1, 0)) + in(min(i + 1, 1151)) * 100 + in(max(i - 48, 0)) * 10000 + in(min(i + 48, 1151)) * 1000000)
// Nothing outside of the picture is loaded: work-items at its sides leave elements of the tile out, and load none of
// these.
kernel void test(global const int *in, global int *out) {
  local int tile[10][18];
  int w = get_global_size(0), h = get_global_size(1);
  int l = get_local_id(0), m = get_local_id(1), x = get_global_id(0), y = get_global_id(1), i = y * w + x, sum = 0;
  tile[m + 1][l + 1] = in[i];
  if (l == 0 && x > 0) tile[m + 1][0] = in[i - 1];
  if (l == 15 && x < w - 1) tile[m + 1][17] = in[i + 1];
  if (m == 0 && y > 0) tile[0][l + 1] = in[i - w];
  if (m == 7 && y < h - 1) tile[9][l + 1] = in[i + w];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
    sum = tile[m + 1][l] + tile[m + 1][l + 2] * 100 + tile[m][l + 1] * 10000 + tile[m + 2][l + 1] * 1000000;
  out[i] = sum;
}

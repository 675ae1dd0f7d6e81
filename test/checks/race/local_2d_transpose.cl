// global: 8x8
// local: 4x4
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 10:14 12:22
kernel void test(global const int *in, global int *out) {
  local int tile[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  tile[y][x] = in[get_global_id(1) * 8 + get_global_id(0)];
  int gx = get_group_id(1) * 4 + x, gy = get_group_id(0) * 4 + y;
  out[gy * 8 + gx] = tile[x][y];
}

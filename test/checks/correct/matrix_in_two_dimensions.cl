// global: 16x16
// local: 8x4
// arg: in int 256 = i
// arg: out int 256
// expect: out[i] = in(i % 16 * 16 + i / 16)
kernel void test(global const int *in, global int *out) {
  local int tile[8][5];
  int x = get_local_id(0), y = get_local_id(1);
  tile[x][y] = in[get_global_id(1) * 16 + get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int flat = y * 8 + x, c = flat % 4, r = flat / 4;
  out[(get_group_id(0) * 8 + r) * 16 + get_group_id(1) * 4 + c] = tile[r][c];
}

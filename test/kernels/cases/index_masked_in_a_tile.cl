// global: 512
// local: 256
// arg: in int 512 = i * 7 % 101
// arg: out int 512
// expect: out[i] = in(i / 256 * 256 + i % 16 * 16 + i / 16 % 16)
// A work-group of 256 as a tile of 16 x 16, turned around.
kernel void test(global const int *in, global int *out) {
  local int tile[16][17];
  int l = get_local_id(0), x = l & 15, y = l >> 4;
  tile[y][x] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[x][y];
}

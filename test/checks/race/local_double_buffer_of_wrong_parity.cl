// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 14:22 13:17
kernel void test(global const int *in, global int *out) {
  local int tiles[2][16];
  int id = get_local_id(0);
  tiles[0][id] = in[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 2; ++k) {
    int value = tiles[0][(id + 1) % 16];
    tiles[k % 2][id] = value + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = tiles[0][id];
}

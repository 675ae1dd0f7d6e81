// global: 1024
// local: 64
// arg: in int 1024 = i * 37 % 101
// arg: out int 1024 = -1
// arg: value int 32
// expect: out[i] = in(i % 32 * 32 + i / 32)
kernel void test(global const int *in, global int *out, int w) {
  local int tile[64];
  int l = get_local_id(0), x = l % 8, y = l >> 3, g = get_group_id(0), tiles = w / 8;
  int left = g % tiles * 8, top = g / tiles * 8;
  tile[l] = in[(top + y) * w + left + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[(left + y) * 32 + top + x] = tile[x * 8 + y];
}

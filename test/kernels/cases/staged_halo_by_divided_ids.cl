// global: 64
// local: 16
// arg: in int 320 = i * i % 1009
// arg: out int 64
// expect: out[i] = in((i / 16 * 16 + (i + 4) % 16) / 3 * 10 + i / 16 * 16 + i % 16 + 4)
// Both parts come from places that hang on the storing work-item's id, divided.
kernel void test(global const int *in, global int *out) {
  local int tile[20];
  int l = get_local_id(0), x = get_global_id(0);
  tile[l] = in[x / 3 * 10 + x];
  if (l < 4) tile[l + 16] = in[x / 3 * 10 + x + 16];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[x] = tile[l + 4];
}

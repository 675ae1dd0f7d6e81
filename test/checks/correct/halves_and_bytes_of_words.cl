// global: 16
// local: 16
// arg: in int 16 = i * 1000
// arg: out int 16
// expect: out[i] = in(i) / 1000
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  local uchar *bytes = (local uchar *)tile;
  for (int b = 0; b < 4; ++b) bytes[4 * id + b] = in[id] >> 8 * b;
  barrier(CLK_LOCAL_MEM_FENCE);
  local half *halves = (local half *)tile;
  int value = tile[id] / 1000;
  barrier(CLK_LOCAL_MEM_FENCE);
  vstore_half((float)value, 2 * id, halves);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[id] = (int)vload_half(2 * id, halves);
}

// global: 64
// local: 1, 16, 64
// arg: in int 64 = i
// arg: out int 64
// expect: out[i] = sum(k, 0, i % 7, i * k)
kernel void test(global const int *in, global int *out) {
  local int tile[64];
  size_t id = get_local_id(0), i = get_global_id(0);
  int total = 0;
  for (int k = 0; k < i % 7 + 1; ++k) {
    tile[id] = in[i] * k;
    barrier(CLK_LOCAL_MEM_FENCE);
    total += tile[id];
  }
  out[i] = total;
}

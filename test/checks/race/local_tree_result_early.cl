// global: 64
// local: 32
// arg: in int 64 = i
// arg: out int 64
kernel void test(global const int *in, global int *out) {
  local int sums[32];
  int id = get_local_id(0);
  sums[id] = in[get_global_id(0)];
  for (int half = 16; half > 0; half /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (id < half) sums[id] += sums[id + half];
  }
  out[get_global_id(0)] = sums[0];
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 13:12 11:14
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0), sum = 0;
  for (int k = 0; k < 3; ++k) {
    tile[id] = in[16 * k + id];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[15 - id];
  }
  out[get_global_id(0)] = sum;
}

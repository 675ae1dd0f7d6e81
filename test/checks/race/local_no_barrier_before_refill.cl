// global: 32
// local: 16
// arg: in int 64 = i
// arg: out int 32
// written: out
// races: 11:14 13:12
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0), sum = 0;
  for (int step = 0; step < 2; ++step) {
    tile[id] = in[step * 32 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[id ^ 1];
  }
  out[get_global_id(0)] = sum;
}

// global: 32
// local: 16
// arg: in int 64 = i
// arg: out int 32
// written: out
// races: 11:14 13:12
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0), sum = 0;
  for (int step = 0; step < 4; ++step) {
    tile[id] = in[step * 16 + id];
    barrier(CLK_LOCAL_MEM_FENCE);
    sum += tile[15 - id];
    if (step < 2) barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = sum;
}

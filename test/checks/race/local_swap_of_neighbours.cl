// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 14:14 12:18
kernel void test(global const int *in, global int *out) {
  local int tile[17];
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tile[id] < tile[(id + 1) % 16]) {
    int t = tile[id];
    tile[id] = 0;
    out[get_global_id(0)] = t;
  }
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 12:27 10:12
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  int id = get_local_id(0);
  tile[id] = in[get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15 - id];
}

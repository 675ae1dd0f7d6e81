// global: 32
// local: 16
// arg: in int 34 = i
// arg: out int 32
// written: out
// races: 13:25 15:27
// races: 14:25 15:38
kernel void test(global const int *in, global int *out) {
  local int tile[18];
  int id = get_local_id(0);
  tile[id + 1] = in[get_global_id(0) + 1];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (id == 15) tile[0] = in[get_global_id(0)];
  if (id == 0) tile[17] = in[get_global_id(0) + 2];
  out[get_global_id(0)] = tile[id] + tile[id + 2];
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 15:27, ... out of bounds: reads 4 bytes at address ... no argument's and no local variable's memory
kernel void test(global const int *in, global int *out) {
  local int tile[16];
  local int *local places[16];
  int id = get_local_id(0);
  tile[id] = id;
  places[id] = tile + id;
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *place = places[15 - id];
  out[get_global_id(0)] = place[1000];
}

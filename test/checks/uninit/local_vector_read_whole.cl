// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 13:29, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int4 *out) {
  local int tile[64];
  int id = get_local_id(0);
  tile[id] = in[id];
  barrier(CLK_LOCAL_MEM_FENCE);
  int4 v = vload4(id, tile);
  out[get_global_id(0) / 4] = v * 2;
}

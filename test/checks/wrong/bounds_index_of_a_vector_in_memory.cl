// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:40, ... out of bounds: writes 4 bytes at byte -16 of local array 'tile' (256 bytes)
kernel void test(global const int *in, global int *out) {
  local int4 tile[16];
  int id = get_local_id(0);
  ((local int *)&tile[id])[in[id] - 4] = id;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0].x;
}

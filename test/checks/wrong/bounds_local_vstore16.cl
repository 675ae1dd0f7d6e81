// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:3, ... out of bounds: writes 64 bytes at byte 960 of local array 'tile' (960 bytes)
kernel void test(global const int *in, global int *out) {
  local int tile[16 * 15];
  int id = get_local_id(0);
  vstore16((int16)(id), id, tile);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[id];
}

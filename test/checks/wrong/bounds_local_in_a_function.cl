// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 7:10, ... out of bounds: writes 4 bytes at byte 64 of local array 'tile' (64 bytes)
void put(local int *to, int at) {
  to[at] = 7;
}
kernel void test(global int *out) {
  local int tile[16];
  put(tile, get_local_id(0) + 1);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[1];
}

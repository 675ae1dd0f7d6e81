// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 10:27, ... out of bounds: reads 4 bytes at byte 64 of local array 'tile' (64 bytes)
kernel void test(global int *out) {
  local int tile[16];
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[get_local_id(0) + 1];
}

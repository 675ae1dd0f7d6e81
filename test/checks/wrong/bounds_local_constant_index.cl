// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 10:38, ... out of bounds: writes 4 bytes at byte 64 of local array 'tile' (64 bytes)
kernel void test(global int *out) {
  local int tile[16];
  tile[get_local_id(0)] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0) tile[16] = 4;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[15];
}

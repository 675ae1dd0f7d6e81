// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 11:27, ... out of bounds: reads 4 bytes at byte -4 of local array 'tile' (64 bytes)
kernel void test(global int *out) {
  local int tile[16];
  int i = get_local_id(0);
  tile[i] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[i - 1];
}

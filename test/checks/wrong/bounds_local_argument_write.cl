// global: 64
// local: 16
// arg: out int 64
// arg: local 4 * L - 4
// written: out
// check: line 8:25, ... out of bounds: writes 4 bytes at byte 60 of argument 1 'tile' (60 bytes, local)
kernel void test(global int *out, local int *tile) {
  tile[get_local_id(0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = tile[0];
}

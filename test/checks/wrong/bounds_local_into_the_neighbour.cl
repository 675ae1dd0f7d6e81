// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 11:24, ... out of bounds: writes 4 bytes at byte 64 of local array 'a' (64 bytes)
kernel void test(global int *out) {
  local int a[16], b[16];
  size_t i = get_local_id(0);
  b[i] = 5;
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i + 16 * (i == 0)] = 1;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = a[i] + b[i];
}

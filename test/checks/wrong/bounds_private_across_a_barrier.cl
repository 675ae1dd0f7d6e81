// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 11:12, ... out of bounds: reads 4 bytes at byte 16 of variable 'a' (16 bytes)
kernel void test(global int *out) {
  int a[4];
  size_t i = get_global_id(0);
  for (int k = 0; k < 4; ++k) a[(k + i) % 4] = k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = a[i % 5];
}

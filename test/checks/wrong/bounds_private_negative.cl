// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 9:12, ... out of bounds: reads 4 bytes at byte -4 of variable 'a' (16 bytes)
kernel void test(global int *out) {
  int a[4] = {1, 2, 3, 4};
  int i = get_global_id(0);
  out[i] = a[i % 4 - 1];
}

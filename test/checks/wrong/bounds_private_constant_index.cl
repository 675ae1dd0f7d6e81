// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 8:8, ... out of bounds: writes 4 bytes at byte 16 of variable 'a' (16 bytes)
kernel void test(global int *out) {
  int a[4] = {1, 2, 3, 4};
  a[4] = 5;
  out[get_global_id(0)] = a[0];
}

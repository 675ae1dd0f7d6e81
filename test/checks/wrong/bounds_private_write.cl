// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 8:37, ... out of bounds: writes 4 bytes at byte 32 of variable 'a' (32 bytes)
kernel void test(global int *out) {
  int a[8];
  for (int i = 0; i <= 8; ++i) a[i] = i;
  out[get_global_id(0)] = a[7];
}

// global: 64
// local: 16
// arg: out int 64
// written: out
// check: line 9:19, ... out of bounds: writes 4 bytes at byte 4096 of variable 'a' (4096 bytes)
kernel void test(global int *out) {
  int a[1024];
  size_t i = get_global_id(0);
  a[1024 - i % 2] = 0;
    out[i] = a[1023];
}

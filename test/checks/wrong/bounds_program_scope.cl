// global: 64
// local: 16
// options: -cl-std=CL2.0
// arg: out int 64
// written: out
// check: line 10:24, ... out of bounds: writes 4 bytes at byte 64 of variable 'kept' (64 bytes)
global int kept[16];
kernel void test(global int *out) {
  size_t i = get_global_id(0);
  if (i <= 16) kept[i] = i;
  out[i] = 0;
}

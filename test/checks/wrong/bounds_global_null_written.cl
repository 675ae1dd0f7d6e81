// global: 64
// local: 16
// arg: null out
// check: line 7:10, ... out of bounds: writes 4 bytes at byte 0 of argument 0 'out' (null)
kernel void test(global int *out) {
  size_t i = get_global_id(0);
  out[i] = 1;
}

// global: 64
// local: 16
// arg: null in
// arg: out int 64
// written: out
// check: line 9:12, ... out of bounds: reads 4 bytes at byte 0 of argument 0 'in' (null)
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = in[i];
}

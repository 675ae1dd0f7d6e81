// global: 64
// local: 16
// options: -cl-std=CL2.0
// arg: in int 63 = i
// arg: out int 64
// written: out
// check: line 9:10, ... out of bounds: reads 4 bytes at byte 252 of argument 0 'in' (252 bytes)
int value(const int *at) {
  return *at;
}
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = value(in + i);
}

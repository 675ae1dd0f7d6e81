// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:60, ... out of bounds: reads 4 bytes at byte 256 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int sum = 0;
  for (global const int *p = in; p <= in + 64; ++p) sum += *p;
  out[get_global_id(0)] = sum;
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:43, ... out of bounds: reads 4 bytes at byte 256 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (size_t k = 0; k <= 64; ++k) sum += in[k];
  out[i] = sum;
}

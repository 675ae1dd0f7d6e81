// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:7, ... out of bounds: writes 4 bytes at byte 256 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global float *out) {
  int i = get_global_id(0);
  float x = in[i];
  x = sincos(x, &out[i + 1]);
  if (x > 3) out[i] = x;
}

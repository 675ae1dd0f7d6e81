// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:13, ... out of bounds: writes 4 bytes at byte -4 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  float x = frexp((float)in[i], out + i - 1);
  if (x > 2) out[i] = 1;
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:24, ... out of bounds: reads 8 bytes at byte 252 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (i < 16) out[i] = vload3(i + 6, in).x;
}

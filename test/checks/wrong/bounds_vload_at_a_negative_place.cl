// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:12, ... out of bounds: reads 8 bytes at byte -4 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = vload2(i - 1, in + 1).y;
}

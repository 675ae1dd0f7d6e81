// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:21, ... index overflow: the int operation on 43 and 50000000 overflows, and becomes an address
// check: line 10:34, ... out of bounds: writes 4 bytes at byte -8579869012 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int x = get_global_id(0), width = 50000000, y = in[x];
  if (y > 42) out[y * width + x] = 1;
}

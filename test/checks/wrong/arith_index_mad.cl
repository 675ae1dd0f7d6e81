// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:34, ... index overflow: the int operation on 22005 and 100000 overflows, and becomes an address
// check: line 11:27, ... out of bounds: writes 4 bytes at byte -4777869184 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int at = mad24(in[i], 1000, 5) * 100000;
  if (in[i] > 30) out[at] = 1;
}

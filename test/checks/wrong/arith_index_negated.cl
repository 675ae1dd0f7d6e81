// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:12, ... index overflow: the int operation on 0 and -2147483648 overflows, and becomes an address
// check: line 12:22, ... out of bounds: writes 4 bytes at byte -8589934592 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int n = -2147483647 - 1 + in[i];
  int at = -n;
  if (i < 5) out[at] = 1;
}

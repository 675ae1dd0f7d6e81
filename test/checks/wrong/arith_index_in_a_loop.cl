// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:34, ... index overflow: the int operation on 2000000000 and 1000000000 overflows, and becomes an address
// check: line 11:31, ... out of bounds: writes 4 bytes at byte -5179869164 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), at = 0;
  for (int k = 0; k < 3; ++k) at += 1000000000;
  if (i == 5) out[at + in[i]] = 1;
}

// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 10:29, ... index overflow: the int operation on 3 and 1000000000 overflows, and becomes an address
// check: line 10:36, ... out of bounds: writes 4 bytes at byte -5179869184 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), far = 1000000000;
  if (in[i] == 3) out[in[i] * far] = 1;
}

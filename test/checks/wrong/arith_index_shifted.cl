// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:28, ... out of bounds: writes 4 bytes at byte 268435460 of argument 1 'out' (256 bytes)
// check: line 10:19, ... index overflow: the int operation on 32 and 67108864 overflows, and becomes an address
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int row = in[i] * 67108864;
  if (i < 40) out[row + i] = i;
}

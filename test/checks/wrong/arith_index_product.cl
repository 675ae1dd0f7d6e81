// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// check: line 8:29, ... index overflow: the int operation on ... and 1000000000 overflows, and becomes an address
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), far = 1000000000;
  if (in[i] == 3) out[in[i] * far] = 1;
}

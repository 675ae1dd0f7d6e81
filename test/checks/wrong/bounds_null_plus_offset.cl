// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:8, ... out of bounds: writes 4 bytes at address 0x14, of a null pointer
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  global int *p = in[i] == 5 ? 0 : out;
  p[i] = 1;
}

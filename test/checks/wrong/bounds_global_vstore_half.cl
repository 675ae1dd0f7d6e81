// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:3, ... out of bounds: writes 2 bytes at byte 256 of argument 1 'out' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  vstore_half((float)in[i], 2 * i + 2, (global half *)out);
}

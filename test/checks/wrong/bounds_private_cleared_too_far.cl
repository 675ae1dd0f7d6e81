// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:40, ... out of bounds: writes 4 bytes at byte 128 of variable 'mine' (128 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), mine[32];
  for (int k = 0; k < 33; ++k) mine[k] = 0;
  out[i] = mine[in[i] % 32];
}

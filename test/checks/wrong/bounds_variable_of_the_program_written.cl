// global: 64
// local: 16
// options: -cl-std=CL3.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:29, ... out of bounds: writes 4 bytes at byte 36 of variable 'totals' (16 bytes)
global int totals[4];
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (i == 9) totals[in[i]] = i;
  out[i] = totals[0];
}

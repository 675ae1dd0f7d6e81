// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:17, ... out of bounds: reads 4 bytes at byte 12 of variable 'weights' (12 bytes)
constant float weights[3] = {1, 2, 3};
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = (int)weights[in[i] % 4];
}

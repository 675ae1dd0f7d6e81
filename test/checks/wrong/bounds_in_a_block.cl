// global: 64
// local: 16
// options: -cl-std=CL2.0
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:39, ... out of bounds: reads 4 bytes at byte 256 of argument 0 'in' (256 bytes)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int (^get)(int) = ^(int k) { return in[k]; };
  out[i] = get(i + 1);
}

// global: 1024
// local: 64
// arg: in int 1024 = i * 7 % 1009
// arg: out int 1024
// arg: value int 32
// arg: value int 6
// expect: out[i] = in(i / 64) + i % 32
// Shift and mask are not of the same number.
kernel void test(global const int *in, global int *out, int n, int log_n) {
  int g = get_global_id(0), row = g >> log_n, column = g & (n - 1);
  out[g] = in[row] + column;
}

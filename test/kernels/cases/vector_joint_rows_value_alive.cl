// global: 40 x 14
// local: null, 8x2, 5x7, 40x1, 40x14, 1x1
// options: -cl-std=CL3.0
// options: -cl-std=CL3.0 -cl-wherry-vector-width=8
// arg: in int 240 = i * 5 % 29 - 13
// arg: out int 560
// arg: all int 560
// arg: value int 6
// expect: out[i] = sum(k, 0, 5, in(k * 40 + i % 40)) * (i / 40)
// expect: all[i] = sum(k, 0, 5, in(k))
// Rows of work-items go together; a value of theirs, the same for all, lives on behind them.
kernel void test(global const int *in, global int *out, global int *all, int n) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0, same = 0;
  for (int k = 0; k < n; ++k) {
    sum += in[k * 40 + x] * y;
    same += in[k];
  }
  out[y * 40 + x] = sum;
  barrier(CLK_GLOBAL_MEM_FENCE);
  all[x * 14 + y] = same;
}

// global: 40 x 24
// local: null, 16x16, 1x24, 3x5, 40x1, 8x24
// options: -cl-std=CL3.0
// arg: in int 960 = i * 7 - 3
// arg: out int 960
// arg: sums int 960
// expect: out[i] = in(i % 24 * 40 + i / 24)
// expect: sums[i] = sum(j, 0, 4, in(j * 24 + i % 24) * (i / 24 + j))
// Memory is reached in rows along dimension 1.
kernel void test(global const int *in, global int *out, global int *sums) {
  int x = get_global_id(0), y = get_global_id(1), sum = 0;
  out[x * 24 + y] = in[y * 40 + x];
  for (int k = 0; k < 5; ++k) sum += in[k * 24 + y] * (x + k);
  sums[x * 24 + y] = sum;
}

// A sum in memory to which some iterations add, of numbers of one place behind the same condition.
// global: 50
// local: null, 10
// arg: in int 200 = i * 7 % 101
// arg: out int 100
// arg: value int 50
// expect: out[i] = sum(k, 0, 49, k == i / 2 ? 0 : in(4 * k) * in(4 * (i / 2) + 1 + i % 2)) + i % 2
kernel void test(global const int *in, global int *out, int n) {
  int i = get_global_id(0);
  out[2 * i] = 0;
  out[2 * i + 1] = 1;
  for (int j = 0; j < n; j++)
    if (j != i) {
      out[2 * i] += in[4 * j] * in[4 * i + 1];
      out[2 * i + 1] += in[4 * j] * in[4 * i + 2];
    }
}

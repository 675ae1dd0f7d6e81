// global: 40
// local: null, 8
// arg: in int 1480 = i * 7 % 5
// arg: factor int 37 = i * 3 % 11
// arg: out int 40
// arg: value int 37
// expect: out[i] = sum(k, 0, 36, in(37 * i + k) > 1 ? in(37 * i + k) * factor(k) : in(37 * i + k) == 1 ? 100 : 0)
kernel void test(global const int *in, global const int *factor, global int *out, int n) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < n; k++) {
    int v = in[i * n + k];
    if (v == 0) continue;
    if (v > 1)
      sum += v * factor[k];
    else
      sum += 100;
  }
  out[i] = sum;
}

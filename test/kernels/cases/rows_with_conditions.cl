// global: 24
// local: null, 8
// arg: in int 1176 = i * 7 % 101
// arg: out int 1176
// arg: value int 49
// arg: value int 5
// expect: out[i] = i % 49 >= 5 && i / 49 > 3 ? in(i) - in(i / 49 * 49 + 5) * in(5 * 49 + i % 49) : 0
// A row in each work-item, some of its elements left out.
kernel void test(global const int *in, global int *out, int n, int t) {
  int y = get_global_id(0);
  for (uint x = 0; x != n; ++x)
    if (x >= t && y > 3) out[y * n + x] = in[y * n + x] - in[y * n + t] * in[t * n + x];
}

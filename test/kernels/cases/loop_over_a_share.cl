// The last work-item's share is shorter, and those behind it are empty.
// global: 64
// local: null
// arg: in int 300 = i * 7 % 101
// arg: out int 300
// arg: value int 271
// expect: out[i] = i < 271 ? in(i) * 3 + i : 0
kernel void test(global const int *in, global int *out, int n) {
  int share = (n + get_global_size(0) - 1) / get_global_size(0), first = get_global_id(0) * share;
  for (int i = first; i < min(first + share, n); i++) out[i] = in[i] * 3 + i;
}

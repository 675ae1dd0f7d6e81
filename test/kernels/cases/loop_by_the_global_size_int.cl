// global: 64
// local: 64, 16, 1
// arg: in int 1000 = i * 7 % 101
// arg: out int 1100
// arg: value int 1000
// expect: out[i] = i < 1000 ? in(i) * 2 : 0
kernel void test(global const int *in, global int *out, int n) {
  for (int g = get_global_id(0); g < n; g += get_global_size(0)) out[g] = in[g] * 2;
}

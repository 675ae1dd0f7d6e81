// global: 9
// local: null, 3
// arg: in int 300 = i * 7 % 101
// arg: out int 300
// arg: value int 271
// expect: out[i] = i < 144 ? in(i) * 3 + i : 0
kernel void test(global const int *in, global int *out, int n) {
  int first = get_global_id(0) * 16;
  for (int i = first; i < first + 16; i++) out[i] = in[i] * 3 + i;
}

// global: 25x2
// local: null, 5x1
// arg: in int 600 = i * 7 % 101
// arg: out int 600
// arg: value uint 271
// expect: out[i] = i < 542 ? in(i) * 3 + i % 271 : 0
kernel void test(global const int *in, global int *out, uint n) {
  for (uint k = 0; k < 12; ++k) {
    uint i = get_global_id(0) * 12 + k;
    if (i < n) out[get_global_id(1) * n + i] = in[get_global_id(1) * n + i] * 3 + i;
  }
}

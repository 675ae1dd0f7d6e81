// global: 50
// local: 50, 10, 1
// arg: in int 650 = i
// arg: out int 50
// arg: value uint 13
// expect: out[i] = 1014 * i + 650
kernel void test(global const int *in, global int *out, uint n) {
  uint r = get_global_id(0);
  int sum = 0;
  for (uint k = n; k-- > 0;) sum += in[r * n + k] * (int)k;
  out[r] = sum;
}

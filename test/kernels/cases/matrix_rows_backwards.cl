// global: 50
// local: 50, 10, 1
// arg: in int 650 = i
// arg: out int 50
// arg: value int 13
// expect: out[i] = 1014 * i + 650
kernel void test(global const int *in, global int *out, int n) {
  int r = get_global_id(0);
  int sum = 0;
  for (int k = n - 1; k >= 0; --k) sum += in[r * n + k] * k;
  out[r] = sum;
}

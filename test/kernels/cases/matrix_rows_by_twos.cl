// global: 50
// local: 50, 10, 1
// arg: in int 650 = i
// arg: out int 50
// arg: value int 13
// expect: out[i] = 1014 * i + 650
kernel void test(global const int *in, global int *out, int n) {
  int r = get_global_id(0);
  int sum = 0;
  for (int k = 0; k + 1 < n; k += 2) sum += in[r * n + k] * k + in[r * n + k + 1] * (k + 1); sum += in[r * n + n - 1] * (n - 1);
  out[r] = sum;
}

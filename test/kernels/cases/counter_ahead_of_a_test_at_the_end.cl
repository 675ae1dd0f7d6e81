// global: 16
// local: null, 8
// arg: in int 400 = i * 7 % 101
// arg: factor int 1 = 3
// arg: out int 16
// arg: value uint 8
// arg: value uint 20
// expect: out[i] = 3 * (in(20 * i + 2) + in(20 * i + 4) + in(20 * i + 6) + in(20 * i + 8) + in(20 * i + 10))
kernel void test(global const int *in, global const int *factor, global int *out, uint n, uint m) {
  uint g = get_global_id(0), i = 0;
  int sum = 0;
  do {
    int v = in[g * m + (i + 2)];
    if (v != 0) sum += v * factor[0];
    i += 2;
  } while (i - 2 < n);
  out[g] = sum;
}

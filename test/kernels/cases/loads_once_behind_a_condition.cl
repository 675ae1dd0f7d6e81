// Work-items come to the loads in different iterations, and the last ones never.
// global: 60
// local: null, 12
// arg: in int 240 = i * 7 % 101
// arg: out int 60
// arg: value int 50
// expect: out[i] = sum(k, 0, 49, k * 2 > i && k % 3 != 0 && i < 55 ? k * in(4 * i) + in(4 * i + 2) : 1)
kernel void test(global const int *in, global int *out, int n) {
  int i = get_global_id(0), sum = 0;
  for (int j = 0; j < n; j++) {
    if (j * 2 > i && j % 3 != 0 && i < 55)
      sum += j * in[4 * i] + in[4 * i + 2];
    else
      sum++;
  }
  out[i] = sum;
}

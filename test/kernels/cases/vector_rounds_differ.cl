// global: 64
// local: 16, 64, 4
// arg: in int 64 = i * 11 % 23
// arg: out int 64
// arg: rounds int 64
// expect: rounds[i] = in(i) % 7 == 0 ? 0 : in(i) % 7
// expect: out[i] = in(i) % 7 * (in(i) % 7 + 1) / 2
kernel void test(global const int *in, global int *out, global int *rounds) {
  int i = get_global_id(0), sum = 0, left = in[i] % 7, done = 0;
  while (true) {
    if (left == 0) break;
    sum += left--;
    if (sum < 0) continue;
    ++done;
  }
  out[i] = sum;
  rounds[i] = done;
}

// global: 64
// local: 1, 16, 64
// arg: out int 64
// expect: out[i] = i * (i + 1) / 2 % 97 + i % 7 + 1
kernel void test(global int *out) {
  int i = get_global_id(0), total = 0, k = 0, rounds = 0;
  while (k <= i) total += k++;
  do rounds++;
  while (rounds <= i % 7);
  out[i] = total % 97 + rounds;
}

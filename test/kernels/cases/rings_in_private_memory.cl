// global: 128
// local: 1, 16, 64
// arg: in int 144 = i * 7 % 31 - 11
// arg: out int 128
// expect: out[i] = 15 + 13 * (i * 7 % 31 - 11) + 6 * ((i + 1) * 7 % 31 - 11) + 6 * ((i + 2) * 7 % 31 - 11) + 7 * ((i + 3) * 7 % 31 - 11)
// Rings of four and eight elements, up and down and by three, in loops of 8 and 9 iterations, and values that take turns.
kernel void test(global const int *in, global int *out) {
  int g = get_global_id(0), four[4] = {in[g], in[g + 1], in[g + 2], in[g + 3]};
  int sum = 0, a = 1, b = 2, c = 3;
  for (int i = 0; i < 8; ++i) sum += four[i & 3];
  for (int i = 7; i >= 0; --i) sum += four[i & 3] * (i & 3 ? 1 : 5);
  for (int i = 3; i < 27; i += 3) {
    sum += four[(i - 3) & 3];
    four[(i + 1) & 3] = four[i & 3];
    if (i == 24) four[0] = four[1];
  }
  for (int i = 0; i < 9; ++i) {
    int turn = a;
    a = b, b = c, c = turn + 1;
  }
  out[g] = sum + a + b + c;
}

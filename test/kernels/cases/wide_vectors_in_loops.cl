// global: 40
// local: 1, 5, 20, 40
// arg: in int 640 = (i * 7 + 3) % 101 - 50
// arg: out int 640
// expect: out[i] = in(i) * 1024 + sum(j, 0, 9, j * (1 << (9 - j)))
// arg: inout int 320 = i % 13
// expect: inout[i] = (i % 13) * 6
// arg: value int 10
// Loops that compute with vectors of 8 and 16 elements, whose elements become lanes'.
kernel void test(global const int16 *in, global int16 *out, global int8 *inout, int n) {
  size_t i = get_global_id(0);
  int16 sum = in[i];
  for (int k = 0; k < n; ++k) sum = sum * 2 + k;
  out[i] = sum;
  int8 more = inout[i], all = 0;
  for (int k = 0; k < n; ++k)
    if (k < 6) all += more;
  inout[i] = all;
}

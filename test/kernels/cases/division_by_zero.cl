// global: 64
// local: 1, 16
// arg: x int 64 = i % 4 - 1
// arg: y int 64 = i % 3 ? i - 20 : 0 - 2147483647 - 1
// arg: out int 64
// expect: out[i] = x(i) ? 127 : 63
// No exception, and what is defined stays so: the least number / -1 is itself, as a product wraps around.
kernel void test(global const int *x, global const int *y, global int *out) {
  size_t i = get_global_id(0);
  int a = y[i], d = x[i], q = a / d, r = a % d;
  uint ua = (uint)a, ud = (uint)d, uq = ua / ud, ur = ua % ud;
  long la = LONG_MIN + (a & 1), lq = la / d, lr = la % d;
  char c = (char)a / (char)d;
  int4 four = (int4)(a, 7, INT_MIN, 0) / (int4)(d, 0, -1, 1);
  uchar16 bytes = (uchar16)(uchar)a % (uchar16)((uchar)d, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14);
  int good = d == 0 || uq * ud + ur == ua ? 1 : 0;
  good += d == 0 || (uint)q * ud + (uint)r == ua ? 2 : 0;
  good += d == 0 || (ulong)lq * (ulong)d + (ulong)lr == (ulong)la ? 4 : 0;
  good += d == 0 || (char)(c * d + (char)a % d) == (char)a ? 8 : 0;
  good += four.z == INT_MIN && four.w == 0 && (d == 0 || four.x == q) ? 16 : 0;
  good += bytes.s2 == 0 && bytes.s3 == (uchar)a % 2 ? 32 : 0;
  out[i] = good + (d ? 64 : 0);
}

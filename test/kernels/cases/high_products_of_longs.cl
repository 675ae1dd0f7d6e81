// global: 1024
// local: 64
// arg: out int 1024
// expect: out[i] = 15
// Products of vectors of work-items, beside those of a work-item's own vectors, which the library makes.
kernel void test(global int *out) {
  int i = get_global_id(0);
  ulong x = (i + 1) * 0x9E3779B97F4A7C15UL, y = (x ^ x >> 29) * 0xBF58476D1CE4E5B9UL;
  if (i % 7 == 0) x = -1UL;
  if (i % 5 == 0) y = 1UL << 63;
  long a = x, b = y, c = -5;
  int same = mul_hi(x, y) == mul_hi((ulong2)(x), (ulong2)(y)).x;
  same |= (mul_hi(a, b) == mul_hi((long2)(a), (long2)(b)).x) << 1;
  same |= (mul_hi(x, 0xffffffffffffffc5UL) == mul_hi((ulong2)(x), (ulong2)(0xffffffffffffffc5UL)).x) << 2;
  out[i] = same | (mul_hi(a, c) == mul_hi((long2)(a), (long2)(c)).x) << 3;
}

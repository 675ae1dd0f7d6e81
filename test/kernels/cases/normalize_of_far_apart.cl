// global: 8
// local: 4
// arg: out int 8
// expect: out[i] = 1
// Components beside which another is huge keep their bits.
kernel void test(global int *out) {
  size_t i = get_global_id(0);
  double4 small = (double4)(0x1.8bcb4bd1a6a11p-418, 0x1.e1009095357bbp-436, 0x1p-130, 0) * (double)(i + 1), x = small;
  x.w = 0x1p561;
  double4 y = normalize(x);
  out[i] = all(y == x / 0x1p561) && all(normalize(x.wx).yx == y.xw) && all(normalize(x.xyw) == y.xyw) &&
           all(normalize((double2)(0x1p-1074, 0x1p-800)) == (double2)(0x1p-274, 1));
}

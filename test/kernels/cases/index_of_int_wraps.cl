// global: 192
// local: 192, 64, 48
// arg: in int 256 = i * 3 + 1
// arg: out int 192
// arg: value int 2147483647
// arg: value int 4
// expect: out[i] = (i < 74 ? in(255) : in(0)) + (i < 100 ? in(i) : in(i + 56)) + (i < 16 ? 0 : in(i - 16)) + (i < 12 ? 0 : in(i - 12)) + (i < 8 ? 0 : in(i - 8)) + (i < 4 ? 0 : in(i - 4))
// Indices that wrap around in a work-group: a clamped sum, whose first lane lies above the lower bound and whose last lane,
// once the sum has wrapped, lies below the upper bound, as if the lanes met none; an index that two branches extend; and
// an index that changes with a loop's counter.
kernel void test(global const int *in, global int *out, int most, int n) {
  int i = (int)get_global_id(0);
  int between = clamp((int)((uint)most - 73u + (uint)max(i, 1)), -128, 127);
  int sum = (in + 128)[between];
  int far = (int)((uint)most - 99u + (uint)i);
  sum += in[far < 0 ? (int)((uint)far + 0x80000000u) + 156 : (int)((uint)far - (uint)most + 99u)];
  uint at = (uint)i - 16u;
  for (int k = 0; k < n; ++k, at += 4u)
    if (at < 256u) sum += in[at];
  out[i] = sum;
}

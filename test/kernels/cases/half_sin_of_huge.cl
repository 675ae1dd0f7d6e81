// global: 256
// local: 64
// arg: out int 256
// expect: out[i] = i == 255 ? 0 : 15
// Beyond 2^16 half_sin and half_cos are still between -1 and 1; of infinity they are NaN.
kernel void test(global int *out) {
  size_t i = get_global_id(0);
  float x = as_float((uint)i << 23 | (i == 255 ? 0 : (uint)i * 12345));
  out[i] = (fabs(half_sin(x)) <= 1) + 2 * (fabs(half_cos(-x)) <= 1) + 4 * !isnan(half_tan(x)) +
           8 * !isnan(half_tan(-x));
}

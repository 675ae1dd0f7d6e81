// Minima and maxima of vectors of work-items: NaNs, quiet and signaling, leave the other operand. x is loaded; y + 0 and
// z + 0 are results of arithmetic.
// global: 64
// local: 64
// arg: result uint 320
// arg: special uint 8 = i == 0 ? 0x7fc00000 : i == 1 ? 0x7f800001 : i == 2 ? 0xffc00001 : i == 3 ? 0xffa00000 : i == 4 ? 0x3f800000 : i == 5 ? 0xff800000 : i == 6 ? 0x7f800000 : 0xbf800000
// expect: result[i] = 1
kernel void test(global uint *result, global const float *special) {
  const size_t i = get_global_id(0);
  const float x = special[i % 8], y = special[i / 8];
  const bool left = isnan(x), right = isnan(y);
  const float least = left ? y : right ? x : x < y ? x : y, most = left ? y : right ? x : x > y ? x : y;
  const float lower = fmin(x, y), upper = fmax(x, y), low = fmin(x + 0.0f, y + 0.0f), high = fmax(x + 0.0f, y + 0.0f);
  const double wide = fmin((double)x, (double)y);
  result[i] = left && right ? isnan(lower) : lower == least;
  result[i + 64] = left && right ? isnan(upper) : upper == most;
  result[i + 128] = left && right ? isnan(low) : low == least;
  result[i + 192] = left && right ? isnan(high) : high == most;
  result[i + 256] = left && right ? isnan(wide) : wide == least;
}

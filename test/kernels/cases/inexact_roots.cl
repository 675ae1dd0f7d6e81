// global: 4087
// local: 61
// arg: out int 4087
// expect: out[i] = 63
// Quotients by roots, as divisions or as products with estimates, keep OpenCL C's bounds for numbers of any magnitude.
double ulps(float got, double want) {
  if (isnan(want)) return isnan(got) ? 0 : 1e9;
  if (isinf((float)want)) return got == (float)want ? 0 : 1e9;
  return fabs(got - want) / exp2(max(want == 0 ? -149.0 : (double)ilogb(want) - 23, -149.0));
}
kernel void test(global int *out) {
  uint i = get_global_id(0);
  uint bits = i * 2654435761u ^ i << 7;
  float x = as_float(bits & 0x7fffffff), y = as_float(bits * 2246822519u);
  if (i < 8) x = i < 2 ? 0.0f : i < 4 ? INFINITY : i < 6 ? as_float(i) : NAN;
  if (isnan(y)) y = 3;
  double root = sqrt((double)x);
  int good = ulps(1 / sqrt(x), 1 / root) <= 2.5;
  good |= (ulps(y / sqrt(x), y / root) <= 3.5) << 1;
  good |= (ulps(rsqrt(x), 1 / root) <= 2) << 2;
  float3 v = (float3)(y, 1, -2) / sqrt(x);
  good |= (ulps(v.x, y / root) <= 3.5 && ulps(v.z, -2 / root) <= 2.5) << 3;
  good |= (ulps(half_sqrt(x), root) <= 8192) << 4;
  // OpenCL C has no bounds for native functions: 2 or 3 ULP where neither number nor result is subnormal.
  bool normal = x > 0x1p-125f && x < 0x1p125f;
  good |= (!normal || (ulps(native_recip(x), 1 / (double)x) <= 2 && ulps(native_sqrt(x), root) <= 3 &&
                       (fabs(y) < 0x1p-100f || fabs(y / (double)x) < 0x1p-120 || ulps(native_divide(y, x), y / (double)x) <= 3)))
          << 5;
  out[i] = good;
}

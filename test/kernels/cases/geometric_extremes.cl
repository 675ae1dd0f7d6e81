// global: 4096
// local: 64
// arg: out int 4096
// expect: out[i] = 255
// Vectors of any magnitude, whose squares would overflow or vanish: errors in ULP beside double.
double ulps(float got, double want) {
  if (isinf((float)want)) return got == (float)want ? 0 : 1e9;
  return fabs(got - want) / exp2(max(want == 0 ? -149.0 : (double)ilogb(want) - 23, -149.0));
}
double most(float3 got, double3 want) {
  return fmax(ulps(got.x, want.x), fmax(ulps(got.y, want.y), ulps(got.z, want.z)));
}
// Finite, of any exponent.
float drawn(uint seed) {
  uint bits = seed * 2654435761u;
  bits ^= bits >> 15;
  bits *= 2246822519u;
  bits ^= bits >> 13;
  return as_float((bits & 0x7f800000) == 0x7f800000 ? bits & 0x807fffff : bits);
}
kernel void test(global int *out) {
  uint i = get_global_id(0);
  int scale = (int)(i % 250) - 125;
  float3 p = (float3)(drawn(3 * i), drawn(3 * i + 1), drawn(3 * i + 2));
  float3 near = ldexp((float3)(1 + i % 7, -(float)(i % 5), 0.3f * (i % 11)), (int3)scale);
  if (i % 16 == 3) p = near;
  double3 d = convert_double3(p);
  double n = sqrt(d.x * d.x + d.y * d.y + d.z * d.z);
  int good = ulps(length(p), n) <= 3;
  good |= (n == 0 || most(normalize(p), d / n) <= 4) << 1;
  good |= (ulps(distance(p, (float3)0), n) <= 3) << 2;
  // Not defined where squares overflow or vanish.
  bool tame = n > 0x1p-60 && n < 0x1p60;
  good |= (!tame || ulps(fast_length(p), n) <= 8192) << 3;
  good |= (!tame || most(fast_normalize(p), d / n) <= 8192) << 4;
  double largest = fmax(fabs(d.x), fmax(fabs(d.y), fabs(d.z)));
  good |= (!tame || fabs(dot(p, p.zxy) - (d.x * d.z + d.y * d.x + d.z * d.y)) <= 5 * largest * largest * 0x1p-23) << 5;
  // One component, or more, infinite; none; a NaN.
  float3 endless = (float3)(i % 2 ? INFINITY : -INFINITY, p.y, i % 3 ? -INFINITY : p.z);
  float3 directions = (float3)(copysign(1.0f, endless.x), copysign(0.0f, p.y), i % 3 ? -1 : copysign(0.0f, p.z));
  double length_of_directions = i % 3 ? sqrt(2.0) : 1;
  good |= (most(normalize(endless), convert_double3(directions) / length_of_directions) <= 3 &&
           length(endless) == INFINITY)
          << 6;
  float3 nothing = (float3)(i % 2 ? 0.0f : -0.0f);
  good |= (all(normalize(nothing) == nothing) && length(nothing) == 0 && isnan(length((float3)(p.x, NAN, p.z))) &&
           isnan(normalize((float2)(p.x, NAN)).x))
          << 7;
  out[i] = good;
}

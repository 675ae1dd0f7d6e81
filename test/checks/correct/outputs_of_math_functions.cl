// global: 32
// local: 8
// arg: in float 32 = i + 1
// arg: out int 32
// written: out
struct results { char pad; float part; int4 exponents; };
kernel void test(global const float *in, global int *out) {
  int i = get_global_id(0);
  float cosine, whole, parts[4];
  int exponent, quotient, sign;
  struct results all;
  local float shared[8];
  float3 cosines;
  float sum = sincos(in[i], &cosine) + fract(in[i] / 3, &whole) + frexp(in[i], &exponent) +
              remquo(in[i], 3.0f, &quotient) + lgamma_r(in[i], &sign) + modf(in[i] / 7, &parts[i & 3]);
  sum += modf(in[i], &all.part) + modf(in[i], &shared[get_local_id(0)]);
  float4 ones = frexp((float4)(in[i]), &all.exponents);
  float3 sines = sincos((float3)(in[i], 1, 2), &cosines);
  if (cosine > 2 || whole < -1 || exponent > 100 || quotient > 100 || sign > 1 || parts[i & 3] > 100) sum = 0;
  if (all.part < 0 || any(all.exponents > 20) || shared[get_local_id(0)] < 0 || cosines.y > 1) sum = 1;
  out[i] = (int)(sum + ones.y + sines.z);
}

// global: 16
// local: 8
// arg: in float 64 = i + 1
// arg: out float 64
// arg: more float 64
// arg: exponents int 64
// written: out
// written: more
// written: exponents
kernel void test(global const float3 *in, global float3 *out, global float3 *more, global int3 *exponents) {
  int i = get_global_id(0);
  local float3 tile[8];
  local int3 numbers[8];
  private float3 mine;
  int id = get_local_id(0);
  out[i] = sincos(in[i], &more[i]) + fract(in[i] / 3, &tile[id]) + frexp(in[i], &exponents[i]);
  out[i] += lgamma_r(in[i], &numbers[id]) + modf(in[i] / 7, &mine);
  more[i] = tile[id] + mine + cross(in[i], tile[id]) + normalize(in[i]) + as_float3(numbers[id]);
  exponents[i] += exponents[i] > 5 ? numbers[id] : (int3)(1);
  if (dot(out[i], more[i]) > 1e6f) out[i].y = length(more[i]);
  out[i] = select(out[i], more[i], isless(out[i], more[i])) + remquo(in[i], more[i], &exponents[i]);
}

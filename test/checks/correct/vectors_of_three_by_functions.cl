// global: 32
// local: 8
// arg: in float 96 = i % 7 + 1
// arg: raw float 128
// arg: out int 32
// written: raw
// expect: out[i] = 1
float3 turn(float3 v) { return v.yzx; }
kernel void test(global const float *in, global float3 *raw, global int *out) {
  int i = get_global_id(0);
  float3 v = vload3(i, in), w[2];
  w[0] = turn(v);
  w[1] = normalize(v);
  float3 c = cross(w[0], w[i & 1]);
  raw[i] = c;
  raw[i] = fma(v, w[0], c) + sqrt(v) + native_exp(-v) + convert_float3(convert_int3(v));
  int3 n = isfinite(c);
  out[i] = length(c) >= 0 && dot(v, w[0]) > 0 && all(n) ? distance(v, w[0]) > -1 : 5;
}

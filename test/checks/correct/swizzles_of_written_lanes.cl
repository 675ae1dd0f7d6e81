// global: 32
// local: 8
// arg: in float 32 = i
// arg: out float 32
// expect: out[i] = 3 * i + 6
kernel void test(global const float *in, global float *out) {
  int i = get_global_id(0);
  float4 v;
  v.xyz = (float3)(in[i], in[i] + 1, in[i] + 2);
  v.xyz = v.zyx;
  v = (float4)(v.xyz, 1);
  float8 w;
  w.hi = v;
  float3 u;
  u.s01 = w.s56;
  u.s2 = w.s4;
  float16 wide;
  wide.s0123 = v;
  wide.hi.lo = wide.lo.lo;
  out[i] = u.x + u.y + u.z + wide.sb + 2;
}

// global: 64
// local: 1, 16, 64
// arg: in float 528 = i
// arg: value int 2
// arg: out float 65 = -1
// expect: out[i] = i == 0 ? -1 : 160 * (i - 1) + 100
// Programs read and write a float4 at any float, as other drivers let them.
kernel void test(global const float *in, int n, global float *out) {
  int g = get_global_id(0);
  global const float4 *from = (global const float4 *)(in + 8 * g + 1);
  float sum = 0;
  for (int k = 0; k < n; ++k) sum += dot(from[k], (float4)(1, 2, 3, 4));
  if (g % 4 == 0) *(global float4 *)(out + 1 + g) = sum + (float4)(0, 160, 320, 480);
}

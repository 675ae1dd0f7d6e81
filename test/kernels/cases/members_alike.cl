// global: 45x3
// local: null
// arg: in float 720 = i * 7 % 32 - 9
// arg: weights float 135 = i % 5 - 2
// arg: out float 540 = 100
// arg: value int 2
// expect: out[i] = i % 180 / 4 >= 43 ? 100 : i % 4 == 3 ? in(i / 180 * 240 + i % 180) : 2 * (in(i / 180 * 240 + i % 180) + in(i / 180 * 240 + i % 180 + 4) + in(i / 180 * 240 + i % 180 + 8)) * (i / 4 % 5 - 2) + i % 4
// All members but the fourth go the same way: a sum over a window, a weight of each work-item, a number of each member.
kernel void test(global const float4 *in, global const float *weights, global float4 *out, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x >= 43) return;
  float4 sum = 0;
  for (int k = 0; k <= n; k++) sum += in[y * 60 + x + k];
  float4 result = n * sum * weights[y * 45 + x] + (float4)(0, 1, 2, 3);
  result.w = in[y * 60 + x].w;
  out[y * 45 + x] = result;
}

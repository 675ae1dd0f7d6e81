// SPDX-License-Identifier: Apache-2.0
kernel void transcendental(global const float *in, global float *out) {
  size_t i = get_global_id(0);
  float x = in[i];
  float a = sin(x) * cos(0.5f * x) + exp(-x) + log(x + 1.0f);
  float b = pow(x, 1.7f) + tanh(x) + atan2(x, 2.0f) + cbrt(x);
  out[i] = a + sqrt(b);
}

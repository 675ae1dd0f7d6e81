// SPDX-License-Identifier: Apache-2.0
// A pass of Stockham's radix-2 FFT: n points, `done` of each transform are there already.
kernel void fft(global const float2 *in, global float2 *out, uint done) {
  uint i = get_global_id(0), half_n = get_global_size(0);
  uint k = i & (done - 1);
  float angle = -M_PI_F * k / done;
  float c = cos(angle), s = sin(angle);
  float2 u = in[i], v = in[i + half_n];
  float2 turned = (float2)(v.x * c - v.y * s, v.x * s + v.y * c);
  uint j = ((i - k) << 1) + k;
  out[j] = u + turned;
  out[j + done] = u - turned;
}

// SPDX-License-Identifier: Apache-2.0
float normal_cdf(float d) {
  float k = 1.0f / (1.0f + 0.2316419f * fabs(d));
  float tail = 0.39894228040f * exp(-0.5f * d * d) *
               (k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f)))));
  return d > 0 ? 1.0f - tail : tail;
}

kernel void black_scholes(global float *call, global float *put, global const float *price, global const float *strike,
                          global const float *years, float rate, float volatility) {
  int i = get_global_id(0);
  float s = price[i], x = strike[i], t = years[i];
  float root = sqrt(t);
  float d1 = (log(s / x) + (rate + 0.5f * volatility * volatility) * t) / (volatility * root);
  float d2 = d1 - volatility * root;
  float n1 = normal_cdf(d1), n2 = normal_cdf(d2), discount = x * exp(-rate * t);
  call[i] = s * n1 - discount * n2;
  put[i] = discount * (1.0f - n2) - s * (1.0f - n1);
}

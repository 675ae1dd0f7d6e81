// SPDX-License-Identifier: Apache-2.0
// Loops that a kernel's speed is held against: vector code by hand, a part of the work for each call.
#pragma once
#include <cstddef>

namespace native {
void add(const float *a, const float *b, float *c, size_t n);
void triad(float *a, const float *b, const float *c, float scale, size_t n);
// Rows `begin` to `end` of c = a b, all n x n; n a multiple of 32.
void matmul(const float *a, const float *b, float *c, size_t n, size_t begin, size_t end);
// The accelerations of bodies `begin` to `end` of n: four floats each; multiples of 16.
void nbody(const float *body, float *acceleration, size_t n, float softening, size_t begin, size_t end);
// n a multiple of 16.
void black_scholes(float *call, float *put, const float *price, const float *strike, const float *years, float rate,
                   float volatility, size_t n);
}  // namespace native

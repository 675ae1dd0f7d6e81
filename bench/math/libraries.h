// SPDX-License-Identifier: Apache-2.0
// Vector libraries called from C++, with vectors of the processor's width.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

constexpr int kTurns = 32;
constexpr double kStep = 0x1p-10;

// out[i] = f(a[i], b[i]), or, for what are instructions of the processor's, the sum of f(a[i] + t kStep, b[i]) for t
// from 0 to kTurns - 1; n is a multiple of 16.
template <class T> using Loop = void (*)(const T *a, const T *b, T *out, size_t n);

// Those that there are for a function, within OpenCL's bounds.
std::vector<Loop<float>> float_loops(const std::string &name, bool turns);
std::vector<Loop<double>> double_loops(const std::string &name, bool turns);

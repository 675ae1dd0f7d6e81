// Vector libraries called from C++, with vectors of the processor's width.
#pragma once
#include <cstddef>
#include <string>
#include <vector>

// out[i] = f(a[i], b[i], c[i]); n is a multiple of 16.
template <class T> using Loop = void (*)(const T *a, const T *b, const T *c, T *out, size_t n);

// Those that there are for a function, within OpenCL's bounds.
std::vector<Loop<float>> float_loops(const std::string &name);
std::vector<Loop<double>> double_loops(const std::string &name);

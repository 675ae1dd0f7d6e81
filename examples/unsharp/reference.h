// SPDX-License-Identifier: Apache-2.0
// What the kernels must compute, on the host.
#pragma once
#include <vector>

#include "picture.h"

// 2 * radius + 1 weights of a Gaussian, whose sum is 1.
std::vector<float> gaussian_weights(float sigma, int radius);

// picture + amount * (picture - blur(picture)), edges repeated, opacity kept: the kernels' operations in the kernels'
// order, so that the results are equal bit by bit. On all processors.
Picture unsharp_reference(const Picture &picture, const std::vector<float> &weights, float amount);

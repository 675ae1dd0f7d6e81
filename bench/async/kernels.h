#pragma once
extern const char kKernels[];  // kernels.cl

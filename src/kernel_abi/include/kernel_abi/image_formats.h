// SPDX-License-Identifier: Apache-2.0
// Formats that most images have: image functions for any format have code of their own for each, behind one comparison.
// Included by C++ and by OpenCL C.
//   m(x, number, order, type, bytes of a texel, the descriptor's read_from and written_from)
// number  ImageFormat::common
#pragma once
// WHERRY_CONVERTED_...: formats of integers or halves. A kernel reads and writes their texels as floats.
// WHERRY_PLAIN_...: formats of floats.
// WHERRY_SHORT_...: formats for which kernels have code of their own; for other formats, they call a function.
#define WHERRY_SHORT_CONVERTED_IMAGE_FORMATS(m, x)                                                                     \
  m(x, 1, RGBA, UNORM_INT8, 4, 0x3210, 0x3210) m(x, 2, R, UNORM_INT8, 1, 0x5440, 0)                                    \
      m(x, 6, RGBA, HALF_FLOAT, 8, 0x3210, 0x3210)
#define WHERRY_CONVERTED_IMAGE_FORMATS(m, x)                                                                           \
  WHERRY_SHORT_CONVERTED_IMAGE_FORMATS(m, x) m(x, 4, BGRA, UNORM_INT8, 4, 0x3012, 0x3012)
#define WHERRY_PLAIN_IMAGE_FORMATS(m, x) m(x, 3, R, FLOAT, 4, 0x5440, 0) m(x, 5, RGBA, FLOAT, 16, 0x3210, 0x3210)
#define WHERRY_SHORT_FLOAT_IMAGE_FORMATS(m, x)                                                                         \
  WHERRY_SHORT_CONVERTED_IMAGE_FORMATS(m, x) WHERRY_PLAIN_IMAGE_FORMATS(m, x)
#define WHERRY_FLOAT_IMAGE_FORMATS(m, x) WHERRY_CONVERTED_IMAGE_FORMATS(m, x) WHERRY_PLAIN_IMAGE_FORMATS(m, x)
#define WHERRY_SHORT_INT_IMAGE_FORMATS(m, x)                                                                           \
  m(x, 7, R, UNSIGNED_INT32, 4, 0x5440, 0) m(x, 8, R, UNSIGNED_INT8, 1, 0x5440, 0)                                     \
      m(x, 9, RGBA, UNSIGNED_INT8, 4, 0x3210, 0x3210)
#define WHERRY_INT_IMAGE_FORMATS(m, x) WHERRY_SHORT_INT_IMAGE_FORMATS(m, x)

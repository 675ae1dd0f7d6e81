// SPDX-License-Identifier: Apache-2.0
// The arguments that math functions are tested with.
#pragma once
#include <vector>

#include "format.h"

enum class Kind { unary, binary, ternary, power, with_int, power_int };

struct Points {
  std::vector<double> a, b, c;  // the format's numbers; of an integer argument: integers
};

// Every special value, or pair of them; then `count` points: of all numbers, in the order of their bits, and of the
// ranges in turn. `only`: nothing beside the ranges' numbers.
// Of a function of one half: all numbers.
Points make_points(Kind kind, const Format &format, long count, const std::vector<double> &ranges, bool only);

// The arguments that math functions are tested with.
#pragma once
#include <vector>

enum class Kind { unary, binary, ternary, power, with_int, power_int };

struct Points {
  std::vector<double> a, b, c;  // of float: its numbers; of an integer argument: integers
};

// Every special value, or pair of them; then `count` points: of all numbers, in the order of their bits, and of the
// ranges in turn. `only`: nothing beside the ranges' numbers.
Points make_points(Kind kind, bool of_float, long count, const std::vector<double> &ranges, bool only);

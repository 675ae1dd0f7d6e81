// SPDX-License-Identifier: Apache-2.0
// What a run found.
#pragma once
#include <string>
#include <vector>

#include "common/serve.h"

struct Cell {
  std::vector<Times> times;  // one for each round
  std::string missing;       // why there are none
  bool failed = false;       // a wrong result, a crash, an error: not merely what the driver cannot do

  double median() const;  // ns by the wall clock; 0 where there is none
  double best() const;
};

struct Results {
  std::vector<std::string> labels;  // of the columns
  std::vector<Description> descriptions;
  std::vector<std::string> ids;          // of the cases
  std::vector<std::vector<Cell>> cells;  // [case][column]
  size_t threads = 0;                    // of the loops in C++
  bool best = false;                     // tables and plots show the best of the rounds, not the medians

  double time(size_t test, size_t column) const;
  // How many times faster `column` is than `other`: the median of the rounds' ratios, as noise comes in spells that
  // both meet; or the ratio of the best. 0 where either has no times.
  double speed(size_t test, size_t column, size_t other, bool of_best) const;
  double speed(size_t test, size_t column, size_t other) const { return speed(test, column, other, best); }
  bool failed() const;
};

double median(std::vector<double> values);                 // 0 of none
double geometric_mean(const std::vector<double> &values);  // 0 of none

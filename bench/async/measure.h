// The interleaved run, and what it found.
#pragma once
#include <string>
#include <vector>

#include "options.h"
#include "runner.h"

struct Cell {
  std::vector<Times> times;  // one for each round
  std::string missing;       // why there are none
  bool failed = false;       // a wrong result, a crash, an error: not merely what the driver cannot do
};

// Of a pipeline: the computation at which it takes as long as the copies, on the driver `Results::reference`.
struct Balance {
  uint32_t work = 0;
  double copies = 0, computation = 0;  // ns, each alone
};

struct Results {
  std::vector<std::string> labels;  // of the columns; the first is memcpy
  std::vector<Description> descriptions;
  std::vector<Case> cases;
  std::vector<std::vector<Cell>> cells;  // [case][column]
  std::vector<Balance> balances;         // [case]
  size_t reference = 1;                  // the column whose copies are made at once, or else the first driver's
  size_t threads = 0;

  bool best = false;  // the tables and the plot show the best of the rounds, not the medians

  // ns by the wall clock; 0 where there is none.
  double time(size_t test, size_t column) const;
  // How many times faster `column` is than `other`: the median of the rounds' ratios, as noise comes in spells that
  // both meet; or the ratio of the best. 0 where either has no times.
  double speed(size_t test, size_t column, size_t other) const;
  bool failed() const;
};

// Prints to stderr what it is at. Throws where there is no driver.
Results measure(const Options &options);

double median(std::vector<double> values);  // 0 of none
double median_of(const Cell &cell);
double best_of(const Cell &cell);

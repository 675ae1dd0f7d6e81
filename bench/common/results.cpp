// SPDX-License-Identifier: Apache-2.0
#include "common/results.h"

#include <algorithm>
#include <cmath>

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

double geometric_mean(const std::vector<double> &values) {
  double sum = 0;
  for (double value : values) sum += std::log(value);
  return values.empty() ? 0 : std::exp(sum / double(values.size()));
}

static std::vector<double> walls(const Cell &cell) {
  std::vector<double> values;
  values.reserve(cell.times.size());
  for (const Times &times : cell.times) values.push_back(times.wall);
  return values;
}

double Cell::median() const { return ::median(walls(*this)); }
double Cell::best() const { return times.empty() ? 0 : std::ranges::min(walls(*this)); }

double Results::time(size_t test, size_t column) const {
  const Cell &cell = cells[test][column];
  return best ? cell.best() : cell.median();
}

double Results::speed(size_t test, size_t column, size_t other, bool of_best) const {
  const std::vector<double> mine = walls(cells[test][column]), its = walls(cells[test][other]);
  if (mine.empty() || its.empty()) return 0;
  if (of_best) return std::ranges::min(its) / std::ranges::min(mine);
  std::vector<double> ratios;
  for (size_t round = 0; round < std::min(mine.size(), its.size()); ++round) ratios.push_back(its[round] / mine[round]);
  return median(ratios);
}

bool Results::failed() const {
  for (const auto &row : cells)
    if (std::ranges::any_of(row, &Cell::failed)) return true;
  return false;
}

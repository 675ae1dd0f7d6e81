#include <algorithm>

#include "measure.h"

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

static std::vector<double> walls(const Cell &cell) {
  std::vector<double> values;
  for (const Times &times : cell.times) values.push_back(times.wall);
  return values;
}

double median_of(const Cell &cell) { return median(walls(cell)); }
double best_of(const Cell &cell) { return cell.times.empty() ? 0 : std::ranges::min(walls(cell)); }

double speed(const Cell &cell, const Cell &other) {
  std::vector<double> ratios;
  for (size_t i = 0; i < std::min(cell.times.size(), other.times.size()); ++i)
    ratios.push_back(other.times[i].wall / cell.times[i].wall);
  return median(ratios);
}

bool Results::failed() const {
  for (const auto &row : cells)
    if (std::ranges::any_of(row, &Cell::failed)) return true;
  return false;
}

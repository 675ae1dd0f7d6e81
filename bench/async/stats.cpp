#include <algorithm>
#include <utility>

#include "measure.h"

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::ranges::sort(values);
  const size_t middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

// Those that are calm, or else all: too few say nothing.
static std::vector<double> calm_or_all(const std::vector<std::pair<double, bool>> &values) {
  std::vector<double> calm, all;
  for (const auto &[value, is_calm] : values) {
    all.push_back(value);
    if (is_calm) calm.push_back(value);
  }
  return calm.size() >= std::min<size_t>(3, all.size()) ? calm : all;
}

static std::vector<double> walls(const Cell &cell) {
  std::vector<std::pair<double, bool>> values;
  for (const Times &times : cell.times) values.emplace_back(times.wall, !times.disturbed());
  return calm_or_all(values);
}

double median_of(const Cell &cell) { return median(walls(cell)); }
double best_of(const Cell &cell) { return cell.times.empty() ? 0 : std::ranges::min(walls(cell)); }

double speed(const Cell &cell, const Cell &other) {
  std::vector<std::pair<double, bool>> ratios;
  for (size_t i = 0; i < std::min(cell.times.size(), other.times.size()); ++i)
    ratios.emplace_back(other.times[i].wall / cell.times[i].wall,
                        !cell.times[i].disturbed() && !other.times[i].disturbed());
  return median(calm_or_all(ratios));
}

size_t Results::disturbed() const {
  size_t count = 0;
  for (const auto &row : cells)
    for (const Cell &cell : row) count += size_t(std::ranges::count_if(cell.times, &Times::disturbed));
  return count;
}

bool Results::failed() const {
  for (const auto &row : cells)
    if (std::ranges::any_of(row, &Cell::failed)) return true;
  return false;
}

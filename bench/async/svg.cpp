// SPDX-License-Identifier: Apache-2.0
// The plot: contiguous copies as lines over the tile's size, strided ones and halos as marks, pipelines as bars.
// A driver has the same colour and mark everywhere.
#include <algorithm>
#include <cmath>
#include <string>

#include "report.h"

namespace {
constexpr double kWidth = 1180, kPanelWidth = 520, kLeft = 50, kRight = 640, kTop = 124, kLineHeight = 260;

class Plot : Svg {
 public:
  Plot(const AsyncResults &results, std::FILE *out) : Svg(out), results_(results) {}

  void write() {
    const auto to_local = of({"to_local"}), to_global = of({"to_global"});
    const auto marks = of({"gather", "scatter", "halo"}), bars = of({"pipeline", "through"});
    const double second = to_local.empty() && to_global.empty() ? kTop : kTop + kLineHeight + 110;
    const double bar_row = std::max(26.0, 12.0 * double(drivers()) + 12);
    const double height = second + std::max(double(marks.size()) * 22, double(bars.size()) * bar_row) +
                          (marks.size() + bars.size() ? 80 : 0);
    begin(kWidth, height, "Async copies, beside memcpy by " + std::to_string(results_.threads) + " threads");
    legend();
    if (!to_local.empty()) lines(kLeft, kTop, "Global to local, contiguous", to_local);
    if (!to_global.empty()) lines(kRight, kTop, "Local to global, contiguous", to_global);
    if (!marks.empty()) strided(kLeft, second, marks);
    if (!bars.empty()) pipelines(kRight, second, bars, bar_row);
  }

 private:
  size_t drivers() const { return results_.labels.size() - 1; }

  std::vector<size_t> of(std::initializer_list<const char *> sections) const {
    std::vector<size_t> found;
    for (const char *section : sections)
      for (size_t i = 0; i < results_.cases.size(); ++i)
        if (results_.cases[i].section == section) found.push_back(i);
    return found;
  }

  double ratio(size_t i, size_t column, size_t base) const { return results_.speed(i, column, base); }

  // The end of an axis from 0 that holds all ratios, in steps of a quarter.
  double axis_end(const std::vector<size_t> &cases, size_t base) const {
    double most = 1.1;
    for (size_t i : cases)
      for (size_t c = 1; c <= drivers(); ++c) most = std::max(most, ratio(i, c, base));
    return std::ceil(most * 4 + 0.2) / 4;
  }

  void mark(double x, double y, size_t column) {
    // A circle, a square, a diamond, a triangle: colours alone do not tell six apart for everyone.
    static const char *shapes[] = {"<circle r=\"4.5\"/>", "<rect x=\"-4\" y=\"-4\" width=\"8\" height=\"8\"/>",
                                   "<path d=\"M0-5.6L5.6 0L0 5.6L-5.6 0Z\"/>", "<path d=\"M0-5L5 4L-5 4Z\"/>"};
    std::fprintf(out_, "<g transform=\"translate(%.1f %.1f)\" fill=\"%s\" stroke=\"#fff\">%s</g>\n", x, y,
                 colour(column - 1), shapes[(column - 1) % std::size(shapes)]);
  }

  void legend() {
    double x = kLeft + 6;
    for (size_t c = 1; c <= drivers(); ++c) {
      mark(x, 58, c);
      text(x + 10, 62, results_.labels[c], "font-size=\"13\"");
      x += 40 + 7.2 * double(results_.labels[c].size());
    }
    line(x - 6, 58, x + 14, 58, "stroke=\"#555\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"");
    text(x + 20, 62, "1: as fast as what it is compared with; more is better", "font-size=\"13\"");
  }

  void heading(double x, double y, const std::string &title, const std::string &scale) {
    text(x, y - 30, title, "font-size=\"15\" font-weight=\"bold\" fill=\"#111\"");
    text(x, y - 14, scale, "fill=\"#666\"");
  }

  // Bandwidth as a multiple of memcpy's, over the tile's size.
  void lines(double x, double y, const char *title, const std::vector<size_t> &cases) {
    heading(x, y, title, "bandwidth as a multiple of memcpy's");
    const double end = axis_end(cases, 0), left = x + 30, width = kPanelWidth - 40;
    auto at_y = [&](double value) { return y + kLineHeight * (1 - value / end); };
    auto at_x = [&](size_t n) { return left + width * (double(n) + 0.5) / double(cases.size()); };
    const double step = end > 3 ? 0.5 : 0.25;
    for (int n = 0; n * step <= end + 1e-9; ++n) {
      const double value = n * step;
      line(left, at_y(value), left + width, at_y(value), value == 1 ? kOne : kGrid);
      text(left - 6, at_y(value) + 4, svg_number(value), "text-anchor=\"end\" fill=\"#666\"");
    }
    for (size_t n = 0; n < cases.size(); ++n)
      text(at_x(n) + 3, y + kLineHeight + 16, results_.cases[cases[n]].label,
           "text-anchor=\"end\" fill=\"#666\" transform=\"rotate(-35 " + svg_number(at_x(n) + 3) + " " +
               svg_number(y + kLineHeight + 16) + ")\"");
    text(left + width / 2, y + kLineHeight + 58, "tile", "text-anchor=\"middle\" fill=\"#666\"");
    for (size_t c = drivers(); c >= 1; --c) {  // the first on top
      std::string points;
      for (size_t n = 0; n < cases.size(); ++n)
        if (const double value = ratio(cases[n], c, 0))
          points += std::to_string(at_x(n)) + "," + std::to_string(at_y(value)) + " ";
      std::fprintf(out_, "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n", points.c_str(),
                   colour(c - 1));
      for (size_t n = 0; n < cases.size(); ++n)
        if (const double value = ratio(cases[n], c, 0)) mark(at_x(n), at_y(value), c);
    }
  }

  void grid_across(double left, double width, double y, double height, double end) {
    const double step = end > 6 ? 1 : end > 3 ? 0.5 : 0.25;
    for (int n = 0; n * step <= end + 1e-9; ++n) {
      const double value = n * step, x = left + width * value / end;
      line(x, y, x, y + height, value == 1 ? kOne : kGrid);
      text(x, y + height + 15, svg_number(value), "text-anchor=\"middle\" fill=\"#666\"");
    }
  }

  void strided(double x, double y, const std::vector<size_t> &cases) {
    heading(x, y, "Strided copies (tiles of 16 KiB), and halos",
            "bandwidth as a multiple of the loop's in C++, of memcpy's a row");
    const double end = axis_end(cases, 0), left = x + 190, width = kPanelWidth - 200;
    grid_across(left, width, y, 22 * double(cases.size()), end);
    for (size_t n = 0; n < cases.size(); ++n) {
      const double middle = y + 22 * (double(n) + 0.5);
      const Case &test = results_.cases[cases[n]];
      text(left - 8, middle + 4, (test.section == "halo" ? "" : test.section + " ") + test.label,
           "text-anchor=\"end\"");
      for (size_t c = drivers(); c >= 1; --c)
        if (const double value = ratio(cases[n], c, 0)) mark(left + width * value / end, middle, c);
    }
  }

  void pipelines(double x, double y, const std::vector<size_t> &cases, double row) {
    const size_t base = results_.reference;
    heading(x, y, "Double-buffered pipelines: tile, groups x work-items",
            "speed as a multiple of " + results_.labels[base] + "'s; copies and computation alone take equal time");
    const double end = axis_end(cases, base), left = x + 150, width = kPanelWidth - 190;
    grid_across(left, width, y, row * double(cases.size()), end);
    for (size_t n = 0; n < cases.size(); ++n) {
      const Case &test = results_.cases[cases[n]];
      const double top = y + row * double(n) + 6, height = (row - 12) / double(drivers());
      text(left - 8, top + (row - 12) / 2 + (test.kind == Kind::through ? -2 : 4), test.label, "text-anchor=\"end\"");
      if (test.kind == Kind::through)
        text(left - 8, top + (row - 12) / 2 + 11, "and carried out",
             "text-anchor=\"end\" font-size=\"10\" fill=\"#666\"");
      for (size_t c = 1; c <= drivers(); ++c) {
        const double value = ratio(cases[n], c, base), at = top + height * double(c - 1);
        if (value == 0) continue;
        bar(left, at, width * value / end, height - 1.5, colour(c - 1));
        char shown[16];
        std::snprintf(shown, sizeof shown, "%.2f", value);
        text(left + width * value / end + 4, at + height / 2 + 3, shown,
             "font-size=\"10\" paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"3\"");
      }
    }
  }

  const AsyncResults &results_;
};
}  // namespace

void write_svg(const AsyncResults &results, std::FILE *out) { Plot(results, out).write(); }

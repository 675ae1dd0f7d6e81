// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>

#include "common/report.h"
#include "measure.h"

namespace {
// A table's last lines: of each column's ratios the geometric mean, and the lowest with its case's name.
struct Ratios {
  std::vector<double> values;
  std::vector<std::string> ids;
  void add(double value, const std::string &id) {
    if (value > 0) values.push_back(value), ids.push_back(id);
  }
};

void write_summary(const std::vector<Ratios> &columns, int width, std::FILE *out) {
  std::fprintf(out, "%-*s", width, "geometric mean");
  for (const Ratios &ratios : columns) std::fprintf(out, " | %8s %6.2f %6s", "", geometric_mean(ratios.values), "");
  std::fprintf(out, "\n%-*s", width, "lowest");
  for (const Ratios &ratios : columns) {
    const auto least = std::ranges::min_element(ratios.values);
    if (least == ratios.values.end())
      std::fprintf(out, " | %8s %6s %6s", "", "-", "");
    else
      std::fprintf(out, " | %15.2f %.6s", *least, ratios.ids[size_t(least - ratios.values.begin())].c_str());
  }
  std::fputc('\n', out);
}
}  // namespace

static int id_width(const KernelResults &results) {
  size_t width = 15;
  for (const std::string &id : results.ids) width = std::max(width, id.size());
  return int(width);
}

static void write_speeds(const KernelResults &results, std::FILE *out) {
  const size_t columns = results.labels.size();
  const int width = id_width(results);
  std::fprintf(
      out,
      "\nRates, and how many times faster %s is (median of the rounds' ratios, ratio of the best)\n%-*s %-10s %9.9s",
      results.labels[0].c_str(), width, "", "", results.labels[0].c_str());
  for (size_t c = 1; c < columns; ++c) std::fprintf(out, " | %8.8s median   best", results.labels[c].c_str());
  std::fputc('\n', out);
  std::vector<Ratios> ratios(columns - 1);
  for (size_t i = 0; i < results.ids.size(); ++i) {
    std::fprintf(out, "%-*s %-10s", width, results.ids[i].c_str(), results.units[i].c_str());
    for (size_t c = 0; c < columns; ++c) {
      const double rate = results.rate(i, c);
      if (rate > 0)
        std::fprintf(out, c ? " | %8.4g" : " %9.4g", rate);
      else
        std::fprintf(out, c ? " | %8s" : " %9s", results.cells[i][c].failed ? "failed" : "-");
      if (c == 0) continue;
      const double speed = results.speed(i, 0, c, false);
      if (speed > 0)
        std::fprintf(out, " %6.2f %6.2f", speed, results.speed(i, 0, c, true));
      else
        std::fprintf(out, " %6s %6s", "", "");
      ratios[c - 1].add(results.speed(i, 0, c), results.ids[i]);
    }
    std::fputc('\n', out);
  }
  write_summary(ratios, width + 21, out);
}

static void write_builds(const KernelResults &results, std::FILE *out) {
  const int width = id_width(results);
  std::fprintf(out, "\nBuild times with a cold cache: ms, and as a multiple of %s's\n%-*s %9.9s",
               results.labels[0].c_str(), width, "", results.labels[0].c_str());
  for (size_t c = 1; c < results.drivers(); ++c) std::fprintf(out, " | %15.15s", results.labels[c].c_str());
  std::fputc('\n', out);
  std::vector<Ratios> ratios(results.drivers());
  for (size_t i = 0; i < results.ids.size(); ++i) {
    const double mine = results.build_time(i, 0);
    std::fprintf(out, "%-*s %9.1f", width, results.ids[i].c_str(), mine * 1e-6);
    for (size_t c = 1; c < results.drivers(); ++c) {
      const double its = results.build_time(i, c);
      std::fprintf(out, " | %8.1f %6.2f", its * 1e-6, mine > 0 ? its / mine : 0);
      if (mine > 0) ratios[c].add(its / mine, results.ids[i]);
    }
    std::fputc('\n', out);
  }
  std::fprintf(out, "%-*s", width + 10, "geometric mean");
  for (size_t c = 1; c < results.drivers(); ++c)
    std::fprintf(out, " | %8s %6.2f", "", geometric_mean(ratios[c].values));
  std::fputc('\n', out);
}

void write_tables(const KernelResults &results, std::FILE *out) {
  write_drivers(results, 0, out);
  write_speeds(results, out);
  write_builds(results, out);
  write_failures(results, out);
}

void write_json(const KernelResults &results, std::FILE *out) {
  std::fputs("{\n", out);
  write_json_drivers(results, out);
  std::fputs(",\n\"cases\": [", out);
  for (size_t i = 0; i < results.ids.size(); ++i) {
    std::fprintf(out, "%s\n  {\"case\": %s, \"unit\": %s, \"work\": %.6g,\n   \"results\": {", i ? "," : "",
                 json_quoted(results.ids[i]).c_str(), json_quoted(results.units[i]).c_str(), results.work[i]);
    for (size_t c = 0; c < results.labels.size(); ++c) {
      std::fprintf(out, "%s%s: ", c ? ",\n     " : "", json_quoted(results.labels[c]).c_str());
      char more[100];
      std::snprintf(more, sizeof more, ", \"rate\": %.5g, \"build_ns\": %.0f, \"first_is_faster\": %.4f",
                    results.rate(i, c), results.build_time(i, c), results.speed(i, 0, c));
      write_json_cell(results.cells[i][c], more, out);
    }
    std::fputs("}}", out);
  }
  std::fputs("\n]\n}\n", out);
}

// A row for each case, a bar for each column but the first, from 1 on a logarithmic scale.
void write_svg(const KernelResults &results, std::FILE *out) {
  constexpr double kLeft = 160, kWidth = 660, kTop = 110, kBar = 9;
  const size_t columns = results.labels.size();
  double low = 0, high = 1;  // of the axis, in powers of 2
  std::vector<double> tops;
  double y = kTop;
  for (size_t i = 0; i < results.ids.size(); ++i) {
    tops.push_back(y);
    size_t bars = 0;
    for (size_t c = 1; c < columns; ++c)
      if (const double ratio = results.speed(i, 0, c); ratio > 0) {
        ++bars;
        low = std::min(low, std::floor(std::log2(ratio))), high = std::max(high, std::ceil(std::log2(ratio)));
      }
    y += kBar * double(std::max<size_t>(bars, 1)) + 7;
  }
  low -= 0.5;  // the numbers beside the bars
  auto at_x = [&](double ratio) { return kLeft + kWidth * (std::log2(ratio) - low) / (high - low); };

  Svg svg(out);
  svg.begin(kLeft + kWidth + 60, y + 40,
            "How many times faster " + results.labels[0] + " runs kernels, and in the geometric mean");
  double x = 50;
  for (size_t c = 1; c < columns; ++c) {
    std::vector<double> ratios;
    for (size_t i = 0; i < results.ids.size(); ++i)
      if (const double ratio = results.speed(i, 0, c); ratio > 0) ratios.push_back(ratio);
    if (ratios.empty()) continue;
    const std::string what = "than " + results.labels[c] + ": " + svg_number(geometric_mean(ratios));
    svg.bar(x, 54, 10, 10, Svg::colour(c - 1));
    svg.text(x + 15, 63, what);
    x += 40 + 6.3 * double(what.size());
  }
  for (int power = int(std::ceil(low)); power <= int(high); ++power) {
    const double ratio = std::exp2(power), at = at_x(ratio);
    svg.line(at, kTop - 8, at, y, power == 0 ? Svg::kOne : Svg::kGrid);
    for (double label_y : {kTop - 14, y + 16})
      svg.text(at, label_y, power < 0 ? "1/" + svg_number(1 / ratio) : svg_number(ratio),
               "text-anchor=\"middle\" fill=\"#666\"");
  }
  for (size_t i = 0; i < results.ids.size(); ++i) {
    const double bottom = i + 1 < tops.size() ? tops[i + 1] : y;
    svg.text(kLeft - 8, (tops[i] + bottom - 7) / 2 + 4, results.ids[i], "text-anchor=\"end\"");
    double top = tops[i];
    for (size_t c = 1; c < columns; ++c)
      if (const double ratio = results.speed(i, 0, c); ratio > 0) {
        const double end = at_x(ratio), one = at_x(1);
        svg.bar(std::min(end, one), top, std::max(1.0, std::abs(end - one)), kBar - 1, Svg::colour(c - 1));
        svg.text(end + (ratio < 1 ? -4 : 4), top + kBar - 1.5, svg_number(ratio),
                 std::string("font-size=\"9\" paint-order=\"stroke\" stroke=\"#fff\" stroke-width=\"2\"") +
                     (ratio < 1 ? " text-anchor=\"end\"" : ""));
        top += kBar;
      }
  }
}

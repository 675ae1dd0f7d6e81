// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "report.h"

// Bandwidth: GB/s and the share of memcpy's. Pipelines: ms, and the speed over the reference's.
static void write_section(const AsyncResults &results, const Section &section, std::FILE *out) {
  std::vector<size_t> rows;
  for (size_t i = 0; i < results.cases.size(); ++i)
    if (results.cases[i].section == section.name) rows.push_back(i);
  if (rows.empty()) return;
  const bool pipeline = results.cases[rows[0]].is_pipeline();
  const size_t columns = results.labels.size(), base = pipeline ? results.reference : 0;

  std::fprintf(out, "\n%s: %s of %s's\n%-24s", section.title,
               pipeline ? "ms, speed as a multiple" : "GB/s, as a multiple", results.labels[base].c_str(), "");
  if (pipeline) std::fprintf(out, " %5s %7s %7s |", "work", "copies", "comp.");
  for (size_t c = pipeline ? 1 : 0; c < columns; ++c) std::fprintf(out, " %13.13s", results.labels[c].c_str());
  if (columns > 2) std::fprintf(out, " | %.13s over", results.labels[1].c_str());
  for (size_t c = 2; c < columns; ++c) std::fprintf(out, " %.10s", results.labels[c].c_str());
  std::fputc('\n', out);

  for (size_t i : rows) {
    const Case &test = results.cases[i];
    const std::vector<Cell> &cells = results.cells[i];
    std::fprintf(out, "%-24s", test.label.c_str());
    const Balance &balance = results.balances[i];
    if (pipeline)
      std::fprintf(out, " %5u %7.2f %7.2f |", balance.work, balance.copies * 1e-6, balance.computation * 1e-6);
    for (size_t c = pipeline ? 1 : 0; c < columns; ++c) {
      const double ns = results.time(i, c), value = pipeline ? ns * 1e-6 : double(test.bytes()) / ns;
      if (ns == 0)
        std::fprintf(out, " %13s", cells[c].failed ? "failed" : "-");
      else if (c == base || cells[base].times.empty())
        std::fprintf(out, " %7.2f %5s", value, "");
      else
        std::fprintf(out, " %7.2f %5.2f", value, results.speed(i, c, base));
    }
    if (columns > 2) std::fprintf(out, " | %*s", int(std::min<size_t>(13, results.labels[1].size())) + 5, "");
    for (size_t c = 2; c < columns; ++c) {
      const int width = int(std::min<size_t>(10, results.labels[c].size()));
      if (const double ratio = results.speed(i, 1, c))
        std::fprintf(out, " %*.2f", std::max(width, 4), ratio);
      else
        std::fprintf(out, " %*s", std::max(width, 4), "-");
    }
    std::fputc('\n', out);
  }
}

void write_tables(const AsyncResults &results, std::FILE *out) {
  std::fprintf(out, "memcpy by %zu threads; %s of the wall clock\n", results.threads,
               results.best ? "the best" : "medians");
  write_drivers(results, 1, out);
  for (const Section &section : kSections) write_section(results, section, out);
  write_failures(results, out);
}

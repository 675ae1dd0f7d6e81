// SPDX-License-Identifier: Apache-2.0
#include <string>

#include "report.h"

static void write_cell(const AsyncResults &results, size_t i, size_t c, std::FILE *out) {
  const Cell &cell = results.cells[i][c];
  std::fprintf(out, "%s: ", json_quoted(results.labels[c]).c_str());
  char more[80];
  int length =
      std::snprintf(more, sizeof more, ", \"gb_per_s\": %.3f", double(results.cases[i].bytes()) / cell.median());
  if (!results.cells[i][0].times.empty())
    std::snprintf(more + length, sizeof more - size_t(length), ", \"of_memcpy\": %.3f", results.speed(i, c, 0));
  write_json_cell(cell, more, out);
}

void write_json(const AsyncResults &results, std::FILE *out) {
  std::fputs("{\n", out);
  write_json_drivers(results, out);
  std::fputs(",\n\"cases\": [", out);
  for (size_t i = 0; i < results.cases.size(); ++i) {
    const Case &test = results.cases[i];
    const Balance &balance = results.balances[i];
    std::fprintf(out,
                 "%s\n  {\"section\": %s, \"label\": %s, \"bytes\": %zu, \"tile_bytes\": %zu, \"stride\": %zu, "
                 "\"groups\": %zu, \"local_size\": %zu,\n   ",
                 i ? "," : "", json_quoted(test.section).c_str(), json_quoted(test.label).c_str(), test.bytes(),
                 test.tile_bytes(), test.stride, test.groups, test.local_size);
    if (test.is_pipeline())
      std::fprintf(out, "\"work\": %u, \"copies_ns\": %.0f, \"computation_ns\": %.0f,\n   ", balance.work,
                   balance.copies, balance.computation);
    std::fputs("\"results\": {", out);
    for (size_t c = 0; c < results.labels.size(); ++c) {
      if (c) std::fputs(",\n     ", out);
      write_cell(results, i, c, out);
    }
    std::fputs("}}", out);
  }
  std::fputs("\n]\n}\n", out);
}

#include <string>
#include <utility>

#include "report.h"

static std::string quoted(const std::string &text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c < ' ' ? ' ' : char(c);
  }
  return out + "\"";
}

static void write_cell(const Results &results, size_t i, size_t c, std::FILE *out) {
  const Cell &cell = results.cells[i][c];
  std::fprintf(out, "%s: {", quoted(results.labels[c]).c_str());
  if (cell.times.empty()) {
    std::fprintf(out, "\"missing\": %s, \"failed\": %s}", quoted(cell.missing).c_str(), cell.failed ? "true" : "false");
    return;
  }
  std::fprintf(out, "\"median_ns\": %.0f, \"best_ns\": %.0f, \"gb_per_s\": %.3f", median_of(cell), best_of(cell),
               double(results.cases[i].bytes()) / median_of(cell));
  if (!results.cells[i][0].times.empty()) std::fprintf(out, ", \"of_memcpy\": %.3f", results.speed(i, c, 0));
  for (const auto &[name, member] : {std::pair("wall", &Times::wall), {"event", &Times::event}}) {
    std::fprintf(out, ", \"%s_ns\": [", name);
    for (size_t round = 0; round < cell.times.size(); ++round)
      std::fprintf(out, "%s%.0f", round ? ", " : "", cell.times[round].*member);
    std::fputc(']', out);
  }
  std::fputc('}', out);
}

void write_json(const Results &results, std::FILE *out) {
  std::fprintf(out, "{\n\"threads\": %zu,\n\"drivers\": [", results.threads);
  for (size_t c = 0; c < results.labels.size(); ++c) {
    const Description &it = results.descriptions[c];
    std::fprintf(out,
                 "%s\n  {\"label\": %s, \"platform\": %s, \"device\": %s, \"compute_units\": %zu, "
                 "\"local_bytes\": %zu}",
                 c ? "," : "", quoted(results.labels[c]).c_str(), quoted(it.platform).c_str(),
                 quoted(it.device).c_str(), it.threads, it.local_bytes);
  }
  std::fputs("\n],\n\"cases\": [", out);
  for (size_t i = 0; i < results.cases.size(); ++i) {
    const Case &test = results.cases[i];
    const Balance &balance = results.balances[i];
    std::fprintf(out,
                 "%s\n  {\"section\": %s, \"label\": %s, \"bytes\": %zu, \"tile_bytes\": %zu, \"stride\": %zu, "
                 "\"groups\": %zu, \"local_size\": %zu,\n   ",
                 i ? "," : "", quoted(test.section).c_str(), quoted(test.label).c_str(), test.bytes(),
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

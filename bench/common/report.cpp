// SPDX-License-Identifier: Apache-2.0
#include "common/report.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>
#include <stdexcept>
#include <utility>

std::string size_text(size_t bytes) {
  const char *units[] = {" B", " KiB", " MiB", " GiB"};
  int unit = 0;
  while (unit < 3 && bytes >= 1024 && bytes % 1024 == 0) bytes /= 1024, ++unit;
  return std::to_string(bytes) + units[unit];
}

void write_drivers(const Results &results, size_t first, std::FILE *out) {
  for (size_t c = first; c < results.labels.size(); ++c) {
    const Description &it = results.descriptions[c];
    if (it.threads == 0) {
      std::fprintf(out, "%s: did not start\n", results.labels[c].c_str());
      continue;
    }
    std::fprintf(out, "%s: %s, %s, %zu compute units, %s local memory\n", results.labels[c].c_str(),
                 it.platform.c_str(), it.device.c_str(), it.threads, size_text(it.local_bytes).c_str());
  }
}

void write_failures(const Results &results, std::FILE *out) {
  std::map<std::pair<std::string, std::string>, std::vector<std::string>> failures;
  for (size_t i = 0; i < results.ids.size(); ++i)
    for (size_t c = 0; c < results.labels.size(); ++c)
      if (const Cell &cell = results.cells[i][c]; cell.failed)
        failures[{results.labels[c], cell.missing}].push_back(results.ids[i]);
  if (!failures.empty()) std::fputs("\nFailed:\n", out);
  for (const auto &[what, ids] : failures)
    std::fprintf(out, "%s, %s%s: %s\n", what.first.c_str(), ids[0].c_str(),
                 ids.size() > 1 ? (" and " + std::to_string(ids.size() - 1) + " others").c_str() : "",
                 what.second.c_str());
}

std::string json_quoted(const std::string &text) {
  std::string out = "\"";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c < ' ' ? ' ' : char(c);
  }
  return out + "\"";
}

void write_json_drivers(const Results &results, std::FILE *out) {
  std::fprintf(out, "\"threads\": %zu,\n\"drivers\": [", results.threads);
  for (size_t c = 0; c < results.labels.size(); ++c) {
    const Description &it = results.descriptions[c];
    std::fprintf(out,
                 "%s\n  {\"label\": %s, \"platform\": %s, \"device\": %s, \"compute_units\": %zu, "
                 "\"local_bytes\": %zu}",
                 c ? "," : "", json_quoted(results.labels[c]).c_str(), json_quoted(it.platform).c_str(),
                 json_quoted(it.device).c_str(), it.threads, it.local_bytes);
  }
  std::fputs("\n]", out);
}

void write_json_cell(const Cell &cell, const std::string &more, std::FILE *out) {
  if (cell.times.empty()) {
    std::fprintf(out, "{\"missing\": %s, \"failed\": %s}", json_quoted(cell.missing).c_str(),
                 cell.failed ? "true" : "false");
    return;
  }
  std::fprintf(out, "{\"median_ns\": %.0f, \"best_ns\": %.0f%s", cell.median(), cell.best(), more.c_str());
  for (const auto &[name, member] : {std::pair("wall", &Times::wall), {"event", &Times::event}}) {
    std::fprintf(out, ", \"%s_ns\": [", name);
    for (size_t round = 0; round < cell.times.size(); ++round)
      std::fprintf(out, "%s%.0f", round ? ", " : "", cell.times[round].*member);
    std::fputc(']', out);
  }
  std::fputc('}', out);
}

static std::string escaped(const std::string &text) {
  std::string out;
  for (char c : text) out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
  return out;
}

std::string svg_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3g", value);
  return text;
}

void Svg::begin(double width, double height, const std::string &title) const {
  std::fprintf(out_,
               "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
               "font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" font-size=\"12\" fill=\"#333\">\n"
               "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
               width, height, width, height);
  text(50, 34, title, "font-size=\"19\" font-weight=\"bold\" fill=\"#111\"");
}

void Svg::text(double x, double y, const std::string &what, const std::string &style) const {
  std::fprintf(out_, "<text x=\"%.1f\" y=\"%.1f\" %s>%s</text>\n", x, y, style.c_str(), escaped(what).c_str());
}

void Svg::line(double x1, double y1, double x2, double y2, const char *style) const {
  std::fprintf(out_, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2, style);
}

void Svg::bar(double x, double y, double width, double height, const char *colour) const {
  std::fprintf(out_, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>\n", x, y, width, height,
               colour);
}

const char *Svg::colour(size_t column) {
  static const char *colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9"};  // Okabe, Ito
  return colours[column % std::size(colours)];
}

std::FILE *open_file(const std::string &path) {
  std::FILE *file = std::fopen(path.c_str(), "w");
  if (!file) throw std::runtime_error(path + ": " + std::strerror(errno));
  return file;
}

void close_file(const std::string &path, std::FILE *file) {
  if (std::ferror(file) | std::fclose(file)) throw std::runtime_error(path + ": cannot be written");
}

// SPDX-License-Identifier: Apache-2.0
// Parts of the reports: tables, JSON, plots.
#pragma once
#include <cstdio>
#include <string>

#include "common/results.h"

// "4 KiB"
std::string size_text(size_t bytes);

// What each driver is, from `first` on; and what failed, each reason of a driver once.
void write_drivers(const Results &results, size_t first, std::FILE *out);
void write_failures(const Results &results, std::FILE *out);

std::string json_quoted(const std::string &text);
void write_json_drivers(const Results &results, std::FILE *out);
// {"median_ns": ...}, or why there are no times; `more`: further members, with a comma before each.
void write_json_cell(const Cell &cell, const std::string &more, std::FILE *out);

class Svg {
 public:
  explicit Svg(std::FILE *out) : out_(out) {}
  ~Svg() { std::fputs("</svg>\n", out_); }
  void begin(double width, double height, const std::string &title) const;
  void text(double x, double y, const std::string &what, const std::string &style = "") const;
  void line(double x1, double y1, double x2, double y2, const char *style) const;
  void bar(double x, double y, double width, double height, const char *colour) const;
  static const char *colour(size_t column);  // of a driver, from 0 on: blind and sighted tell them apart

  static constexpr const char *kGrid = "stroke=\"#e4e4e4\"";
  static constexpr const char *kOne = "stroke=\"#555\" stroke-width=\"1.5\" stroke-dasharray=\"5 3\"";

 protected:
  std::FILE *out_;
};
std::string svg_number(double value);  // three digits

// Nothing where `path` is empty; throws where the file cannot be written.
template <class R> void write_file(const std::string &path, const R &results, void (*write)(const R &, std::FILE *));
std::FILE *open_file(const std::string &path);
void close_file(const std::string &path, std::FILE *file);

template <class R> void write_file(const std::string &path, const R &results, void (*write)(const R &, std::FILE *)) {
  if (path.empty()) return;
  std::FILE *file = open_file(path);
  write(results, file);
  close_file(path, file);
}

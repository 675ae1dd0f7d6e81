// SPDX-License-Identifier: Apache-2.0
#include "report.h"

#include <algorithm>
#include <cstdio>

namespace wherry::info {
namespace {

// Paths may hold any byte: what is not ASCII goes through unchanged if it is UTF-8, which paths are in practice.
std::string quoted(std::string_view text) {
  std::string json = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[7];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      json += escape;
    } else {
      json += c;
    }
  }
  return json + '"';
}

struct AsJson {
  std::string operator()(const std::string &text) const { return quoted(text); }
  std::string operator()(int64_t number) const { return std::to_string(number); }
  std::string operator()(double number) const {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", number);
    return text;
  }
  std::string operator()(bool truth) const { return truth ? "true" : "false"; }
  std::string operator()(const std::vector<std::string> &list) const {
    std::string json = "[";
    for (const std::string &item : list) json += (json.size() > 1 ? ", " : "") + quoted(item);
    return json + "]";
  }
};

// Two columns: the section's name, then its lines.
constexpr size_t kColumn = 10;

}  // namespace

Report::Section &Report::section(std::string_view name) {
  const auto found = std::find_if(sections_.begin(), sections_.end(), [&](auto &known) { return known.name == name; });
  if (found != sections_.end()) return *found;
  return sections_.emplace_back(Section{std::string(name), {}, {}});
}

void Report::fact(std::string_view in, std::string_view name, Value value) {
  section(in).facts.emplace_back(name, std::move(value));
}
void Report::line(std::string_view in, std::string text) { section(in).lines.push_back(std::move(text)); }
void Report::wrong(std::string_view kind, std::string what, std::string remedy) {
  problems_.push_back({std::string(kind), std::move(what), std::move(remedy)});
}

std::string Report::text() const {
  std::string text;
  for (const Section &section : sections_) {
    std::string label = section.name;
    for (const std::string &line : section.lines) {
      label.resize(std::max(kColumn, label.size() + 1), ' ');
      text += label + line + "\n";
      label.clear();
    }
  }
  for (const Problem &problem : problems_) text += "wrong: " + problem.what + "\n   do: " + problem.remedy + "\n";
  return text + (good() ? "All is well.\n" : "");
}

std::string Report::json() const {
  std::string json = std::string("{\n  \"good\": ") + (good() ? "true" : "false");
  for (const Section &section : sections_) {
    json += ",\n  " + quoted(section.name) + ": {";
    const char *before = "";
    for (const auto &[name, value] : section.facts) {
      json += before + quoted(name) + ": " + std::visit(AsJson(), value);
      before = ", ";
    }
    json += "}";
  }
  json += ",\n  \"problems\": [";
  const char *before = "";
  for (const Problem &problem : problems_) {
    json += std::string(before) + "\n    {\"kind\": " + quoted(problem.kind) + ", \"what\": " + quoted(problem.what) +
            ", \"do\": " + quoted(problem.remedy) + "}";
    before = ",";
  }
  return json + (problems_.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

}  // namespace wherry::info

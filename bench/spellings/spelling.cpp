// SPDX-License-Identifier: Apache-2.0
#include "spelling.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <sstream>
#include <stdexcept>

static std::string trimmed(const std::string &text) {
  const size_t begin = text.find_first_not_of(" \t\n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\n") - begin + 1);
}

static std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    if (part = trimmed(part); !part.empty()) parts.push_back(part);
  return parts;
}

std::vector<Spelling> sections_of(const std::string &computation, const std::string &text) {
  static const std::string kBegin = "// spelling ";
  std::vector<Spelling> found;
  std::string common;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(kBegin)) {
      std::string name = line.substr(kBegin.size(), line.find(':') - kBegin.size());
      const bool marked = name.ends_with('*');
      if (marked) name.pop_back();
      found.push_back({computation, name, common, marked});
    }
    (found.empty() ? common : found.back().source) += line + "\n";
  }
  return found;
}

Setup::Setup(Case &test, const Spelling &spelling) : case_(test) {
  const std::string &source = spelling.source;
  std::istringstream lines(source);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("// options: ")) case_.options(line.substr(12));
    if (line.starts_with("// needs: ")) case_.needs(line.substr(10));
    if (!line.starts_with("// global: ")) continue;
    for (const std::string &entry : split(line.substr(3), ';')) {
      const size_t colon = entry.find(':');
      header_[entry.substr(0, colon)] = trimmed(entry.substr(colon + 1));
    }
  }
  const size_t kernel = source.find("\nkernel "), open = source.find('(', source.find(" void ", kernel));
  const size_t close = source.find(')', open);
  if (kernel == source.npos || close == source.npos || !header_.contains("global"))
    throw std::runtime_error(spelling.id() + " has no kernel, or no global size");
  const size_t name = source.rfind(' ', open) + 1;
  kernel_ = source.substr(name, open - name);
  for (std::string parameter : split(source.substr(open + 1, close - open - 1), ',')) {
    size_t at = parameter.size();
    while (at > 0 && (std::isalnum(parameter[at - 1]) || parameter[at - 1] == '_')) --at;
    const std::string before = trimmed(parameter.substr(0, at));
    const bool local = before.starts_with("local"), pointer = before.find('*') != before.npos;
    parameters_.push_back({parameter.substr(at), local ? "local" : pointer ? "*" : before});
  }
}

bool Setup::has_parameter(const std::string &name) const {
  for (const Parameter &parameter : parameters_)
    if (parameter.name == name) return true;
  return false;
}

size_t Setup::evaluate(const std::string &formula) const {
  double sum = 0;
  for (const std::string &term : split(formula, '+')) {
    double value = 1;
    char operation = '*';
    for (size_t at = 0; at < term.size();) {
      const size_t end = std::min(term.find_first_of("*/", at), term.size());
      const std::string factor = trimmed(term.substr(at, end - at));
      const double number = std::isalpha(factor.at(0)) ? numbers_.at(factor) : std::stod(factor);
      value = operation == '*' ? value * number : std::floor(value / number);
      operation = end < term.size() ? term[end] : '*';
      at = end + 1;
    }
    sum += value;
  }
  return size_t(sum);
}

std::vector<size_t> Setup::evaluate_list(const std::string &key) const {
  std::vector<size_t> values;
  if (const auto found = header_.find(key); found != header_.end())
    for (const std::string &formula : split(found->second, ',')) values.push_back(evaluate(formula));
  return values;
}

Argument Setup::argument(const Parameter &parameter) const {
  if (parameter.type == "local") return Case::argument(LocalBytes{evaluate_list(parameter.name).at(0)});
  if (parameter.type == "*") return arguments_.at(parameter.name);
  const double value = numbers_.at(parameter.name);
  if (parameter.type == "float") return Case::argument(float(value));
  if (parameter.type == "short" || parameter.type == "ushort") return Case::argument(int16_t(value));
  if (parameter.type == "int" || parameter.type == "uint") return Case::argument(int32_t(value));
  if (parameter.type == "long" || parameter.type == "ulong") return Case::argument(int64_t(value));
  throw std::runtime_error("a parameter of the type " + parameter.type);
}

void Setup::launch() {
  Launch launch{kernel_, evaluate_list("global"), evaluate_list("local"), {}};
  for (const Parameter &parameter : parameters_) launch.arguments.push_back(argument(parameter));
  case_.launch(std::move(launch));
}

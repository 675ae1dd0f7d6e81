// SPDX-License-Identifier: Apache-2.0
// What wherry-info has found: facts in sections, and what is wrong, each with what to do. Printed for people or as
// JSON.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace wherry::info {

using Value = std::variant<std::string, int64_t, double, bool, std::vector<std::string>>;

class Report {
 public:
  // `name` identifies the fact in JSON.
  void fact(std::string_view section, std::string_view name, Value value);
  // The line that people read of a section.
  void line(std::string_view section, std::string text);
  // `kind` identifies the problem in JSON; `remedy`: one line on what to do.
  void wrong(std::string_view kind, std::string what, std::string remedy);

  bool good() const { return problems_.empty(); }
  std::string text() const;
  std::string json() const;

 private:
  struct Section {
    std::string name;
    std::vector<std::pair<std::string, Value>> facts;
    std::vector<std::string> lines;
  };
  struct Problem {
    std::string kind, what, remedy;
  };
  Section &section(std::string_view name);

  std::vector<Section> sections_;
  std::vector<Problem> problems_;
};

}  // namespace wherry::info

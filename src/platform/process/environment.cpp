// SPDX-License-Identifier: Apache-2.0
#include "platform/process/environment.h"

#include <sys/auxv.h>
#include <unistd.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

namespace wherry::process {
namespace {

// Letters to insert, delete or replace (Levenshtein).
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), size_t{0});
  for (size_t i = 0; i < a.size(); ++i) {
    size_t diagonal = std::exchange(row[0], i + 1);
    for (size_t j = 0; j < b.size(); ++j) {
      const size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, diagonal + 1, row[j] + 1});
    }
  }
  return row.back();
}

}  // namespace

bool has_foreign_environment() noexcept { return getauxval(AT_SECURE) != 0; }

std::vector<std::string> misspelled_variables() {
  if (has_foreign_environment()) return {};  // correctly spelled variables have no effect either
  // Two slips of the fingers; tests and tools have variables of their own, which are further away.
  constexpr size_t kSlips = 2;
  std::vector<std::string> warnings;
  for (char **variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable, name = text.substr(0, text.find('='));
    if (!name.starts_with("WHERRY") || name.size() + 1 >= text.size()) continue;  // an empty one counts as unset
    const char *nearest = nullptr;
    size_t least = kSlips + 1;
    for (const char *known : kVariableNames)
      if (const size_t slips = distance(name, known); slips < least) {
        nearest = known;
        least = slips;
      }
    if (nearest && least != 0)
      warnings.push_back(std::string(name) + " is unknown and has no effect: is " + nearest + " meant?");
  }
  return warnings;
}

}  // namespace wherry::process

// SPDX-License-Identifier: Apache-2.0
// Formulas of case files: 64-bit integers, C's operators, and a few functions (test/README.md).
#pragma once
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>

namespace wherry::test {

struct Scope {
  std::map<std::string, int64_t> variables;
  // A buffer's element; throws std::out_of_range for an unknown name or index.
  std::function<int64_t(const std::string &name, int64_t index)> element;
};

// Wraps around on overflow.
using Expression = std::function<int64_t(Scope &)>;

// Throws std::runtime_error with the place of the error.
Expression parse_expression(const std::string &text);

}  // namespace wherry::test

// SPDX-License-Identifier: Apache-2.0
// A strict reader of JSON.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace wherry::test {

struct Json {
  enum class Kind { null, boolean, number, string, array, object };

  Kind kind = Kind::null;
  double number = 0;  // of a boolean: 0 or 1
  std::string text;
  std::vector<Json> items;
  std::map<std::string, Json, std::less<>> members;

  // Null where there is no such member.
  const Json *find(std::string_view name) const;
  // Throws where there is none.
  const Json &operator[](std::string_view name) const;
};

// Throws std::runtime_error, and says where, on anything that RFC 8259 does not allow.
Json parse_json(std::string_view text);

}  // namespace wherry::test

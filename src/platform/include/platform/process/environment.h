// SPDX-License-Identifier: Apache-2.0
// The environment variables that the driver and its compiler obey: environment.def.
#pragma once
#include <cstdlib>
#include <string>
#include <vector>

namespace wherry::process {

enum class Variable : unsigned {
#define WHERRY_VARIABLE(identifier, name, what, otherwise) identifier,
#include "platform/process/environment.def"
  home,  // these two as the system has them
  xdg_cache_home,
};

inline constexpr const char *kVariableNames[] = {
#define WHERRY_VARIABLE(identifier, name, what, otherwise) name,
#include "platform/process/environment.def"
    "HOME",
    "XDG_CACHE_HOME",
};

// Whether the program runs with more rights than the user who started it (set-user-id): the variables are a stranger's.
bool has_foreign_environment() noexcept;

// "" where the variable is not set, and always if has_foreign_environment().
inline const char *environment(Variable variable) noexcept {
  const char *value = secure_getenv(kVariableNames[static_cast<unsigned>(variable)]);
  return value ? value : "";
}

// A warning for each variable that is set, is not empty, and looks like a misspelled one of ours.
std::vector<std::string> misspelled_variables();

}  // namespace wherry::process

// SPDX-License-Identifier: Apache-2.0
// Warnings to the person who runs the program.
#pragma once
#include <string_view>

namespace wherry::observe {

// Writes "wherry: <message>" and a newline to stderr, once for each key and process. At most 64 keys
// are told apart; warnings of further ones are dropped. Any thread; neither locks nor throws.
void warn_once(std::string_view key, std::string_view message) noexcept;

}  // namespace wherry::observe

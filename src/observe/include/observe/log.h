// SPDX-License-Identifier: Apache-2.0
// Warnings to the user.
#pragma once
#include <string_view>

namespace wherry::observe {

// Writes "wherry: <message>" and a newline to stderr, once for each key and process. At most 64 keys; drops the
// warnings of further ones. Thread-safe, lock-free, does not throw.
void warn_once(std::string_view key, std::string_view message) noexcept;

// Writes "wherry: <text>" and a newline to stderr, by one call. Throws std::bad_alloc.
void say(std::string_view text);

}  // namespace wherry::observe

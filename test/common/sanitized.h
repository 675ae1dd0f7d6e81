// SPDX-License-Identifier: Apache-2.0
// Whether the test runs under the address or the thread sanitizer.
#pragma once

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

namespace wherry::test {

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

// Repetitions of a test: under a sanitizer, where each takes many times as long, a quarter.
constexpr int repetitions(int without_sanitizer) { return kSanitized ? without_sanitizer / 4 : without_sanitizer; }

}  // namespace wherry::test

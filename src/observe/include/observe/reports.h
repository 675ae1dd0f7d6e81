// SPDX-License-Identifier: Apache-2.0
// The mistakes that WHERRY_CHECK has found.
#pragma once
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace wherry::observe {

// The reports of one program: one for each place in the source, at most kMax. Thread-safe.
class Reports {
 public:
  static constexpr size_t kMax = 200;

  // Whether this is the first report of `place`, for which the caller then calls add(). False after kMax places.
  bool first(uint64_t place) noexcept;

  // Writes "wherry: <text>" and a newline to stderr, or to the end of the file that WHERRY_CHECK_LOG names.
  void add(std::string_view text) noexcept;

  // The texts added since the last call.
  std::vector<std::string> take();

 private:
  std::mutex mutex_;
  std::unordered_set<uint64_t> places_;
  std::vector<std::string> texts_;
};

}  // namespace wherry::observe

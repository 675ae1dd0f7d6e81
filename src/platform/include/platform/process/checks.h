// SPDX-License-Identifier: Apache-2.0
// The words of WHERRY_CHECK and of the build option -cl-wherry-check, a bit each.
#pragma once
#include <cstdint>
#include <string_view>

namespace wherry::process {

enum Check : uint32_t {
  kCheckAsync = 1,
  kCheckBounds = 2,
  kCheckRace = 4,
  kCheckUninit = 8,
  kCheckBarrier = 16,
  kCheckArith = 32,
  kCheckNan = 64,         // not in `all`: programs make NaNs on purpose
  kQuietSameValue = 128,  // of races: none where both work-items write the same value
};
inline constexpr uint32_t kAllChecks = 63;

struct CheckWord {
  std::string_view word;
  uint32_t bits;
};
inline constexpr CheckWord kCheckWords[] = {
    {"async", kCheckAsync},     {"bounds", kCheckBounds}, {"race", kCheckRace}, {"uninit", kCheckUninit},
    {"barrier", kCheckBarrier}, {"arith", kCheckArith},   {"nan", kCheckNan},   {"quiet-same-value", kQuietSameValue},
    {"all", kAllChecks}};

// The bits of a list "word,word,..."; calls `unknown` with each other word.
template <class Unknown> constexpr uint32_t parse_checks(std::string_view list, Unknown unknown) {
  uint32_t bits = 0;
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(word.size() < list.size() ? word.size() + 1 : list.size());
    uint32_t found = 0;
    for (const CheckWord &known : kCheckWords)
      if (known.word == word) found = known.bits;
    if (!found && !word.empty()) unknown(word);
    bits |= found;
  }
  return bits;
}

}  // namespace wherry::process

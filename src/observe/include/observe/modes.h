// SPDX-License-Identifier: Apache-2.0
// The modes WHERRY_CHECK and WHERRY_ASYNC_SCHEDULE, which change how kernels are compiled and async copies performed.
#pragma once
#include <cstdint>

namespace wherry::observe {

struct Modes {
  uint32_t checks = 0;          // WHERRY_CHECK: bits of platform/process/checks.h
  bool schedule_async = false;  // WHERRY_ASYNC_SCHEDULE=seed:N; never with checks
  uint64_t seed = 0;
};

// Parses the values of WHERRY_CHECK and WHERRY_ASYNC_SCHEDULE, either of which may be null. Warns of an invalid value
// and ignores it; of a list, warns of its unknown words and uses the others.
Modes parse_modes(const char *check, const char *schedule) noexcept;

// parse_modes of the environment, read at the first call.
const Modes &modes() noexcept;

}  // namespace wherry::observe

// SPDX-License-Identifier: Apache-2.0
// The modes WHERRY_CHECK and WHERRY_ASYNC_SCHEDULE, which change how kernels are compiled and async copies performed.
#pragma once
#include <cstdint>

namespace wherry::observe {

struct Modes {
  bool check_async = false;     // WHERRY_CHECK=async
  bool schedule_async = false;  // WHERRY_ASYNC_SCHEDULE=seed:N; never both
  uint64_t seed = 0;
};

// Parses the values of WHERRY_CHECK and WHERRY_ASYNC_SCHEDULE, either of which may be null. Warns of an invalid value
// and ignores it.
Modes parse_modes(const char *check, const char *schedule) noexcept;

// parse_modes of the environment, read at the first call.
const Modes &modes() noexcept;

}  // namespace wherry::observe

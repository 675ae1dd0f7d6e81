// SPDX-License-Identifier: Apache-2.0
#include "observe/modes.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "observe/log.h"
#include "platform/process/checks.h"
#include "platform/process/environment.h"

namespace wherry::observe {

Modes parse_modes(const char *check, const char *schedule) noexcept {
  Modes modes;
  modes.checks = process::parse_checks(check ? check : "", [](std::string_view word) {
    char text[128], name[33] = {};
    word.copy(name, sizeof name - 1);
    std::snprintf(text, sizeof text, "WHERRY_CHECK: '%s' is no check: %s", name,
                  "async, bounds, race, uninit, barrier, arith, nan, or all");
    warn_once(text, text);
  });

  std::string_view seed = schedule ? schedule : "";
  if (seed.empty()) return modes;
  if (modes.checks) {
    warn_once("WHERRY_ASYNC_SCHEDULE", "WHERRY_ASYNC_SCHEDULE has no effect with WHERRY_CHECK");
    return modes;
  }
  if (seed.starts_with("seed:")) {
    seed.remove_prefix(5);
    const auto [end, error] = std::from_chars(seed.data(), seed.data() + seed.size(), modes.seed);
    modes.schedule_async = error == std::errc() && end == seed.data() + seed.size();
  }
  if (!modes.schedule_async)
    warn_once("WHERRY_ASYNC_SCHEDULE", "WHERRY_ASYNC_SCHEDULE is not seed:N, N a number below 2^64: no schedule");
  return modes;
}

const Modes &modes() noexcept {
  using process::environment, process::Variable;
  static const Modes read = parse_modes(environment(Variable::check), environment(Variable::async_schedule));
  return read;
}

}  // namespace wherry::observe

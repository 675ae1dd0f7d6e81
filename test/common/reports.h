// SPDX-License-Identifier: Apache-2.0
// What the driver's checked mode has written to its log. A test in which something is found fails, unless it
// asks for the reports itself.
#pragma once
#include <string>
#include <vector>

namespace wherry::test {

// Whether this process runs in the checked mode, with a log.
bool checked();

// The lines written since the last call, without "wherry: ".
std::vector<std::string> new_reports();

// Fails tests in which there are reports left at the end.
void watch_reports();

}  // namespace wherry::test

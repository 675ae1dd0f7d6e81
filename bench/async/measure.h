// SPDX-License-Identifier: Apache-2.0
// The interleaved run, and what it found.
#pragma once
#include <vector>

#include "common/results.h"
#include "options.h"
#include "runner.h"

// Of a pipeline: the computation at which it takes as long as the copies, on the driver `AsyncResults::reference`.
struct Balance {
  uint32_t work = 0;
  double copies = 0, computation = 0;  // ns, each alone
};

struct AsyncResults : Results {  // the first column is memcpy
  std::vector<Case> cases;
  std::vector<Balance> balances;  // [case]
  size_t reference = 1;           // the column whose copies are made at once, or else the first driver's
};

// Prints to stderr what it is at. Throws where there is no driver.
AsyncResults measure(const Options &options);

// The child's side: answers requests until the parent closes the pipe.
int serve_copies(Options options);

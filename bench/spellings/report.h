// SPDX-License-Identifier: Apache-2.0
// Spellings beside one another.
#pragma once
#include <cstdio>
#include <string>
#include <vector>

#include "measure.h"

// Of a spelling on the first driver.
struct Standing {
  size_t test = 0;              // its row in the results
  double best = 0, median = 0;  // its time as a multiple of the fastest spelling's; 0: it has none
  double peer = 0;              // the fastest other driver's time as a multiple of its own; 0: there is none
  double allowed = 0;
  bool slow() const { return best > allowed; }
};

// Of all spellings, in the results' order.
std::vector<Standing> standings_of(const KernelResults &results);

// A table for each computation, then what is slow, and what is slower than a peer.
void write_spellings(const KernelResults &results, std::FILE *out);
void write_spellings_json(const KernelResults &results, std::FILE *out);
// The sources of the slow ones, as folder/ID.cl; without a folder, those of drawn ones, to stdout.
void write_slow_sources(const KernelResults &results, const std::string &folder);

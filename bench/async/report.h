// SPDX-License-Identifier: Apache-2.0
// The results as tables, as JSON, and as a plot.
#pragma once
#include "common/report.h"
#include "measure.h"

struct Section {
  const char *name;   // Case::section
  const char *title;  // what is measured
};
inline constexpr Section kSections[] = {
    {"whole", "Global to global, no kernel (clEnqueueCopyBuffer)"},
    {"to_local", "Contiguous, global to local, float"},
    {"to_global", "Contiguous, local to global, float"},
    {"read_tile", "Contiguous, global to local, and every element is read once"},
    {"gather", "Strided, global to local (gather), tiles of 16 KiB"},
    {"scatter", "Strided, local to global (scatter), tiles of 16 KiB"},
    {"halo", "Tiles of a picture with their halo, uint"},
    {"pipeline", "Pipeline: fetch the next tile, compute on this one"},
    {"strided", "Pipeline of strided copies: fetch the next tile, compute on this one"},
    {"shuffled", "Pipeline of tiles in no order: fetch the next tile, compute on this one"},
    {"through", "Pipeline: fetch the next tile, compute on this one, carry the last one out"},
};

void write_tables(const AsyncResults &results, std::FILE *out);
void write_json(const AsyncResults &results, std::FILE *out);
void write_svg(const AsyncResults &results, std::FILE *out);

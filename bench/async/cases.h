// SPDX-License-Identifier: Apache-2.0
// What is measured: the list that parent and children make alike, so that a case goes between them as its number.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "options.h"

enum class Kind {
  whole,      // global to global, no kernel: the roofline
  to_local,   // contiguous, or strided (a gather)
  to_global,  // contiguous, or strided (a scatter)
  read_tile,  // contiguous to local, and every element is read once
  pipeline,   // double-buffered: the next tile is fetched while this one is computed on
  through,    // as pipeline, and results are carried out by async copies too
  halo,       // two-dimensional tiles
};

struct Case {
  Kind kind;
  std::string section;    // table it stands in: "to_local", "gather", ...
  std::string label;      // its row there
  std::string kernel{};   // in kernels.cl; empty for whole
  size_t element = 4;     // bytes
  size_t count = 0;       // elements of a tile
  size_t stride = 1;      // elements
  bool shuffled = false;  // pipelines: the tiles in an order that no prefetcher knows
  size_t tiles = 1;       // of each work-group
  size_t groups = 1;
  size_t local_size = 1;
  size_t buffers = 1;  // tiles in local memory at once
  // halo, and pipelines with one: a tile with its halo is `rows` rows of count / rows elements; its inner part is
  // smaller by 2 * halo each way.
  size_t rows = 1;
  size_t halo = 0;
  size_t pitch = 0;   // elements from one row of the picture to the next
  size_t across = 0;  // tiles in a row of tiles

  std::string id() const { return section + "/" + label; }
  // From one tile to the next, modulo `tiles`.
  size_t step() const;
  size_t tile_bytes() const { return count * element; }
  // Bytes that the copies of one run carry; what is fetched and carried out again counts twice.
  size_t bytes() const { return (kind == Kind::through ? 2 : 1) * groups * tiles * tile_bytes(); }
  bool is_pipeline() const { return kind == Kind::pipeline || kind == Kind::through; }
};

// What of a pipeline is run. One element of each tile, or one row of its copy, stands for the part left out.
enum class Part { both, copies, computation };

struct Run {
  Part part = Part::both;
  uint32_t work = 0;   // pipelines: rounds of mix() on each element
  uint32_t seed = 0;   // goes into the results, so that those of an earlier run are no answer
  bool whole = false;  // check every byte written and left alone, not only a sample
};

// For options.threads threads, at least 1.
std::vector<Case> make_cases(const Options &options);

// SPDX-License-Identifier: Apache-2.0
#include "cases.h"

#include <algorithm>
#include <numeric>

#include "common/report.h"

namespace {
struct Maker {
  const Options &options;
  std::vector<Case> cases;

  // Shares the buffer's tiles out to at most `groups` groups, each a row of whole tiles.
  void add(Case made, size_t groups) {
    const size_t tiles = options.bytes / (made.tile_bytes() * made.stride);
    made.groups = std::min(groups, tiles);
    if (made.groups == 0) return;
    made.tiles = tiles / made.groups;
    keep(made);
  }

  void keep(const Case &made) {
    if (options.wants(made.id())) cases.push_back(made);
  }

  // Enough groups to balance a load, each with a long row of tiles.
  size_t some_groups() const { return 4 * options.threads; }

  void contiguous(Kind kind, const char *section, const char *kernel, size_t tile) {
    add({.kind = kind,
         .section = section,
         .label = size_text(tile),
         .kernel = kernel,
         .count = tile / 4,
         .local_size = options.local_size},
        some_groups());
  }

  void strided(Kind kind, const char *section, const std::string &type, size_t element, size_t stride) {
    const size_t tile = 16384;  // bytes: what a kernel would keep in local memory, in all types
    add({.kind = kind,
         .section = section,
         .label = type + ", stride " + std::to_string(stride),
         .kernel = std::string(section) + "_" + type,
         .element = element,
         .count = tile / element,
         .stride = stride,
         .local_size = options.local_size},
        some_groups());
  }

  // Tiles of a picture; their halo reaches into their neighbours. At most so many groups share them out.
  void picture(Case made, size_t width, size_t height, size_t reach, size_t groups) {
    made.rows = height + 2 * reach;
    made.count = (width + 2 * reach) * made.rows;
    made.halo = reach;
    made.pitch = 3840;  // a common picture's
    made.across = (made.pitch - 2 * reach) / width;
    const size_t picture_rows = options.bytes / 4 / made.pitch;
    if (picture_rows < made.rows) return;
    const size_t tiles = made.across * ((picture_rows - 2 * reach) / height);
    made.groups = std::min(groups, tiles);
    made.tiles = tiles / made.groups;
    keep(made);
  }

  void halo(size_t width, size_t height, size_t reach, bool two_d) {
    picture({.kind = Kind::halo,
             .section = "halo",
             .label = picture_text(width, height, reach) + (two_d ? ", one 2D2D" : ", a copy a row"),
             .kernel = two_d ? "halo_2d" : "halo_rows",
             .local_size = options.local_size},
            width, height, reach, some_groups());
  }

  void pipeline_2d(size_t width, size_t height, size_t reach, size_t groups) {
    picture({.kind = Kind::pipeline,
             .section = "pipeline",
             .label = picture_text(width, height, reach) + ", " + std::to_string(groups) + " x " +
                      std::to_string(options.local_size),
             .kernel = "pipeline_2d",
             .local_size = options.local_size,
             .buffers = 2},
            width, height, reach, groups);
  }

  // Words that are `stride` apart, or tiles in no order.
  void pipeline_apart(size_t tile, size_t stride, bool shuffled, size_t groups) {
    add({.kind = Kind::pipeline,
         .section = shuffled ? "shuffled" : "strided",
         .label = size_text(tile) + (shuffled ? ", " : ", stride " + std::to_string(stride) + ", ") +
                  std::to_string(groups) + " x " + std::to_string(options.local_size),
         .kernel = "pipeline_apart",
         .count = tile / 4,
         .stride = stride,
         .shuffled = shuffled,
         .local_size = options.local_size,
         .buffers = 2},
        groups);
  }

  static std::string picture_text(size_t width, size_t height, size_t reach) {
    return std::to_string(width) + "x" + std::to_string(height) + " + " + std::to_string(reach);
  }

  void pipeline(Kind kind, size_t tile, size_t groups, size_t local_size) {
    const bool through = kind == Kind::through;
    add({.kind = kind,
         .section = through ? "through" : "pipeline",
         .label = size_text(tile) + ", " + std::to_string(groups) + " x " + std::to_string(local_size),
         .kernel = through ? "through" : "pipeline",
         .element = 64,
         .count = tile / 64,
         .local_size = local_size,
         .buffers = through ? size_t{4} : size_t{2}},
        groups);
  }
};
}  // namespace

// Some 0.618 of them all, so that steps spread evenly; it shares no divisor with `tiles`, so that none is left out.
size_t Case::step() const {
  if (!shuffled) return 1;
  size_t step = std::max<size_t>(1, tiles * 618 / 1000);
  while (std::gcd(step, tiles) != 1) ++step;
  return step;
}

std::vector<Case> make_cases(const Options &options) {
  Maker make{options, {}};
  const size_t kib = 1024, many = 16 * options.threads;

  make.keep({.kind = Kind::whole, .section = "whole", .label = size_text(options.bytes), .count = options.bytes / 4});
  const size_t step = options.quick ? 4 : 2;
  for (size_t tile = 256; tile <= 1024 * kib; tile *= step)
    make.contiguous(Kind::to_local, "to_local", "to_local_float", tile);
  for (size_t tile = 256; tile <= 1024 * kib; tile *= step)
    make.contiguous(Kind::to_global, "to_global", "to_global_float", tile);
  for (size_t tile : {kib, 4 * kib, 8 * kib, 16 * kib, 64 * kib, 256 * kib})
    make.contiguous(Kind::read_tile, "read_tile", "read_tile", tile);
  for (Kind kind : {Kind::to_local, Kind::to_global}) {
    const char *section = kind == Kind::to_local ? "gather" : "scatter";
    for (size_t stride : {2, 3, 4, 7, 16}) make.strided(kind, section, "float", 4, stride);
    for (size_t stride : {2, 3}) make.strided(kind, section, "uchar", 1, stride);
    for (size_t stride : {2, 3}) make.strided(kind, section, "float4", 16, stride);
  }
  for (bool two_d : {false, true}) {
    make.halo(32, 32, 1, two_d);
    make.halo(128, 32, 3, two_d);
  }
  for (size_t groups : {size_t{1}, options.threads, many}) {
    make.pipeline(Kind::pipeline, options.pipeline_tile, groups, options.local_size);
    if (options.local_size != 1) make.pipeline(Kind::pipeline, options.pipeline_tile, groups, 1);
    if (!options.quick) make.pipeline(Kind::pipeline, options.pipeline_tile / 4, groups, options.local_size);
    if (groups == 1) make.pipeline(Kind::pipeline, options.pipeline_tile * 4, groups, options.local_size);
    make.pipeline_2d(128, 32, 3, groups);
    if (groups == 1 && !options.quick) {
      make.pipeline_2d(32, 32, 1, groups);
      make.pipeline_2d(256, 64, 3, groups);
    }
    for (size_t stride : {4, 8, 16, 64})
      if (groups == 1 || stride == 16) make.pipeline_apart(options.pipeline_tile, stride, false, groups);
    if (!options.quick) make.pipeline_apart(options.pipeline_tile / 4, 16, false, groups);
    for (size_t tile : {size_t{256}, size_t{512}, kib, 2 * kib})
      if (groups != options.threads) make.pipeline_apart(tile, 1, true, groups);
    make.pipeline(Kind::through, options.pipeline_tile, groups, options.local_size);
  }
  return make.cases;
}

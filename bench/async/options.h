// SPDX-License-Identifier: Apache-2.0
// The command line.
#pragma once
#include "common/options.h"

struct Options : CommonOptions {
  size_t bytes = size_t{256} << 20;
  size_t local_size = 64;
  size_t pipeline_tile = size_t{64} << 10;  // bytes
  std::string modes;                        // of WHERRY_ASYNC, in which the first driver runs once more
};

Options parse_options(int argc, char **argv);

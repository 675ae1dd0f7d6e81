// SPDX-License-Identifier: Apache-2.0
#include "options.h"

static const char kHelp[] =
    R"(Measures async copies of OpenCL drivers beside one another and beside memcpy, in turns.

  bench_async [options]

  --modes M,M...    the first driver once more with WHERRY_ASYNC=M: now, wait, chunks
  --bytes N         bytes that each case moves: 256M (K, M, G: powers of 1024); 64M with --quick, and fewer cases
  --local-size N    work-items of a work-group (64)
  --tile N          bytes of a pipeline's tile (64K)
)";

Options parse_options(int argc, char **argv) {
  enum { modes = 256, bytes, local_size, tile };
  Options options;
  size_t wanted = 0;
  parse_options(argc, argv, &options, kHelp,
                {{"modes", 1, nullptr, modes},
                 {"bytes", 1, nullptr, bytes},
                 {"local-size", 1, nullptr, local_size},
                 {"tile", 1, nullptr, tile}},
                [&](int found, const char *text) {
                  switch (found) {
                  case modes: options.modes = text; break;
                  case bytes: wanted = parse_number("bytes", text, size_t{1} << 20, size_t{1} << 31); break;
                  case local_size: options.local_size = parse_number("local-size", text, 1, 4096); break;
                  case tile: options.pipeline_tile = parse_number("tile", text, 1024, size_t{1} << 20) / 64 * 64; break;
                  }
                });
  options.bytes = wanted ? wanted : options.quick ? size_t{64} << 20 : options.bytes;
  return options;
}

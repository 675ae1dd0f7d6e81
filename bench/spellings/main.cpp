// SPDX-License-Identifier: Apache-2.0
// The same computations in many spellings, on OpenCL drivers.
#include <csignal>
#include <cstdint>
#include <random>
#include <stdexcept>

#include "common/report.h"
#include "draw.h"
#include "report.h"

static const char kHelp[] =
    R"(Measures the same computations written in many ways: does each way run as fast as the fastest one?

  bench_spellings [options]

  --draw N          N random spellings of each computation besides, as COMPUTATION.draw0 and so on
  --seed S          of what is drawn (a fresh one)
  --sources FOLDER  the sources of slow spellings are written to it
  --cpu             CPU time in place of the wall clock's: for a machine that others use
)";

struct SpellingOptions : Options {
  size_t draw = 0, seed = 0;
  std::string sources;
};

static SpellingOptions parse(int argc, char **argv) {
  enum { sources = 256, cpu, draw, seed };
  SpellingOptions options;
  parse_options(argc, argv, &options, kHelp,
                {{"sources", 1, nullptr, sources},
                 {"cpu", 0, nullptr, cpu},
                 {"draw", 1, nullptr, draw},
                 {"seed", 1, nullptr, seed}},
                [&](int found, const char *text) {
                  if (found == sources) options.sources = text;
                  if (found == cpu) options.cpu = true;
                  if (found == draw) options.draw = parse_number("draw", text, 0, 10000);
                  if (found == seed) options.seed = parse_number("seed", text, 1, UINT32_MAX);
                });
  if (options.draw > 0) {
    if (options.seed == 0) options.seed = std::random_device()() | 1;
    options.child_arguments = {"--draw", std::to_string(options.draw), "--seed", std::to_string(options.seed)};
    add_spellings(draw_spellings(options.draw, uint32_t(options.seed)));
  }
  return options;
}

int main(int argc, char **argv) try {
  const SpellingOptions options = parse(argc, argv);
  if (!options.child.empty()) return serve_kernels(options);
  if (options.list) {
    for (const CaseEntry &entry : all_cases()) std::puts(entry.name.c_str());
    return 0;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a child that is gone is an answer
  const KernelResults results = measure(options);
  write_tables(results, stdout);
  write_spellings(results, stdout);
  if (options.draw > 0) std::printf("\nDrawn from seed %zu\n", options.seed);
  if (options.draw > 0 || !options.sources.empty()) write_slow_sources(results, options.sources);
  write_file(options.json, results, write_spellings_json);
  write_file(options.svg, results, write_svg);
  return results.failed() ? 1 : 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "bench_spellings: %s\n", error.what());
  return 2;
}

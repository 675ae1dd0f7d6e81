// SPDX-License-Identifier: Apache-2.0
// Kernels as users write them on OpenCL drivers, beside one another and beside loops in C++.
#include <csignal>
#include <stdexcept>

#include "case.h"
#include "common/report.h"
#include "measure.h"

static const char kHelp[] =
    R"(Measures kernels on OpenCL drivers, beside one another and beside loops in C++, in turns.

  bench_kernels [options]      or bench_images, bench_math

  --builds N        each kernel is built so often on each driver (1)
  --scaling         the first driver once more with WHERRY_NUM_THREADS=1
  --cpu             CPU time in place of the wall clock's: for a machine that others use
)";

static Options parse(int argc, char **argv) {
  enum { builds = 256, scaling, cpu };
  Options options;
  parse_options(argc, argv, &options, kHelp,
                {{"builds", 1, nullptr, builds}, {"scaling", 0, nullptr, scaling}, {"cpu", 0, nullptr, cpu}},
                [&](int found, const char *text) {
                  if (found == builds) options.builds = int(parse_number("builds", text, 1, 100));
                  if (found == scaling) options.scaling = true;
                  if (found == cpu) options.cpu = true;
                });
  return options;
}

int main(int argc, char **argv) try {
  const Options options = parse(argc, argv);
  if (!options.child.empty()) return serve_kernels(options);
  if (options.list) {
    for (const CaseEntry &entry : all_cases()) std::puts(entry.name.c_str());
    return 0;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a child that is gone is an answer
  const KernelResults results = measure(options);
  write_tables(results, stdout);
  write_file(options.json, results, write_json);
  write_file(options.svg, results, write_svg);
  return results.failed() ? 1 : 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "bench_kernels: %s\n", error.what());
  return 2;
}

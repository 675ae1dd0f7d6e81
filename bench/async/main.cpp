// SPDX-License-Identifier: Apache-2.0
// Async copies of OpenCL drivers, beside one another and beside memcpy.
#include <csignal>
#include <stdexcept>

#include "measure.h"
#include "report.h"

int main(int argc, char **argv) try {
  Options options = parse_options(argc, argv);
  if (!options.child.empty()) return serve_copies(options);
  if (options.list) {
    if (options.threads == 0) options.threads = 2;
    for (const Case &test : make_cases(options)) std::puts(test.id().c_str());
    return 0;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a child that is gone is an answer
  const AsyncResults results = measure(options);
  write_tables(results, stdout);
  write_file(options.json, results, write_json);
  write_file(options.svg, results, write_svg);
  return results.failed() ? 1 : 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "bench_async: %s\n", error.what());
  return 2;
}

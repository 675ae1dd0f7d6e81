// Async copies of OpenCL drivers, beside one another and beside memcpy.
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <stdexcept>

#include "child.h"
#include "measure.h"
#include "report.h"

static void write_file(const std::string &path, const Results &results, void (*write)(const Results &, std::FILE *)) {
  if (path.empty()) return;
  std::FILE *file = std::fopen(path.c_str(), "w");
  if (!file) throw std::runtime_error(path + ": " + std::strerror(errno));
  write(results, file);
  if (std::ferror(file) | std::fclose(file)) throw std::runtime_error(path + ": cannot be written");
}

int main(int argc, char **argv) try {
  const Options options = parse_options(argc, argv);
  if (!options.child.empty()) return serve(options);
  if (options.list) {
    CaseOptions cases = options.cases;
    if (cases.threads == 0) cases.threads = 2;
    for (const Case &test : make_cases(cases)) std::puts(test.id().c_str());
    return 0;
  }
  std::signal(SIGPIPE, SIG_IGN);  // a child that is gone is an answer
  const Results results = measure(options);
  write_tables(results, stdout);
  write_file(options.json, results, write_json);
  write_file(options.svg, results, write_svg);
  return results.failed() ? 1 : 0;
} catch (const std::exception &error) {
  std::fprintf(stderr, "bench_async: %s\n", error.what());
  return 2;
}

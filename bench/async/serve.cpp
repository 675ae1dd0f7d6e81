// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>

#include "measure.h"

int serve_copies(Options options) {
  // Before the parent knows how many threads there are, it asks for no case.
  options.threads = std::max<size_t>(1, options.threads);
  const std::vector<Case> cases = make_cases(options);
  std::unique_ptr<Runner> runner;
  return serve(options.child, [&](const std::string &verb, std::istream &words) -> std::string {
    if (!runner)
      runner = options.child == "memcpy" ? make_memcpy_runner(options.threads, options.bytes)
                                         : make_opencl_runner(options.child.substr(7), options.bytes);
    if (verb == "describe") return to_text(runner->describe());
    // run <case> <part> <work> <seed> <whole>
    size_t number = 0;
    int part = 0;
    Run run;
    words >> number >> part >> run.work >> run.seed >> run.whole;
    run.part = Part(part);
    return to_text(runner->run(cases.at(number), run));
  });
}

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>

#include "common/serve.h"
#include "kernels.h"
#include "measure.h"
#include "runner.h"

// With the local sizes that the case launches with as the kernels' required ones, where each has but one.
static std::string with_required_sizes(std::string source, const Case &test) {
  std::map<std::string, std::vector<size_t>> sizes;
  for (const Launch &launch : test.launches()) {
    const auto [known, fresh] = sizes.try_emplace(launch.kernel, launch.local);
    if (!fresh && known->second != launch.local) known->second.clear();
  }
  for (auto &[kernel, size] : sizes) {
    if (size.empty()) continue;
    size.resize(3, 1);
    const size_t at = source.find("kernel void " + kernel + "(");
    if (at == std::string::npos) continue;
    source.insert(at + 7, "__attribute__((reqd_work_group_size(" + std::to_string(size[0]) + "," +
                              std::to_string(size[1]) + "," + std::to_string(size[2]) + "))) ");
  }
  return source;
}

int serve_kernels(const Options &options) {
  std::unique_ptr<Runner> runner;
  std::unique_ptr<Case> test;
  std::string name;
  return serve(options.child, [&](const std::string &verb, std::istream &words) -> std::string {
    if (!runner)
      runner = options.child == "native" ? make_native_runner(std::max<size_t>(1, options.threads))
                                         : make_opencl_runner(options.child.substr(7));
    if (verb == "describe") return to_text(runner->describe());
    if (verb == "build") {
      std::string wanted;
      unsigned nonce = 0;
      words >> wanted >> nonce;
      if (wanted != name || !test) {
        const auto entries = all_cases();
        const auto entry = std::ranges::find(entries, wanted, &CaseEntry::name);
        if (entry == entries.end()) throw std::runtime_error("no such case");
        name = wanted;
        test.reset();  // its memory before the next one's
        test = std::make_unique<Case>(options.quick);
        entry->make(*test);
      }
      test->reset();
      std::string source = kernel_source(name);
      if (std::getenv("BENCH_REQUIRED_SIZES")) source = with_required_sizes(std::move(source), *test);
      const double ns = runner->build(*test, source, nonce);
      return std::to_string(ns) + ' ' + std::to_string(test->work()) + ' ' + test->unit();
    }
    uint32_t seed = 0;
    bool whole = false;
    words >> seed >> whole;
    if (!test) throw std::runtime_error("nothing is built");  // it crashed, and began anew
    test->reset();
    const Times times = runner->run(*test);
    test->check(seed, whole);
    return to_text(times);
  });
}

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

namespace {
class Server {
 public:
  explicit Server(const Options &options) : options_(options) {}

  std::string answer(const std::string &verb, std::istream &words) {
    if (!runner_)
      runner_ = options_.child == "native" ? make_native_runner(std::max<size_t>(1, options_.threads))
                                           : make_opencl_runner(options_.child.substr(7));
    if (verb == "describe") return to_text(runner_->describe());
    std::string name;
    words >> name;
    if (verb == "build") {
      unsigned nonce = 0, batch = 0;
      words >> nonce >> batch;
      if (batch != batch_ && !cases_.empty()) {
        runner_->clear();
        cases_.clear();  // their memory before the next ones'
      }
      batch_ = batch;
      const double ns = build(name, nonce);
      const Case &test = *cases_.at(name);
      return std::to_string(ns) + ' ' + std::to_string(test.work()) + ' ' + test.unit();
    }
    uint32_t seed = 0;
    bool whole = false;
    words >> seed >> whole;
    if (!cases_.contains(name)) build(name, 0);  // the process crashed in another case, and began anew
    Case &test = *cases_.at(name);
    test.reset();
    Times times = runner_->run(test);
    if (options_.cpu) times.wall = times.cpu;
    test.check(seed, whole);
    return to_text(times);
  }

 private:
  double build(const std::string &name, unsigned nonce) {
    std::unique_ptr<Case> &test = cases_[name];
    if (!test) {
      const auto entries = all_cases();
      const auto entry = std::ranges::find(entries, name, &CaseEntry::name);
      if (entry == entries.end()) throw std::runtime_error("no such case");
      test = std::make_unique<Case>(options_.quick);
      entry->make(*test);
    }
    test->reset();
    std::string source = kernel_source(name);
    if (std::getenv("BENCH_REQUIRED_SIZES")) source = with_required_sizes(std::move(source), *test);
    return runner_->build(*test, source, nonce);
  }

  const Options &options_;
  std::unique_ptr<Runner> runner_;
  std::map<std::string, std::unique_ptr<Case>> cases_;
  unsigned batch_ = 0;
};
}  // namespace

int serve_kernels(const Options &options) {
  Server server(options);
  return serve(options.child, [&](const std::string &verb, std::istream &words) { return server.answer(verb, words); });
}

// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>

#include "case.h"
#include "common/drivers.h"

namespace {
// Where caches begin empty, and are gone at the end.
class FreshFolder {
 public:
  FreshFolder() {
    if (!mkdtemp(path_.data())) throw std::runtime_error("cannot make " + path_);
  }
  FreshFolder(FreshFolder &&) = delete;
  ~FreshFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Environment environment(size_t number) const {
    const std::string path = path_ + "/" + std::to_string(number);
    std::filesystem::create_directory(path);
    return {{"XDG_CACHE_HOME", path}, {"WHERRY_CACHE_DIR", path}, {"POCL_CACHE_DIR", path}};
  }

 private:
  std::string path_ = std::filesystem::temp_directory_path() / "bench_kernels.XXXXXX";
};

class Measurement {
 public:
  explicit Measurement(const Options &options) : options_(options) {}

  // A batch is the cases of one group, mostly one case: only the current batch's buffers are in memory. In each round
  // of a batch every driver runs every case once; the order of the drivers rotates from round to round.
  KernelResults run() {
    make_children();
    const size_t columns = drivers_.size(), cases = results_.ids.size();
    const int builds = options_.builds, steps = builds + options_.rounds;
    for (size_t first = 0, end; first < cases; first = end, ++batch_) {
      end = first + 1;
      while (end < std::min(cases, first + kBatch) && group_of(results_.ids[end]) == group_of(results_.ids[first]))
        ++end;
      for (int step = 0; step < steps; ++step)
        for (size_t i = first; i < end; ++i) {
          const double done = double(first) + double(end - first) * step / steps + double(i - first) / steps;
          drivers_.progress().show(results_.ids[i], done / double(cases));
          for (size_t c = 0; c < columns; ++c) {
            const size_t column = (c + size_t(step)) % columns;
            step < builds ? build(i, column) : round(i, column);
          }
        }
    }
    return std::move(results_);
  }

 private:
  static constexpr size_t kBatch = 32;  // with 64 MiB each, on both sides, 2 GiB

  void make_children() {
    std::vector<DriverSpec> specs = drivers_.specs();
    if (options_.scaling) {
      specs.insert(specs.begin() + 1, specs[0]);
      specs[1].label = "one thread";
      specs[1].environment.emplace_back("WHERRY_NUM_THREADS", "1");
    }
    std::vector<std::string> arguments = options_.child_arguments;
    if (options_.quick) arguments.emplace_back("--quick");
    if (options_.cpu) arguments.emplace_back("--cpu");
    results_.best = options_.best;
    results_.threads = drivers_.threads_of(specs[0], arguments);
    arguments.insert(arguments.end(), {"--threads", std::to_string(results_.threads)});
    for (const CaseEntry &entry : all_cases())
      if (options_.wants(entry.name)) results_.ids.push_back(entry.name), entries_.push_back(entry);
    if (entries_.empty()) throw std::runtime_error("no case is named so; see --list");
    for (const DriverSpec &spec : specs) {
      Environment environment = caches_.environment(drivers_.size());
      environment.insert(environment.end(), spec.environment.begin(), spec.environment.end());
      drivers_.add(spec.label, "opencl:" + spec.platform, arguments, environment);
    }
    drivers_.add("C++", "native", arguments, {});
    drivers_.start();
    const size_t cases = entries_.size();
    results_.work.resize(cases);
    results_.units.resize(cases);
    results_.first_results.assign(cases, std::vector<std::vector<double>>(drivers_.size()));
    for (size_t i = 0; i < cases; ++i)
      if (!entries_[i].native) results_.cells[i].back().missing = "no loop in C++ is written";
  }

  void build(size_t i, size_t column) {
    const auto answer = drivers_.ask(
        i, column, "build " + results_.ids[i] + " " + std::to_string(++count_) + " " + std::to_string(batch_));
    if (!answer) return;
    double ns = 0;
    std::istringstream words(*answer);
    words >> ns >> results_.work[i] >> std::ws;
    std::getline(words, results_.units[i]);
    if (ns > 0) results_.first_results[i][column].push_back(ns);
    // Brings the memory in, and checks more thoroughly than the rounds do.
    drivers_.ask(i, column, "run " + results_.ids[i] + " 77 1");
  }

  void round(size_t i, size_t column) {
    if (const auto answer = drivers_.ask(i, column, "run " + results_.ids[i] + " " + std::to_string(++count_) + " 0"))
      results_.cells[i][column].times.push_back(to_times(*answer));
  }

  const Options &options_;
  const FreshFolder caches_;
  std::vector<CaseEntry> entries_;
  KernelResults results_;
  Drivers drivers_{options_, &results_};
  unsigned count_ = 100, batch_ = 0;
};
}  // namespace

std::string group_of(const std::string &name) { return name.substr(0, name.find('.')); }

KernelResults measure(const Options &options) { return Measurement(options).run(); }

double KernelResults::rate(size_t test, size_t column) const {
  const double ns = time(test, column);
  return ns > 0 ? work[test] / ns * 1e9 : 0;
}

double KernelResults::build_time(size_t test, size_t column) const {
  const auto &times = first_results[test][column];
  return times.empty() ? 0 : std::max(0.0, median(times) - cells[test][column].best());
}

// SPDX-License-Identifier: Apache-2.0
// The drivers of a run: their children, and what they answered.
#pragma once
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/child.h"
#include "common/options.h"
#include "common/results.h"

// One line on a terminal that changes; elsewhere a new line now and then.
class Progress {
 public:
  ~Progress();
  void show(const std::string &what, bool always = false);
  // The same, of a run of which this share is done, with an estimate of what is left.
  void show(const std::string &what, double share);

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_, begin_{};
};

class Drivers {
 public:
  // Rows and columns are added to `results`; its `ids` are known before `start`.
  Drivers(const CommonOptions &options, Results *results) : options_(options), results_(*results) {}

  // The drivers asked for, or those that the loader finds. Throws where there is none.
  std::vector<DriverSpec> specs() const;
  // --threads, or the compute units of this driver.
  size_t threads_of(const DriverSpec &spec, const std::vector<std::string> &arguments) const;
  void add(const std::string &label, const std::string &what, const std::vector<std::string> &arguments,
           const Environment &environment);
  // Has every child describe itself. One that does not is not asked anything.
  void start();

  size_t size() const { return children_.size(); }
  // What a child answers about a case. What it cannot or did not do is noted in the case's cell, and it is not asked
  // about it again.
  std::optional<std::string> ask(size_t test, size_t column, const std::string &request);
  Progress &progress() { return progress_; }

 private:
  const CommonOptions &options_;
  Results &results_;
  std::vector<std::unique_ptr<Child>> children_;
  std::vector<int> deaths_;
  Progress progress_;
};

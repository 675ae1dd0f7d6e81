// SPDX-License-Identifier: Apache-2.0
#include "measure.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <thread>

#include "common/drivers.h"

namespace {
class Measurement {
 public:
  explicit Measurement(const Options &options) : options_(options) {}

  AsyncResults run() {
    results_.best = options_.best;
    make_children();
    warm_up();
    for (size_t i = 0; i < results_.cases.size(); ++i)
      if (results_.cases[i].is_pipeline()) balance(i);
    const size_t columns = drivers_.size(), cases = results_.cases.size();
    for (int round = 0; round < options_.rounds; ++round)
      for (size_t i = 0; i < cases; ++i) {
        drivers_.progress().show("round " + std::to_string(round + 1) + " of " + std::to_string(options_.rounds) +
                                     ": " + results_.ids[i],
                                 double(round * cases + i) / double(options_.rounds * cases));
        // Each comes after each other in turn.
        for (size_t c = 0; c < columns; ++c) one(i, (c + size_t(round)) % columns);
      }
    return results_;
  }

 private:
  void make_children() {
    std::vector<DriverSpec> specs = drivers_.specs();
    std::istringstream modes(options_.modes);
    size_t at = 1;
    for (std::string mode; std::getline(modes, mode, ',');) {
      DriverSpec spec = specs[0];
      spec.label = mode;
      spec.environment.emplace_back("WHERRY_ASYNC", mode);
      specs.insert(specs.begin() + std::ptrdiff_t(at++), spec);
    }
    std::vector<std::string> arguments = {
        "--bytes", std::to_string(options_.bytes),         "--local-size", std::to_string(options_.local_size),
        "--tile",  std::to_string(options_.pipeline_tile), "--cases",      options_.only};
    if (options_.quick) arguments.emplace_back("--quick");
    options_.threads = results_.threads = drivers_.threads_of(specs[0], arguments);
    results_.cases = make_cases(options_);
    if (results_.cases.empty()) throw std::runtime_error("no case is named so; see --list");
    for (const Case &test : results_.cases) results_.ids.push_back(test.id());
    results_.balances.resize(results_.cases.size());
    arguments.insert(arguments.end(), {"--threads", std::to_string(results_.threads)});
    drivers_.add("memcpy", "memcpy", arguments, {});
    for (const DriverSpec &spec : specs) {
      for (const auto &variable : spec.environment)
        if (variable == std::pair<std::string, std::string>("WHERRY_ASYNC", "now"))
          results_.reference = drivers_.size();
      drivers_.add(spec.label, "opencl:" + spec.platform, arguments, spec.environment);
    }
    drivers_.start();
  }

  // Compiles, brings the memory in, and checks every case more thoroughly than the rounds do. Pipelines run as often,
  // and with as many arguments, on every driver: one that compiles a kernel again while it runs does so before the
  // rounds.
  void warm_up() {
    for (size_t i = 0; i < results_.cases.size(); ++i)
      for (size_t c = 0; c < drivers_.size(); ++c) {
        drivers_.progress().show("warming up: " + results_.ids[i] + " on " + results_.labels[c]);
        ask(i, c, {.work = 4, .seed = 77, .whole = true});
        if (!results_.cases[i].is_pipeline()) continue;
        for (uint32_t work = 1; work <= 4; ++work)
          for (Part part : {Part::both, Part::copies, Part::computation}) ask(i, c, {part, work, ++seed_});
      }
    const bool pipelines =
        std::any_of(results_.cases.begin(), results_.cases.end(), [](const Case &test) { return test.is_pipeline(); });
    if (pipelines) std::this_thread::sleep_for(std::chrono::seconds(3));  // such a build ends meanwhile
  }

  // Runs a case once.
  Times ask(size_t i, size_t c, const Run &run) {
    std::ostringstream request;
    request << "run " << i << ' ' << int(run.part) << ' ' << run.work << ' ' << run.seed << ' ' << run.whole;
    const auto answer = drivers_.ask(i, c, request.str());
    return answer ? to_times(*answer) : Times{};
  }

  void one(size_t i, size_t c) {
    const Times times = ask(i, c, {.work = results_.balances[i].work, .seed = ++seed_});
    if (times.wall > 0) results_.cells[i][c].times.push_back(times);
  }

  // The best of some runs: noise only adds.
  double timed(size_t i, Part part, uint32_t work) {
    double best = ask(i, results_.reference, {part, work, ++seed_}).wall;
    for (int n = 0; n < 4; ++n) best = std::min(best, ask(i, results_.reference, {part, work, ++seed_}).wall);
    return best;
  }

  // The work at which computation takes as long as the copies.
  void balance(size_t i) {
    drivers_.progress().show("balancing copies and computation: " + results_.ids[i]);
    const double copies = timed(i, Part::copies, 0);
    Balance &best = results_.balances[i];
    best.copies = copies;
    auto try_work = [&](uint32_t work) {
      const double time = timed(i, Part::computation, work);
      if (best.computation == 0 || std::abs(time - copies) < std::abs(best.computation - copies))
        best = {work, copies, time};
      return time;
    };
    uint32_t low = 0, high = 24;
    double at_low = try_work(low), at_high = try_work(high);
    // Not quite a line: little work hides behind reading the tile.
    for (int step = 0; step < 4 && at_high > at_low; ++step) {
      const double guess = low + (copies - at_low) / (at_high - at_low) * (high - low);
      const uint32_t work = uint32_t(std::lround(std::clamp(guess, 0.0, 1000.0)));
      if (work <= low || work == high) break;
      const double time = try_work(work);
      (time < copies ? low : high) = work;
      (time < copies ? at_low : at_high) = time;
    }
  }

  Options options_;
  AsyncResults results_;
  Drivers drivers_{options_, &results_};
  uint32_t seed_ = 1000;
};
}  // namespace

AsyncResults measure(const Options &options) { return Measurement(options).run(); }

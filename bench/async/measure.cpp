#include "measure.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <sstream>
#include <stdexcept>

#include "child.h"

namespace {
using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point then) { return std::chrono::duration<double>(Clock::now() - then).count(); }

// One line on a terminal that changes; elsewhere a new line now and then.
class Progress {
 public:
  void show(const std::string &what, bool always = false) {
    const double pause = terminal_ ? 0.1 : 5;
    if (!always && seconds_since(last_) < pause) return;
    std::fprintf(stderr, terminal_ ? "\r\033[K%s%s" : "%s%s\n", what.c_str(), terminal_ && always ? "\n" : "");
    last_ = Clock::now();
  }
  ~Progress() {
    if (terminal_) std::fputs("\r\033[K", stderr);
  }

 private:
  bool terminal_ = isatty(2);
  Clock::time_point last_;
};

Description parse_description(const std::string &text) {
  std::istringstream words(text);
  Description it;
  words >> it.threads >> it.local_bytes >> std::ws;
  std::getline(words, it.platform, '\t');
  std::getline(words, it.device);
  return it;
}

class Measurement {
 public:
  explicit Measurement(const Options &options) : options_(options) {}

  Results run() {
    results_.best = options_.best;
    make_children();
    warm_up();
    for (size_t i = 0; i < results_.cases.size(); ++i)
      if (results_.cases[i].is_pipeline()) balance(i);
    const auto begin = Clock::now();
    const size_t columns = children_.size(), cases = results_.cases.size();
    for (int round = 0; round < options_.rounds; ++round)
      for (size_t i = 0; i < cases; ++i) {
        const double share = double(round * cases + i) / double(options_.rounds * cases);
        std::ostringstream text;
        text << "round " << round + 1 << " of " << options_.rounds << ": " << results_.cases[i].id();
        if (share > 0.02) text << ", " << std::ceil(seconds_since(begin) * (1 / share - 1)) << " s left";
        progress_.show(text.str());
        // Each comes after each other in turn.
        for (size_t c = 0; c < columns; ++c) one(i, (c + size_t(round)) % columns);
      }
    return results_;
  }

 private:
  void add(const std::string &what, const DriverSpec &spec, const CaseOptions &cases) {
    children_.push_back(std::make_unique<Child>(what, spec, cases));
    results_.labels.push_back(spec.label);
  }

  void make_children() {
    std::vector<DriverSpec> specs = options_.drivers;
    if (specs.empty())
      for (const std::string &name : Child("platforms", {}, options_.cases).lines(options_.timeout))
        specs.push_back({name, name, {}});
    if (specs.empty()) throw std::runtime_error("the OpenCL loader finds no driver; see --driver in --help");
    std::istringstream modes(options_.modes);
    size_t at = 1;
    for (std::string mode; std::getline(modes, mode, ',');) {
      DriverSpec spec = specs[0];
      spec.label = mode;
      spec.environment.emplace_back("WHERRY_ASYNC", mode);
      specs.insert(specs.begin() + std::ptrdiff_t(at++), spec);
    }

    CaseOptions cases = options_.cases;
    if (cases.threads == 0) {
      Child first("opencl:" + specs[0].platform, specs[0], cases);
      const Answer answer = first.ask("describe", options_.timeout);
      if (answer.status != Answer::ok) throw std::runtime_error(specs[0].label + ": " + answer.text);
      cases.threads = parse_description(answer.text).threads;
    }
    results_.threads = cases.threads;
    results_.cases = make_cases(cases);
    if (results_.cases.empty()) throw std::runtime_error("no case is named so; see --list");
    add("memcpy", {"memcpy", "", {}}, cases);
    for (const DriverSpec &spec : specs) add("opencl:" + spec.platform, spec, cases);
    results_.cells.assign(results_.cases.size(), std::vector<Cell>(children_.size()));
    for (size_t c = 0; c < children_.size(); ++c) {
      progress_.show("starting " + results_.labels[c]);
      const Answer answer = children_[c]->ask("describe", options_.timeout);
      results_.descriptions.push_back(answer.status == Answer::ok ? parse_description(answer.text) : Description{});
      if (answer.status != Answer::ok)
        for (auto &row : results_.cells) fail(row[c], answer);
      if (c > 0)
        for (const auto &variable : specs[c - 1].environment)
          if (variable == std::pair<std::string, std::string>("WHERRY_ASYNC", "now")) results_.reference = c;
    }
    results_.balances.resize(results_.cases.size());
    deaths_.resize(children_.size());
  }

  // Compiles, brings the memory in, and checks every case more thoroughly than the rounds do.
  void warm_up() {
    for (size_t i = 0; i < results_.cases.size(); ++i)
      for (size_t c = 0; c < children_.size(); ++c) {
        progress_.show("warming up: " + results_.cases[i].id() + " on " + results_.labels[c]);
        ask(i, c, {.work = 4, .seed = 77, .whole = true});
      }
  }

  static void fail(Cell &cell, const Answer &answer) {
    cell = {{}, answer.text.empty() ? "no reason given" : answer.text, answer.status != Answer::unable};
  }

  // Runs a case once; what it cannot or did not do is noted, and it is not run again.
  Times ask(size_t i, size_t c, const Run &run) {
    Cell &cell = results_.cells[i][c];
    if (!cell.missing.empty()) return {};
    std::ostringstream request;
    request << "run " << i << ' ' << int(run.part) << ' ' << run.work << ' ' << run.seed << ' ' << run.whole;
    const Answer answer = children_[c]->ask(request.str(), options_.timeout);
    Times times;
    if (answer.status == Answer::ok) {
      std::istringstream(answer.text) >> times.wall >> times.event;
      return times;
    }
    fail(cell, answer);
    if (cell.failed) progress_.show(results_.labels[c] + ", " + results_.cases[i].id() + ": " + cell.missing, true);
    // A driver that hangs everywhere is not waited for in every case.
    if (answer.status == Answer::dead && ++deaths_[c] == 5)
      for (auto &row : results_.cells)
        if (row[c].missing.empty()) fail(row[c], {Answer::dead, "given up after 5 crashes or time-outs"});
    return {};
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
    progress_.show("balancing copies and computation: " + results_.cases[i].id());
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

  const Options &options_;
  Results results_;
  std::vector<std::unique_ptr<Child>> children_;
  Progress progress_;
  std::vector<int> deaths_;  // of each child
  uint32_t seed_ = 1000;
};
}  // namespace

Results measure(const Options &options) { return Measurement(options).run(); }

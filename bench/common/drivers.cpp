// SPDX-License-Identifier: Apache-2.0
#include "common/drivers.h"

#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <sstream>
#include <stdexcept>

static double seconds(std::chrono::steady_clock::duration time) { return std::chrono::duration<double>(time).count(); }

Progress::~Progress() {
  if (isatty(2)) std::fputs("\r\033[K", stderr);
}

void Progress::show(const std::string &what, bool always) {
  const bool terminal = isatty(2);
  if (!always && seconds(Clock::now() - last_) < (terminal ? 0.1 : 5)) return;
  std::fprintf(stderr, terminal ? "\r\033[K%s%s" : "%s%s\n", what.c_str(), terminal && always ? "\n" : "");
  last_ = Clock::now();
}

void Progress::show(const std::string &what, double share) {
  if (begin_ == Clock::time_point()) begin_ = Clock::now();
  std::ostringstream text;
  text << what;
  if (share > 0.02) text << ", " << std::ceil(seconds(Clock::now() - begin_) * (1 / share - 1)) << " s left";
  show(text.str());
}

std::vector<DriverSpec> Drivers::specs() const {
  std::vector<DriverSpec> specs = options_.drivers;
  if (specs.empty())
    for (const std::string &name : Child("platforms", {}, {}).lines(options_.timeout))
      specs.push_back({name, name, {}});
  if (specs.empty()) throw std::runtime_error("the OpenCL loader finds no driver; see --driver in --help");
  return specs;
}

size_t Drivers::threads_of(const DriverSpec &spec, const std::vector<std::string> &arguments) const {
  if (options_.threads) return options_.threads;
  const Answer answer = Child("opencl:" + spec.platform, arguments, spec.environment).ask("describe", options_.timeout);
  if (answer.status != Answer::ok) throw std::runtime_error(spec.label + ": " + answer.text);
  return to_description(answer.text).threads;
}

void Drivers::add(const std::string &label, const std::string &what, const std::vector<std::string> &arguments,
                  const Environment &environment) {
  children_.push_back(std::make_unique<Child>(what, arguments, environment));
  results_.labels.push_back(label);
}

static void fail(Cell &cell, const Answer &answer) {
  cell = {{}, answer.text.empty() ? "no reason given" : answer.text, answer.status != Answer::unable};
}

void Drivers::start() {
  results_.cells.assign(results_.ids.size(), std::vector<Cell>(children_.size()));
  deaths_.resize(children_.size());
  for (size_t c = 0; c < children_.size(); ++c) {
    progress_.show("starting " + results_.labels[c]);
    const Answer answer = children_[c]->ask("describe", options_.timeout);
    results_.descriptions.push_back(answer.status == Answer::ok ? to_description(answer.text) : Description{});
    if (answer.status != Answer::ok)
      for (auto &row : results_.cells) fail(row[c], answer);
  }
}

std::optional<std::string> Drivers::ask(size_t test, size_t column, const std::string &request) {
  Cell &cell = results_.cells[test][column];
  if (!cell.missing.empty()) return {};
  const Answer answer = children_[column]->ask(request, options_.timeout);
  if (answer.status == Answer::ok) return answer.text;
  fail(cell, answer);
  if (cell.failed) progress_.show(results_.labels[column] + ", " + results_.ids[test] + ": " + cell.missing, true);
  // A driver that hangs everywhere is not waited for in every case.
  if (answer.status == Answer::dead && ++deaths_[column] == 5)
    for (auto &row : results_.cells)
      if (row[column].missing.empty()) fail(row[column], {Answer::dead, "given up after 5 crashes or time-outs"});
  return {};
}

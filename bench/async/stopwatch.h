// The time of a run, and how far other programs disturbed it.
#pragma once
#include <chrono>

#include "runner.h"

class Stopwatch {
 public:
  Stopwatch() : waited_(waited()), begin_(Clock::now()) {}
  Times stop() const {
    const double wall = std::chrono::duration<double, std::nano>(Clock::now() - begin_).count();
    return {wall, wall, waited() - waited_};
  }

 private:
  using Clock = std::chrono::steady_clock;
  // ns that this process's threads stood ready to run while something else had the processors; 0 where the system does
  // not tell.
  static double waited();

  double waited_;
  Clock::time_point begin_;
};

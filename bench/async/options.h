// The command line.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "cases.h"

// A driver runs in a process of its own, with its own environment.
struct DriverSpec {
  std::string label;
  std::string platform;  // part of its name
  std::vector<std::pair<std::string, std::string>> environment;
};

struct Options {
  std::vector<DriverSpec> drivers;  // none: all platforms that the loader finds
  CaseOptions cases;                // its `threads` 0: as many as the first driver has compute units
  std::string modes;                // of WHERRY_ASYNC, in which the first driver runs once more
  int rounds = 11;
  bool best = false;  // of the rounds, in place of the median
  int timeout = 60;   // seconds for a request to a child
  std::string json, svg;
  std::string child;  // not empty: this process is a child, and runs this platform ("memcpy": the baseline)
  bool list = false;
};

// Ends the program after --help; throws std::runtime_error with the reason for what it does not understand.
Options parse_options(int argc, char **argv);

// SPDX-License-Identifier: Apache-2.0
// The command line.
#pragma once
#include <string>

struct Options {
  std::string platform;  // part of the platform's name; empty: any
  std::string input;
  std::string output;
  int synthetic_width = 0;  // instead of an input
  int synthetic_height = 0;
  float sigma = 2.0f;   // the Gaussian's standard deviation, in pixels
  int radius = 0;       // the blur's reach in pixels; 0: three times sigma
  float amount = 1.0f;  // how much of the detail is added
  int repeat = 5;       // timed runs of each version
  int tile_width = 0;   // 0: what fits into local memory
  int tile_height = 0;
};

// Ends the program after --help; throws std::runtime_error with the reason for what it does not understand.
Options parse_options(int argc, char **argv);

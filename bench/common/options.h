// SPDX-License-Identifier: Apache-2.0
// What the command lines of all benchmarks have in common.
#pragma once
#include <getopt.h>

#include <functional>
#include <string>
#include <vector>

#include "common/child.h"

// A driver runs in a process of its own, with its own environment.
struct DriverSpec {
  std::string label;
  std::string platform;  // part of its name
  Environment environment;
};

struct CommonOptions {
  std::vector<DriverSpec> drivers;  // none: all platforms that the loader finds
  std::string only;                 // beginnings of the cases' ids, with commas between; empty: all
  size_t threads = 0;               // of the baseline; 0: as many as the first driver has compute units
  bool quick = false;
  int rounds = 0;
  bool best = false;  // of the rounds, in place of the median
  int timeout = 60;   // seconds for a request to a child
  std::string json, svg;
  std::string child;  // not empty: this process is a child, and runs this
  bool list = false;

  bool wants(const std::string &id) const;
};

// The help on them; a program's own stands before it.
extern const char kCommonHelp[];

// `own` are the program's options, their numbers from 256 on, and take(number, argument) takes one. Ends the program
// after --help; throws std::runtime_error with the reason for what it does not understand.
void parse_options(int argc, char **argv, CommonOptions *options, const std::string &help,
                   const std::vector<option> &own, const std::function<void(int, const char *)> &take);

// A number with K, M, G behind it, or not. Throws where it is not from `least` to `most`.
size_t parse_number(const std::string &option, const char *text, size_t least, size_t most);

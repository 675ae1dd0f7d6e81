// SPDX-License-Identifier: Apache-2.0
// The interleaved run, and what it found.
#pragma once
#include <string>
#include <vector>

#include "common/options.h"
#include "common/results.h"

struct Options : CommonOptions {
  int builds = 1;                              // of each kernel on each driver
  bool scaling = false;                        // the first driver once more with one thread
  bool cpu = false;                            // what counts is the CPU time of the driver's process
  std::vector<std::string> child_arguments{};  // what children must know besides, to have the same cases
};

struct KernelResults : Results {  // the first column is what the others are compared with; the last one is C++
  std::vector<double> work;       // [case] of one run, in units of `units` times a second
  std::vector<std::string> units;
  std::vector<std::vector<std::vector<double>>> first_results;  // [case][column] ns, with a cold cache

  size_t drivers() const { return labels.size() - 1; }
  double rate(size_t test, size_t column) const;
  // ns: until the first result, less a run. 0 where there is none.
  double build_time(size_t test, size_t column) const;
};

// Prints to stderr what it is at. Throws where there is no driver.
KernelResults measure(const Options &options);

// "saxpy" of "saxpy.float4": cases of a group are measured in turns, round by round.
std::string group_of(const std::string &name);

// The child's side: answers requests until the parent closes the pipe.
//   build <case> <nonce> <batch>   ok <ns until the first result> <work> <unit>
//   run <case> <seed> <whole>      ok <wall ns> <event ns>
// Built programs and buffers stay until a case of another batch is built.
int serve_kernels(const Options &options);

// As tables, as JSON, and as a plot.
void write_tables(const KernelResults &results, std::FILE *out);
void write_json(const KernelResults &results, std::FILE *out);
void write_svg(const KernelResults &results, std::FILE *out);

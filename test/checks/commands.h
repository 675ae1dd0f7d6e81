// SPDX-License-Identifier: Apache-2.0
// Programs of several commands on one buffer.
#pragma once
#include "common/cl.h"
#include "common/reports.h"

namespace wherry::test {

constexpr size_t kInts = 1024, kBytes = kInts * sizeof(cl_int);

// A buffer, another one, two queues in order and one out of order, kernels, and calls that do not block.
struct Commands {
  Commands();
  ~Commands() { finish(); }
  void finish();

  Event write(cl_command_queue on, const std::vector<cl_event> &after = {}, size_t offset = 0, size_t bytes = kBytes);
  Event read(cl_command_queue on, const std::vector<cl_event> &after = {}, size_t offset = 0, size_t bytes = kBytes);
  Event fill(cl_command_queue on, const std::vector<cl_event> &after = {}, size_t offset = 0, size_t bytes = kBytes);
  // Of `buffer` to `other`.
  Event copy(cl_command_queue on, const std::vector<cl_event> &after = {}, size_t offset = 0, size_t bytes = kBytes);
  // `put` writes the ints from `first` on, `get` copies those to `other`, `add` updates them atomically, `look` reads
  // them as constants.
  Event run(cl_command_queue on, const char *name, const std::vector<cl_event> &after = {}, size_t count = kInts,
            cl_int first = 0);
  // Of a kernel whose only argument is of this memory.
  Event run_on(cl_command_queue on, const char *name, cl_mem memory, size_t count);

  Queue a = make_queue(), b = make_queue(), loose = out_of_order_queue();
  Buffer buffer = make_buffer(kBytes), other = make_buffer(kBytes);
  Program program;
  std::vector<cl_int> from = std::vector<cl_int>(kInts, 1), to = std::vector<cl_int>(kInts), to_too = to;
  cl_int pattern = 7;
};

// Once all have ended: one report, which names both commands and all else that `parts` has; no report.
void expect_race(Commands &commands, const std::vector<std::string> &parts);
void expect_none(Commands &commands);

}  // namespace wherry::test

// SPDX-License-Identifier: Apache-2.0
// Each driver runs in a child process: with its own environment, and its crash is not ours. Requests and answers are
// lines: an answer is "ok" and what was asked for, or
//   unable <reason> | wrong <what> | error <what>.
// Every child answers "describe": <threads> <bytes of local memory> <platform>\t<device>.
#pragma once
#include <sys/types.h>

#include <string>
#include <utility>
#include <vector>

using Environment = std::vector<std::pair<std::string, std::string>>;

struct Answer {
  enum Status { ok, unable, wrong, failed, dead } status = failed;
  std::string text;  // after the first word
};

class Child {
 public:
  // This program once more, as "--child WHAT" and with `arguments`.
  Child(const std::string &what, const std::vector<std::string> &arguments, const Environment &environment);
  Child(Child &&) = delete;
  ~Child() { stop(); }

  // Starts the process where it does not run. A crash, or no answer in time, is an answer too, `dead`; the next request
  // starts a new process.
  Answer ask(const std::string &request, int timeout_seconds);
  // All that it writes until it ends; by "platforms".
  std::vector<std::string> lines(int timeout_seconds);

 private:
  void start();
  void stop();
  bool read_line(std::string *line, int timeout_seconds, bool *in_time);

  std::vector<std::string> arguments_, environment_;
  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
  std::string received_;
};

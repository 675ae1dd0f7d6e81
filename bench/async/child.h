// Each driver runs in a child process: with its own environment, and its crash is not ours. Requests and answers are
// lines:
//   describe                        ok <threads> <bytes of local memory> <platform>\t<device>
//   run <case> <part> <work> <seed> <whole>    ok <wall ns> <event ns>
// or, to either: unable <reason> | wrong <what> | error <what>.
#pragma once
#include <sys/types.h>

#include <string>
#include <vector>

#include "options.h"
#include "runner.h"

struct Answer {
  enum Status { ok, unable, wrong, failed, dead } status = failed;
  std::string text;  // after the first word
};

class Child {
 public:
  // `what`: "memcpy", "opencl:<part of a platform's name>", or "platforms" (prints their names and ends).
  Child(const std::string &what, const DriverSpec &spec, const CaseOptions &cases);
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

// The child's side: answers requests until the parent closes the pipe.
int serve(const Options &options);

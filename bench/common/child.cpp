// SPDX-License-Identifier: Apache-2.0
#include "common/child.h"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <stdexcept>

using Clock = std::chrono::steady_clock;

Child::Child(const std::string &what, const std::vector<std::string> &arguments, const Environment &environment)
    : arguments_{program_invocation_short_name, "--child", what} {
  arguments_.insert(arguments_.end(), arguments.begin(), arguments.end());
  for (char **variable = environ; *variable; ++variable) environment_.emplace_back(*variable);
  for (const auto &[name, value] : environment) {
    std::string variable = name;
    variable += '=';
    std::erase_if(environment_, [&](const std::string &old) { return old.starts_with(variable); });
    environment_.push_back(variable.append(value));
  }
}

static std::vector<char *> pointers(std::vector<std::string> &texts) {
  std::vector<char *> list;
  list.reserve(texts.size() + 1);
  for (std::string &text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

// The child finds its ends as 3 and 4: what a driver prints does not mix with the answers.
void Child::start() {
  int requests[2], answers[2];
  if (pipe2(requests, O_CLOEXEC) || pipe2(answers, O_CLOEXEC)) throw std::runtime_error("no pipe");
  // Out of the way of 3 and 4.
  const int in = fcntl(requests[0], F_DUPFD_CLOEXEC, 10), out = fcntl(answers[1], F_DUPFD_CLOEXEC, 10);
  close(requests[0]), close(answers[1]);
  to_ = requests[1], from_ = answers[0];
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, 3);
  posix_spawn_file_actions_adddup2(&actions, out, 4);
  posix_spawn_file_actions_adddup2(&actions, 2, 1);
  const int error = posix_spawn(&process_, "/proc/self/exe", &actions, nullptr, pointers(arguments_).data(),
                                pointers(environment_).data());
  posix_spawn_file_actions_destroy(&actions);
  close(in), close(out);
  received_.clear();
  if (error) throw std::runtime_error(std::string("cannot start a child: ") + std::strerror(error));
}

void Child::stop() {
  if (process_ < 0) return;
  close(to_), close(from_);
  // It ends when its pipe is closed; a driver that hangs at its end is not waited for long.
  for (int i = 0; i < 200 && waitpid(process_, nullptr, WNOHANG) == 0; ++i) {
    if (i == 199) kill(process_, SIGKILL), waitpid(process_, nullptr, 0);
    usleep(10000);
  }
  process_ = -1;
}

bool Child::read_line(std::string *line, int timeout_seconds, bool *in_time) {
  const auto until = Clock::now() + std::chrono::seconds(timeout_seconds);
  for (;;) {
    if (size_t end = received_.find('\n'); end != std::string::npos) {
      *line = received_.substr(0, end);
      received_.erase(0, end + 1);
      return true;
    }
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    pollfd ready{from_, POLLIN, 0};
    *in_time = left > 0 && poll(&ready, 1, int(left)) > 0;
    char bytes[4096];
    const ssize_t got = *in_time ? read(from_, bytes, sizeof bytes) : 0;
    if (got <= 0) return false;
    received_.append(bytes, size_t(got));
  }
}

Answer Child::ask(const std::string &request, int timeout_seconds) {
  if (process_ < 0) start();
  const std::string message = request + "\n";
  std::string line;
  bool in_time = true;
  if (write(to_, message.data(), message.size()) == ssize_t(message.size()) &&
      read_line(&line, timeout_seconds, &in_time)) {
    const size_t space = std::min(line.find(' '), line.size());
    const std::string first = line.substr(0, space), rest = line.substr(std::min(space + 1, line.size()));
    if (first == "ok") return {Answer::ok, rest};
    return {first == "unable" ? Answer::unable : first == "wrong" ? Answer::wrong : Answer::failed, rest};
  }
  if (!in_time) {
    kill(process_, SIGKILL);
    stop();
    return {Answer::dead, "no answer in " + std::to_string(timeout_seconds) + " s"};
  }
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = -1;
  close(to_), close(from_);
  if (WIFSIGNALED(status)) return {Answer::dead, std::string("crashed: ") + strsignal(WTERMSIG(status))};
  return {Answer::dead, "ended with status " + std::to_string(WEXITSTATUS(status))};
}

std::vector<std::string> Child::lines(int timeout_seconds) {
  start();
  std::vector<std::string> all;
  bool in_time = true;
  for (std::string line; read_line(&line, timeout_seconds, &in_time);) all.push_back(line);
  if (!in_time) kill(process_, SIGKILL);
  stop();
  return all;
}

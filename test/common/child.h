// SPDX-License-Identifier: Apache-2.0
// What is done in another process, because it cannot be taken back, or to see how it ends.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <exception>

namespace wherry::test {

// Forks; the child runs `body` and ends with the code that it returns, or with 99 where it throws.
template <class Body> pid_t start_child(Body body) {
  const pid_t child = fork();
  if (child) return child;
  int code = 99;
  try {
    code = body();
  } catch (const std::exception &e) {
    fprintf(stderr, "%s\n", e.what());
  }
  _exit(code);
}

// A child's exit code, or 1000 and the signal's number.
inline int end_of(pid_t child) {
  int status = 0;
  if (waitpid(child, &status, 0) != child) return -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

template <class Body> int in_child(Body body) { return end_of(start_child(body)); }

}  // namespace wherry::test

// SPDX-License-Identifier: Apache-2.0
// Stacks of 256 MiB: Clang recurses as deeply as the source nests.
#pragma once
#include <pthread.h>

#include <functional>

namespace wherry::compiler {

// Runs `work` on this thread, and so with the memory that the thread has freed before: malloc keeps some for each.
void on_big_stack(const std::function<void()> &work);

// Runs `work` on a thread of its own.
class BigStackThread {
 public:
  explicit BigStackThread(std::function<void()> work);
  ~BigStackThread() { join(); }
  BigStackThread(const BigStackThread &) = delete;
  BigStackThread &operator=(const BigStackThread &) = delete;

  // Runs `work` here where the system gave no thread.
  void join();

 private:
  std::function<void()> work_;  // none: done
  pthread_t thread_;
  bool has_thread_;
};

}  // namespace wherry::compiler

// SPDX-License-Identifier: Apache-2.0
#include "compiler/driver/big_stack.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include <utility>

namespace wherry::compiler {

namespace {

constexpr size_t kStack = size_t{256} << 20;

// The function that on_big_stack() runs; makecontext() passes on nothing but numbers.
thread_local const std::function<void()> *current = nullptr;

void run_current() { (*current)(); }

}  // namespace

void on_big_stack(const std::function<void()> &work) {
  const size_t guard = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  // MAP_STACK: in no huge pages.
  constexpr int kFlags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  void *stack = mmap(nullptr, kStack, PROT_READ | PROT_WRITE, kFlags, -1, 0);
  if (stack == MAP_FAILED) return work();
  mprotect(stack, guard, PROT_NONE);
  ucontext_t here, there;
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = kStack;
  there.uc_link = &here;
  makecontext(&there, run_current, 0);
  const auto *outer = std::exchange(current, &work);
  swapcontext(&here, &there);
  current = outer;
  munmap(stack, kStack);
}

BigStackThread::BigStackThread(std::function<void()> work) : work_(std::move(work)) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, kStack);
  auto run = [](void *argument) -> void * {
    (*static_cast<const std::function<void()> *>(argument))();
    return nullptr;
  };
  has_thread_ = pthread_create(&thread_, &attributes, run, &work_) == 0;
  pthread_attr_destroy(&attributes);
}

void BigStackThread::join() {
  if (!work_) return;
  if (has_thread_)
    pthread_join(thread_, nullptr);
  else
    work_();
  work_ = nullptr;
}

}  // namespace wherry::compiler

// SPDX-License-Identifier: Apache-2.0
#include "exec/stack.h"

#include <gtest/gtest.h>
#include <pthread.h>
#include <ucontext.h>

#include <cstring>
#include <functional>
#include <vector>

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

namespace {

using namespace wherry::exec;

// On a thread of so many bytes of stack.
void on_thread(size_t bytes, const std::function<void()> &body) {
  pthread_attr_t attributes;
  ASSERT_EQ(pthread_attr_init(&attributes), 0);
  ASSERT_EQ(pthread_attr_setstacksize(&attributes, bytes), 0);
  const auto run = [](void *given) -> void * {
    (*static_cast<const std::function<void()> *>(given))();
    return nullptr;
  };
  pthread_t thread;
  ASSERT_EQ(pthread_create(&thread, &attributes, run, const_cast<std::function<void()> *>(&body)), 0);
  pthread_join(thread, nullptr);
  pthread_attr_destroy(&attributes);
}

uintptr_t here() { return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)); }

bool is_of_thread(uintptr_t address) {
  pthread_attr_t attributes;
  void *begin = nullptr;
  size_t size = 0;
  EXPECT_EQ(pthread_getattr_np(pthread_self(), &attributes), 0);
  EXPECT_EQ(pthread_attr_getstack(&attributes, &begin, &size), 0);
  pthread_attr_destroy(&attributes);
  return address - reinterpret_cast<uintptr_t>(begin) < size;
}

// Writes so many bytes of the stack, and returns where it was; 0 where there is none.
uintptr_t use(uint64_t bytes) {
  uintptr_t where = 0;
  const StackFor stack(bytes);
  if (!stack) return 0;
  stack.call([&] {
    auto *memory = static_cast<volatile char *>(__builtin_alloca(bytes));
    for (uint64_t i = 0; i < bytes; i += 1024) memory[i] = 1;
    where = here();
  });
  return where;
}

TEST(Stack, TheThreadsOwnWhereItSuffices) {
  on_thread(1 << 20, [] {
    const uint64_t bytes = 500 << 10;
    EXPECT_TRUE(is_of_thread(use(bytes)));
  });
}

TEST(Stack, AnotherWhereItDoesNot) {
#if __has_feature(thread_sanitizer)
  GTEST_SKIP() << "the thread sanitizer gives threads larger stacks";
#endif
  on_thread(64 << 10, [] {
    for (uint64_t bytes : {uint64_t{60} << 10, uint64_t{9} << 20, uint64_t{1} << 20, uint64_t{20} << 20}) {
      for (int i = 0; i < 2; ++i) {
        const uintptr_t where = use(bytes);
        ASSERT_NE(where, 0u);
        EXPECT_FALSE(is_of_thread(where)) << bytes;
      }
      // What fits runs on the thread's still.
      EXPECT_TRUE(is_of_thread(use(1000)));
    }
  });
}

TEST(Stack, MoreThanThereIsOfMemory) { EXPECT_FALSE(StackFor(uint64_t{1} << 50)); }

// Not the thread's, and nobody knows how large it is.
TEST(Stack, AStackThatTheProgramHasSwitchedTo) {
  static ucontext_t program, other;
  static uintptr_t where;
  static std::vector<char> stack(64 << 10);
  ASSERT_EQ(getcontext(&other), 0);
  other.uc_stack.ss_sp = stack.data();
  other.uc_stack.ss_size = stack.size();
  other.uc_link = &program;
  makecontext(&other, +[] { where = use(1000); }, 0);
  ASSERT_EQ(swapcontext(&program, &other), 0);
  ASSERT_NE(where, 0u);
  EXPECT_GT(where - reinterpret_cast<uintptr_t>(stack.data()), stack.size());
}

}  // namespace

// SPDX-License-Identifier: Apache-2.0
// Linked into every test executable: what holds for its process, whoever starts it.
#include <sys/resource.h>

#include <algorithm>
#include <cstdlib>

#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

#if __has_feature(thread_sanitizer)
// Tests fork while the driver's threads run, and the child starts threads of its own; it joins none of its parent's.
extern "C" __attribute__((disable_sanitizer_instrumentation)) const char *__tsan_default_options() {
  return "die_after_fork=0:report_thread_leaks=0";
}
// Of the driver's oneTBB only the calls of malloc are seen, and not what orders them.
extern "C" __attribute__((disable_sanitizer_instrumentation)) const char *__tsan_default_suppressions() {
  return "called_from_lib:libwherry-tbb.so\n";
}
#endif

// A test that never ends is ended by the CPU time it takes, which other programs do not change: CTest's limit, of the
// clock on the wall, is for those that block.
[[maybe_unused]] static const int limited = [] {
  const char *seconds = std::getenv("WHERRY_TEST_CPU_SECONDS");
  rlimit limit{};
  if (!seconds || getrlimit(RLIMIT_CPU, &limit) != 0) return 0;
  limit.rlim_cur = std::min<rlim_t>(std::strtoul(seconds, nullptr, 10), limit.rlim_max);
  return setrlimit(RLIMIT_CPU, &limit);
}();

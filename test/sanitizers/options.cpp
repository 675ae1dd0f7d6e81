// Linked into every test executable: the sanitizers' options, whoever starts it.
#if !defined(__has_feature)
#define __has_feature(x) 0
#endif

#if __has_feature(thread_sanitizer)
// Tests fork while the driver's threads run, and the child starts threads of its own.
extern "C" __attribute__((disable_sanitizer_instrumentation)) const char *__tsan_default_options() {
  return "die_after_fork=0";
}
#endif

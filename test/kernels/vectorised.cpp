// Work-items as lanes of vectors: what the build log says of it, where it is asked.
#include <gtest/gtest.h>

#include "common/cl.h"

namespace wherry::test {

namespace {

std::string log_of(const char *source, const std::string &options) {
  return build_log(build(source, options.c_str()).get());
}

bool says(const std::string &log, const char *what) { return log.find(what) != log.npos; }

constexpr char add[] = R"(
kernel void add(global const float *a, global const float *b, global float *c) {
  size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
})";

TEST(Vectorised, nothing_is_said_unasked) { EXPECT_EQ(log_of(add, "-cl-wherry-vector-width=8"), ""); }

TEST(Vectorised, rows) {
  const std::string log = log_of(add, "-cl-wherry-explain -cl-wherry-vector-width=8");
  EXPECT_TRUE(says(log, "lines 2 to 4: vectorised, 8 work-items at once: 3 accesses of rows")) << log;
}

TEST(Vectorised, gathers_are_named_by_line) {
  const std::string log = log_of(R"(
kernel void take(global const int *a, global const int *index, global int *c) {
  size_t i = get_global_id(0);
  c[i] =
      a[index[i]];
})",
                                 "-cl-wherry-explain -cl-wherry-vector-width=4");
  EXPECT_TRUE(says(log, "1 gathers, 0 scatters, 0 lane by lane (line 5)")) << log;
}

TEST(Vectorised, not_where_asked_not_to) {
  EXPECT_FALSE(says(log_of(add, "-cl-wherry-explain -cl-wherry-vector-width=1"), "vectorised"));
  EXPECT_FALSE(says(log_of(add, "-cl-wherry-explain -g"), "vectorised"));
  EXPECT_FALSE(says(log_of(add, "-cl-wherry-explain -cl-opt-disable"), "vectorised"));
}

TEST(Vectorised, not_where_work_items_have_wide_vectors) {
  const std::string log = log_of("kernel void f(global float16 *a) { a[get_global_id(0)] *= 2.0f; }",
                                 "-cl-wherry-explain -cl-wherry-vector-width=8");
  EXPECT_TRUE(says(log, "not vectorised: its work-items compute with vectors of 16 elements")) << log;
}

}  // namespace

}  // namespace wherry::test

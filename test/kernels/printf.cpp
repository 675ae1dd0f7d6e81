// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "common/cl.h"

using namespace wherry::test;

namespace {

std::string printed(const std::string &body, const Sizes &global = {1}, const Sizes &local = {1}) {
  Program program = build("kernel void test(global int *in) {\n" + body + "\n}");
  Kernel k = kernel(program, "test");
  Buffer in = make_buffer(std::vector<int>{1, 2, 3, 4});
  set_args(k, in);
  CapturedOutput output;
  run(k, global, local);
  return output.text();
}

TEST(Printf, conversions) {
  EXPECT_EQ("plain\n", printed(R"(printf("plain\n");)"));
  EXPECT_EQ("7 -7 007 +7    7|7   |\n", printed(R"(printf("%d %i %03d %+d %4d|%-4d|\n", 7, -7, 7, 7, 7, 7);)"));
  EXPECT_EQ("4294967295 ff FF 0xff 17\n", printed(R"(printf("%u %x %X %#x %o\n", -1, 255, 255, 255, 15);)"));
  EXPECT_EQ("1.500000 1.50 1.500000e+00 1.5 0x1.8p+0\n",
            printed(R"(printf("%f %.2f %e %g %a\n", 1.5f, 1.5f, 1.5f, 1.5f, 1.5f);)"));
  EXPECT_EQ("-5000000000 18446744073709551615\n", printed(R"(printf("%ld %lu\n", -5000000000L, (ulong)-1);)"));
  EXPECT_EQ("A %\n", printed(R"(printf("%c %%\n", 'A');)"));
  EXPECT_EQ("a string, 'cut'\n", printed(R"(printf("%s, '%.3s'\n", "a string", "cutter");)"));
  EXPECT_EQ("-1 255 -1 65535\n",
            printed(R"(printf("%hhd %hhu %hd %hu\n", (char)-1, (uchar)-1, (short)-1, (ushort)-1);)"));
  EXPECT_EQ("inf -inf nan\n", printed(R"(printf("%f %f %f\n", INFINITY, -INFINITY, fabs(NAN));)"));
}

// OpenCL 3.1's lengths of size_t and ptrdiff_t, for whole numbers only.
TEST(Printf, sizes_and_differences) {
  EXPECT_EQ("18446744073709551615 -3 0xff|    7|\n",
            printed(R"(printf("%zu %td %#zx|%5zd|\n", (size_t)-1, (ptrdiff_t)-3, (size_t)255, (size_t)7);)"));
  EXPECT_EQ("%zf\n", printed(R"(printf("%zf\n", 1.0f);)"));
}

TEST(Printf, vectors) {
  EXPECT_EQ("1,2,3,4\n", printed(R"(printf("%v4hld\n", (int4)(1, 2, 3, 4));)"));
  EXPECT_EQ("1.00,2.00,3.00\n", printed(R"(printf("%.2v3hlf\n", (float3)(1, 2, 3));)"));
  EXPECT_EQ("0xfa,0xfb\n", printed(R"(printf("%#v2hhx\n", (uchar2)(0xFA, 0xFB));)"));
  EXPECT_EQ("-1,-2 7\n", printed(R"(printf("%v2ld %d\n", (long2)(-1, -2), 7);)"));
}

TEST(Printf, dynamic_values_and_return) {
  EXPECT_EQ("1 2 3 4\n0\n", printed(R"(int r = printf("%d %d %d %d\n", in[0], in[1], in[2], in[3]);
                                       printf("%d\n", r);)"));
}

TEST(Printf, every_item_once_and_whole) {
  std::string text = printed(R"(printf("<%d>\n", (int)get_global_id(0));)", {200}, {10});
  std::istringstream lines(text);
  std::vector<int> ids;
  for (std::string line; std::getline(lines, line);) {
    ASSERT_EQ('<', line.front()) << line;
    ASSERT_EQ('>', line.back()) << line;
    ids.push_back(std::stoi(line.substr(1)));
  }
  std::sort(ids.begin(), ids.end());
  ASSERT_EQ(200u, ids.size());
  for (int i = 0; i < 200; ++i) EXPECT_EQ(i, ids[static_cast<size_t>(i)]);
}

TEST(Printf, between_barriers_in_order) {
  std::string text = printed(R"(printf("a"); barrier(CLK_LOCAL_MEM_FENCE); printf("b");)", {8}, {8});
  EXPECT_EQ("aaaaaaaabbbbbbbb", text);
}

TEST(Printf, in_a_divergent_branch) {
  EXPECT_EQ("odd odd ", printed(R"(if (get_local_id(0) & 1) printf("odd ");)", {4}, {4}));
}

}  // namespace

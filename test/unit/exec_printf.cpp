// SPDX-License-Identifier: Apache-2.0
#include "exec/printf.h"

#include <gtest/gtest.h>

#include <clocale>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <vector>

#include "exec/limits.h"

namespace {

using namespace wherry::exec;

// An argument block as the compiler lays it out.
struct Block {
  std::vector<std::byte> bytes;
  std::vector<uint32_t> sizes;

  void add_bytes(const void *data, size_t size) {
    const size_t at = bytes.size();
    bytes.resize(at + (size + 7) / 8 * 8);
    std::memcpy(&bytes[at], data, size);
    sizes.push_back(static_cast<uint32_t>(size));
  }
  void add(const char *address) { add_bytes(&address, sizeof address); }
  void add(char c) { add(int{c}); }
  template <class T> void add(const T &value) { add_bytes(&value, sizeof value); }
  template <class T> void add(const std::vector<T> &vector) { add_bytes(vector.data(), vector.size() * sizeof(T)); }
};

std::string last;
template <class... Args> bool format(const char *text, const Args &...args) {
  Block block;
  (block.add(args), ...);
  block.bytes.shrink_to_fit();
  last.clear();
  return format_printf(last, kPrintfBufferSize, text, block.bytes.data(), block.sizes.data(),
                       static_cast<uint32_t>(block.sizes.size()));
}
template <class... Args> std::string good(const char *text, const Args &...args) {
  EXPECT_TRUE(format(text, args...)) << text;
  return last;
}
template <class... Args> std::string bad(const char *text, const Args &...args) {
  EXPECT_FALSE(format(text, args...)) << text;
  return last;
}

TEST(Printf, Scalars) {
  EXPECT_EQ(good(""), "");
  EXPECT_EQ(good("plain 100%%\n"), "plain 100%\n");
  EXPECT_EQ(good("%d %i", -5, 7), "-5 7");
  EXPECT_EQ(good("[%5d|%-5d|%05d|%+d|% d|%.3d]", 42, 42, 42, 42, 42, 7), "[   42|42   |00042|+42| 42|007]");
  EXPECT_EQ(good("%u %o %x %X %#x %#o", 4000000000u, 8u, 255u, 255u, 255u, 8u), "4000000000 10 ff FF 0xff 010");
  EXPECT_EQ(good("%hhd %hhu %hd %hu", 300, 300, 70000, 70000), "44 44 4464 4464");
  EXPECT_EQ(good("%hhd %hd", 200, 40000), "-56 -25536");
  EXPECT_EQ(good("%ld %lu %lx", int64_t{-1} << 40, ~uint64_t{0}, uint64_t{1} << 36),
            "-1099511627776 18446744073709551615 1000000000");
  EXPECT_EQ(good("%f %.2f %e %E %g %G", 1.5, 2.345, 12345.678, 0.001, 0.0001, 1e-10),
            "1.500000 2.35 1.234568e+04 1.000000E-03 0.0001 1E-10");
  EXPECT_EQ(good("%a %A %10.3f|%-10.1f|%010.2f", 1.0, 0.5, 3.14159, 3.14159, -3.14159),
            "0x1p+0 0X1P-1      3.142|3.1       |-000003.14");
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(good("%f %F %f %5.1f", inf, -inf, nan, inf), "inf -INF nan   inf");
  EXPECT_EQ(good("%f", 1.5f), "1.500000");  // not promoted: its size says so
  EXPECT_EQ(good("%c%c|%3c|%-3c|", 'h', 'i', 'a', 'b'), "hi|  a|b  |");
  EXPECT_EQ(good("%s|%10s|%-5s|%.2s|%.0s|", "word", "right", "l", "cut", "none"), "word|     right|l    |cu||");
  const char *null = nullptr;
  EXPECT_EQ(good("%s", null), "(null)");
  EXPECT_EQ(good("%p", reinterpret_cast<void *>(0x1234)), "0x1234");
}

TEST(Printf, Vectors) {
  using std::vector;
  EXPECT_EQ(good("%v4hld", vector<int>{1, -2, 3, 4}), "1,-2,3,4");
  EXPECT_EQ(good("%v2hhd %v8hhu", vector<int8_t>{-1, 2}, vector<uint8_t>{1, 2, 3, 4, 5, 6, 7, 255}),
            "-1,2 1,2,3,4,5,6,7,255");
  EXPECT_EQ(good("%v3hd", vector<int16_t>{1, 2, -3, 99}), "1,2,-3");
  EXPECT_EQ(good("%v2ld", vector<int64_t>{-1, int64_t{1} << 40}), "-1,1099511627776");
  EXPECT_EQ(good("%v4hlf", vector<float>{1, 2, 3, 4.5}), "1.000000,2.000000,3.000000,4.500000");
  EXPECT_EQ(good("%v2lf", vector<double>{0.25, -8}), "0.250000,-8.000000");
  EXPECT_EQ(good("%#v2hlx", vector<uint32_t>{0xfa, 0xfb}), "0xfa,0xfb");
  EXPECT_EQ(good("%6.2v2hlf|%-4v2hlu|%04v2hhx", vector<float>{1, 2}, vector<uint32_t>{1, 2}, vector<uint8_t>{1, 255}),
            "  1.00,  2.00|1   ,2   |0001,00ff");
  EXPECT_EQ(good("%v4hg", vector<uint16_t>{0x3c00, 0xc000, 0x7c00, 0x0001}), "1,-2,inf,5.96046e-08");
  EXPECT_EQ(good("%v2ha", vector<uint16_t>{0x8000, 0x7bff}), "-0x0p+0,0x1.ffcp+15");
  std::string sixteen;
  vector<int64_t> v16(16);
  for (int i = 0; i < 16; ++i) sixteen += (i ? "," : "") + std::to_string(v16[i] = i * 1000);
  EXPECT_EQ(good("%v16ld!", v16), sixteen + "!");
  EXPECT_EQ(good("%v4d", vector<int>{1, 2, 3, 4}), "1,2,3,4");  // without a length: the size says it
}

TEST(Printf, RefusedStandAsWritten) {
  EXPECT_EQ(bad("a%nb", reinterpret_cast<void *>(8)), "a%nb");
  EXPECT_EQ(bad("%n %d", reinterpret_cast<void *>(8), 5), "%n 5");
  EXPECT_EQ(bad("%d"), "%d");
  EXPECT_EQ(bad("%d %d", 1), "1 %d");
  EXPECT_EQ(bad("%"), "%");
  EXPECT_EQ(bad("50% "), "50% ");
  EXPECT_EQ(bad("%q", 1), "%q");
  EXPECT_EQ(bad("%*d", 4, 5), "%*d");
  EXPECT_EQ(bad("%lld", int64_t{1}), "%lld");
  EXPECT_EQ(bad("%hld", 1), "%hld");
  EXPECT_EQ(bad("%v5d", std::vector<int>(5)), "%v5d");
  EXPECT_EQ(bad("%v4s", "x"), "%v4s");
  EXPECT_EQ(bad("%ls %lc %hp", "x", 1, "y"), "%ls %lc %hp");
  EXPECT_EQ(bad("%s", 5), "%s");                    // an int is no address
  EXPECT_EQ(bad("%d", std::vector<int>(4)), "%d");  // a vector is no int
  EXPECT_EQ(bad("%v4hld %d", std::vector<int16_t>(3), 7), "%v4hld 7");
  EXPECT_EQ(bad("%v8f %d", std::vector<uint8_t>(8), 7), "%v8f 7");
  EXPECT_EQ(bad("%v99999999999999999999d", 1), "%v99999999999999999999d");
  EXPECT_EQ(good("none used", 1, 2), "none used");
}

TEST(Printf, AbsurdSizesAreNotRead) {
  for (uint32_t size : {0u, 3u, 129u, 0x7fffffffu, 0xffffffffu}) {
    std::string out;
    const uint64_t value = 1;
    const uint32_t sizes[] = {size, 4, 4};
    EXPECT_FALSE(format_printf(out, 1000, "%d %v2hlf %s", &value, sizes, size ? 1 : 1));
    if (size > 128) {
      out.clear();
      EXPECT_FALSE(format_printf(out, 1000, "%f%d%d", &value, sizes, 3));
      EXPECT_EQ(out, "%f%d%d");
    }
  }
}

TEST(Printf, CLocaleAlways) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  for (const char *name : {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8"})
    if (std::setlocale(LC_ALL, name)) break;
  EXPECT_EQ(good("%.1f", 1.5), "1.5");
  std::setlocale(LC_ALL, before.c_str());
}

TEST(PrintBuffer, WholeCallsAndABound) {
  PrintBuffer buffer;
  const int value = 7;
  const uint32_t size = 4;
  EXPECT_EQ(buffer.print("%d\n", &value, &size, 1), 0);
  EXPECT_EQ(buffer.print("%n|", &value, &size, 1), -1);
  EXPECT_EQ(buffer.print("%99999999999d", &value, &size, 1), -1);  // dropped, and all after it
  EXPECT_EQ(buffer.print("%d\n", &value, &size, 1), -1);
  EXPECT_EQ(buffer.take(), "7\n%n|");

  PrintBuffer full;
  int written = 0;
  while (full.print("%0100d", &value, &size, 1) == 0) ++written;
  EXPECT_EQ(written, static_cast<int>(kPrintfBufferSize / 100));
  EXPECT_EQ(full.take().size(), kPrintfBufferSize / 100 * 100);

  PrintBuffer precise;
  const double half = 0.5;
  const uint32_t eight = 8;
  EXPECT_EQ(precise.print("%.2000000f", &half, &eight, 1), -1);
  EXPECT_EQ(precise.print(nullptr, nullptr, nullptr, 0), -1);
  EXPECT_EQ(precise.take(), "");
}

TEST(PrintBuffer, ManyThreads) {
  PrintBuffer buffer;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      const uint32_t size = 4;
      for (int i = 0; i < 1000; ++i) buffer.print("<%d>", &t, &size, 1);
    });
  for (auto &thread : threads) thread.join();
  const std::string text = buffer.take();
  ASSERT_EQ(text.size(), 12000u);
  for (size_t i = 0; i < text.size(); i += 3) EXPECT_TRUE(text[i] == '<' && text[i + 2] == '>');
}

}  // namespace

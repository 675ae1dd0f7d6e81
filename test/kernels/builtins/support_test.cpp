// SPDX-License-Identifier: Apache-2.0
// libsupport.a, its symbols prefixed by support_, against the C library and the processor.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

extern "C" {
double support_fma(double, double, double);
float support_fmaf(float, float, float);
double support_fmod(double, double);
float support_fmodf(float, float);
double support_fmax(double, double);
float support_fmaxf(float, float);
double support_fmin(double, double);
float support_fminf(float, float);
#define ROUNDING(name)                                                                                                 \
  double support_##name(double);                                                                                       \
  float support_##name##f(float);
ROUNDING(floor)
ROUNDING(ceil)
ROUNDING(trunc)
ROUNDING(rint) ROUNDING(nearbyint) ROUNDING(round) ROUNDING(roundeven) _Float16 support___truncdfhf2(double);
_Float16 support___truncsfhf2(float);
float support___extendhfsf2(_Float16);
double support___extendhfdf2(_Float16);
unsigned __int128 support___udivti3(unsigned __int128, unsigned __int128);
unsigned __int128 support___umodti3(unsigned __int128, unsigned __int128);
__int128 support___divti3(__int128, __int128);
__int128 support___modti3(__int128, __int128);
__int128 support___multi3(__int128, __int128);
void *support_memcpy(void *, const void *, size_t);
void *support_memmove(void *, const void *, size_t);
void *support_memset(void *, int, size_t);
int support_memcmp(const void *, const void *, size_t);
}

namespace {

template <class F, class U> F any(std::mt19937_64 &random) {
  // Bits at random, and numbers near one another, where cancellation and ties are.
  U bits = static_cast<U>(random());
  switch (random() % 4) {
  case 0: return std::bit_cast<F>(bits);
  case 1: return static_cast<F>(static_cast<int>(random() % 4097) - 2048);
  case 2: return std::ldexp(static_cast<F>(1 + random() % 64), static_cast<int>(random() % 120) - 60);
  default: return std::numeric_limits<F>::min() * static_cast<F>(random() % 65536) / 4096;
  }
}
template <class F> bool same(F a, F b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

TEST(Support, fused_multiply_add) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 2000000; i++) {
    double x = any<double, uint64_t>(random), y = any<double, uint64_t>(random), z = any<double, uint64_t>(random);
    if (i % 3 == 0) z = -x * y;
    ASSERT_TRUE(same(support_fma(x, y, z), std::fma(x, y, z)))
        << std::hexfloat << x << " " << y << " " << z << " " << support_fma(x, y, z);
    float a = any<float, uint32_t>(random), b = any<float, uint32_t>(random), c = any<float, uint32_t>(random);
    if (i % 3 == 0) c = -a * b;
    ASSERT_TRUE(same(support_fmaf(a, b, c), std::fma(a, b, c)))
        << std::hexfloat << a << " " << b << " " << c << " " << support_fmaf(a, b, c);
  }
}
TEST(Support, remainders) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 100000; i++) {
    double x = any<double, uint64_t>(random), y = any<double, uint64_t>(random);
    ASSERT_TRUE(same(support_fmod(x, y), std::fmod(x, y)))
        << std::hexfloat << x << " " << y << " " << support_fmod(x, y);
    float a = any<float, uint32_t>(random), b = any<float, uint32_t>(random);
    // Zeros of two signs are either's choice.
    ASSERT_TRUE(same(support_fmax(x, y) + 0, std::fmax(x, y) + 0)) << std::hexfloat << x << " " << y;
    ASSERT_TRUE(same(support_fmin(x, y) + 0, std::fmin(x, y) + 0)) << std::hexfloat << x << " " << y;
    ASSERT_TRUE(same(support_fmaxf(a, b) + 0, std::fmax(a, b) + 0)) << std::hexfloat << a << " " << b;
    ASSERT_TRUE(same(support_fminf(a, b) + 0, std::fmin(a, b) + 0)) << std::hexfloat << a << " " << b;
    ASSERT_TRUE(same(support_fmodf(a, b), std::fmod(a, b)))
        << std::hexfloat << a << " " << b << " " << support_fmodf(a, b);
  }
}
TEST(Support, rounding) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; i++) {
    double x = any<double, uint64_t>(random);
    float a = any<float, uint32_t>(random);
    if (i % 2)
      x = std::ldexp(double(int64_t(random()) >> 11), -1 - int(random() % 54)),
      a = float(int(random() % 4096) - 2048) / 4;
#define CHECK(name, reference)                                                                                         \
  ASSERT_TRUE(same(support_##name(x), reference(x))) << #name << " " << std::hexfloat << x;                            \
  ASSERT_TRUE(same(support_##name##f(a), reference(a))) << #name << "f " << std::hexfloat << a;
    CHECK(floor, std::floor)
    CHECK(ceil, std::ceil)
    CHECK(trunc, std::trunc)
    CHECK(rint, std::nearbyint)
    CHECK(nearbyint, std::nearbyint)
    CHECK(roundeven, std::nearbyint)
    CHECK(round, std::round)
  }
}
TEST(Support, halves) {
  // The distance to a half is exact in long double, so the nearest one can be told, and the even one of two.
  auto value = [](unsigned bits) -> long double {
    unsigned e = bits >> 10 & 31, m = bits & 1023;
    long double v = e ? std::ldexp(1024.0L + m, int(e) - 25) : std::ldexp((long double)m, -24);
    return bits & 0x8000 ? -v : v;
  };
  for (unsigned bits = 0; bits < 65536; bits++) {
    auto h = std::bit_cast<_Float16>(static_cast<uint16_t>(bits));
    float f = support___extendhfsf2(h);
    if ((bits & 0x7fff) > 0x7c00) {
      ASSERT_TRUE(std::isnan(f));
    } else if ((bits & 0x7fff) == 0x7c00) {
      ASSERT_TRUE(std::isinf(f));
    } else {
      ASSERT_EQ(f, value(bits));
      ASSERT_EQ(support___extendhfdf2(h), value(bits));
    }
    if ((bits & 0x7fff) >= 0x7c00) continue;
    // Between this half and the next one away from zero (past the largest, where the next would be).
    long double low = value(bits), high = (bits & 0x7fff) == 0x7bff ? std::copysign(65536.0L, low) : value(bits + 1),
                middle = (low + high) / 2;
    auto next = static_cast<uint16_t>(bits + 1), self = static_cast<uint16_t>(bits), even = bits & 1 ? next : self;
    double tie = double(middle);
    ASSERT_EQ(std::bit_cast<uint16_t>(support___truncdfhf2(double(low))), self);
    ASSERT_EQ(std::bit_cast<uint16_t>(support___truncdfhf2(tie)), even);
    ASSERT_EQ(std::bit_cast<uint16_t>(support___truncdfhf2(std::nextafter(tie, 0.0))), self);
    ASSERT_EQ(std::bit_cast<uint16_t>(support___truncdfhf2(std::nextafter(tie, tie * 2))), next);
    ASSERT_EQ(std::bit_cast<uint16_t>(support___truncsfhf2(float(tie))), even);
    ASSERT_EQ(std::bit_cast<uint16_t>(support___truncsfhf2(std::nextafter(float(tie), 0.0f))), self);
    ASSERT_EQ(std::bit_cast<uint16_t>(support___truncsfhf2(std::nextafter(float(tie), float(tie) * 2))), next);
  }
  EXPECT_EQ(std::bit_cast<uint16_t>(support___truncdfhf2(-INFINITY)), 0xfc00);
  EXPECT_NE(support___truncdfhf2(NAN), support___truncdfhf2(NAN));
}
TEST(Support, wide_integers) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 20000; i++) {
    auto wide = [&] {
      return static_cast<__int128>((static_cast<unsigned __int128>(random()) << 64 | random()) >> (random() % 127));
    };
    __int128 a = random() % 2 ? wide() : -wide(), b = random() % 2 ? wide() : -wide();
    if (!b) continue;
    auto ua = static_cast<unsigned __int128>(a), ub = static_cast<unsigned __int128>(b);
    ASSERT_TRUE(support___udivti3(ua, ub) == ua / ub && support___umodti3(ua, ub) == ua % ub);
    ASSERT_TRUE(support___divti3(a, b) == a / b && support___modti3(a, b) == a % b);
    ASSERT_TRUE(support___multi3(a, b) == static_cast<__int128>(ua * ub));
  }
}
TEST(Support, memory) {
  std::mt19937 random(5);
  std::vector<unsigned char> a(5000), b(5000), c;
  for (int i = 0; i < 20000; i++) {
    size_t n = random() % (i % 10 ? 80 : 2000), from = random() % 2500, to = random() % 2500;
    for (auto *v : {&a, &b})
      for (int k = 0; k < 16; k++) (*v)[random() % v->size()] = static_cast<unsigned char>(random());
    c = b;
    std::memcpy(&c[to], &a[from], n);
    support_memcpy(&b[to], &a[from], n);
    ASSERT_EQ(b, c);
    std::memmove(&c[to], &c[from], n);
    support_memmove(&b[to], &b[from], n);
    ASSERT_EQ(b, c);
    std::memset(&c[to], i, n);
    support_memset(&b[to], i, n);
    ASSERT_EQ(b, c);
    int got = support_memcmp(&a[from], &b[from], n), want = std::memcmp(&a[from], &b[from], n);
    ASSERT_EQ((got > 0) - (got < 0), (want > 0) - (want < 0));
  }
}

}  // namespace

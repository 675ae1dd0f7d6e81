// SPDX-License-Identifier: Apache-2.0
// cl_intel_subgroups and its kin against the host: blocks of buffers, local memory and images; shuffles of two
// registers; sums of small integers.
#include <gtest/gtest.h>

#include <algorithm>
#include <climits>
#include <optional>

#include "common/cl.h"

using namespace wherry::test;

namespace {

constexpr size_t kItems = 192, kGroup = 64;  // whole sub-groups of any size
constexpr size_t kLargest = 16;              // components of a block

size_t width_of(cl_kernel k) {
  const size_t local = kGroup;
  size_t width = 0;
  ok(clGetKernelSubGroupInfo(k, device(), CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, &local, sizeof width,
                             &width, nullptr));
  return width;
}

// A sub-group's blocks of 1, 2, 4, ... components follow each other in `copies` and in the tile, 16 components apart.
// `places`: where in `in` each sub-group begins to read.
const char *const blocks_source = R"(
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define BLOCK(N, number, digits) { \
  CAT(T, digits) x = CAT(intel_sub_group_block_read, CAT(SUFFIX, digits))(from); \
  for (int k = 0; k < N; ++k) to[n++] = ((private T *)&x)[k]; \
  CAT(intel_sub_group_block_write, CAT(SUFFIX, digits))(mine + number * 16 * W, (CAT(T, digits))(x + (T)1)); \
  CAT(intel_sub_group_block_write, CAT(SUFFIX, digits))(own + number * 16 * W, (CAT(T, digits))(x ^ (T)85)); \
  sub_group_barrier(CLK_LOCAL_MEM_FENCE); \
  CAT(T, digits) y = CAT(intel_sub_group_block_read, CAT(SUFFIX, digits))((local const T *)own + number * 16 * W); \
  for (int k = 0; k < N; ++k) to[n++] = ((private T *)&y)[k]; \
}
SIZE kernel void test(global const T *in, global const uint *places, global T *out, global T *copies, global T *tiles,
                      local T *tile) {
  const uint W = get_max_sub_group_size(), i = get_global_id(0), s = i / W;
  global const T *from = in + places[s];
  global T *to = out + i * 2 * COMPONENTS, *mine = copies + s * BLOCKS * 16 * W;
  local T *own = tile + get_sub_group_id() * BLOCKS * 16 * W;
  int n = 0;
#ifdef PREFETCH
  CAT(intel_sub_group_block_prefetch, SUFFIX)(from);
  CAT(intel_sub_group_block_prefetch, CAT(SUFFIX, 8))(from);
#endif
  BLOCK(1, 0, ) BLOCK(2, 1, 2) BLOCK(4, 2, 4) BLOCK(8, 3, 8)
#if BLOCKS == 5
  BLOCK(16, 4, 16)
#endif
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint k = get_local_id(0); k < get_num_sub_groups() * BLOCKS * 16 * W; k += get_local_size(0))
    tiles[get_group_id(0) * get_num_sub_groups() * BLOCKS * 16 * W + k] = tile[k];
}
)";

template <class T>
void check_blocks(const std::string &type, const std::string &suffix, const std::string &options, int size = 0) {
  SCOPED_TRACE(type + suffix + " " + options + " " + std::to_string(size));
  const size_t blocks = sizeof(T) <= 2 ? 5 : 4, components = (size_t{1} << blocks) - 1;
  std::string defines = "#define T " + type + "\n#define SUFFIX " + suffix + "\n#define BLOCKS " +
                        std::to_string(blocks) + "\n#define COMPONENTS " + std::to_string(components) +
                        "\n#define SIZE";
  if (size) defines += " __attribute__((intel_reqd_sub_group_size(" + std::to_string(size) + ")))";
  if (!suffix.empty()) defines += "\n#define PREFETCH";
  Program program = build(defines + "\n" + blocks_source, options.c_str());
  Kernel test = kernel(program, "test");
  const size_t W = width_of(test), sub_groups = kItems / W, own = blocks * kLargest * W;
  ASSERT_TRUE(size == 0 || W == size_t(size));
  Random random(seed());
  std::vector<T> in(2000);
  for (T &one : in) one = static_cast<T>(random.next() >> 20);
  std::vector<uint32_t> places(sub_groups);
  for (uint32_t &place : places) place = static_cast<uint32_t>(random.below(in.size() - kLargest * W) & ~size_t{3});
  const T background = static_cast<T>(0x7777777777777777);
  const std::vector<T> empty(sub_groups * own, background);
  Buffer in_buffer = make_buffer(in), place_buffer = make_buffer(places), copies = make_buffer(empty),
         tiles = make_buffer(empty), out_buffer = make_buffer(kItems * 2 * components * sizeof(T));
  set_args(test, in_buffer, place_buffer, out_buffer, copies, tiles, LocalBytes{kGroup / W * own * sizeof(T)});
  run(test, {kItems}, {kGroup});
  const auto out = read<T>(out_buffer, kItems * 2 * components), copied = read<T>(copies, empty.size()),
             tiled = read<T>(tiles, empty.size());
  for (size_t item = 0; item < kItems; ++item) {
    const size_t s = item / W, lane = item % W;
    const T *got = &out[item * 2 * components];
    for (size_t block = 0; block < blocks; ++block) {
      const size_t count = size_t{1} << block;
      for (size_t k = 0; k < count; ++k) {
        const T expected = in[places[s] + k * W + lane];
        ASSERT_EQ(expected, got[k]) << "block " << block << ", component " << k << ", item " << item;
        ASSERT_EQ(static_cast<T>(expected ^ 85), got[count + k]) << "local " << block << ", " << k << ", item " << item;
        const size_t at = s * own + block * kLargest * W + k * W + lane;
        ASSERT_EQ(static_cast<T>(expected + 1), copied[at]) << "written " << block << ", " << k << ", item " << item;
        ASSERT_EQ(static_cast<T>(expected ^ 85), tiled[at]) << "tile " << block << ", " << k << ", item " << item;
      }
      got += 2 * count;
      for (size_t k = count; k < kLargest; ++k)
        ASSERT_EQ(background, copied[s * own + block * kLargest * W + k * W + lane]) << "behind block " << block;
    }
  }
}

TEST(IntelSubGroups, blocks_of_buffers_and_local_memory) {
  check_blocks<uint8_t>("uchar", "_uc", "-cl-std=CL3.0");
  check_blocks<uint16_t>("ushort", "_us", "-cl-std=CL3.0", 8);
  check_blocks<uint32_t>("uint", "_ui", "-cl-std=CL3.0", 32);
  check_blocks<uint64_t>("ulong", "_ul", "-cl-std=CL3.0", 16);
}
TEST(IntelSubGroups, blocks_in_every_language) {
  check_blocks<uint32_t>("uint", "", "-cl-std=CL1.2");
  check_blocks<uint16_t>("ushort", "_us", "-cl-std=CL2.0");
  check_blocks<uint32_t>("uint", "", "-cl-std=CL3.0");
  check_blocks<uint64_t>("ulong", "_ul", "-cl-std=CLC++2021");
}
TEST(IntelSubGroups, blocks_otherwise_compiled) {
  for (const char *options :
       {"-cl-wherry-cpu-level=1", "-cl-wherry-cpu-level=3", "-cl-opt-disable", "-g", "-cl-wherry-vector-width=1"})
    check_blocks<uint32_t>("uint", "", options);
}

// Where only some sub-groups come, and in a loop: the pointer goes on with it.
TEST(IntelSubGroups, blocks_by_some_sub_groups) {
  Program program = build(R"(kernel void test(global const uint *in, global uint *out, int rounds) {
    const uint W = get_max_sub_group_size(), s = get_global_id(0) / W;
    global uint *to = out + s * 8 * W;
    if (s % 3 != 1)
      for (int r = 0; r < rounds; ++r)
        intel_sub_group_block_write(to + r * W, intel_sub_group_block_read(in + (s + r) * W) * 2u);
    else
      intel_sub_group_block_write2(to, intel_sub_group_block_read2(in));
  })",
                          "-cl-std=CL1.2");
  Kernel test = kernel(program, "test");
  const size_t W = width_of(test);
  std::vector<uint32_t> in(kItems + 8 * W);
  for (size_t i = 0; i < in.size(); ++i) in[i] = uint32_t(i * i + 7);
  Buffer in_buffer = make_buffer(in), out_buffer = make_buffer(std::vector<uint32_t>(kItems * 8, 99));
  set_args(test, in_buffer, out_buffer, 5);
  run(test, {kItems}, {kGroup});
  const auto out = read<uint32_t>(out_buffer, kItems * 8);
  for (size_t s = 0; s < kItems / W; ++s)
    for (size_t k = 0; k < 8 * W; ++k) {
      const uint32_t expected = s % 3 != 1 ? (k < 5 * W ? in[s * W + k] * 2 : 99) : k < 2 * W ? in[k] : 99;
      ASSERT_EQ(expected, out[s * 8 * W + k]) << s << ", " << k;
    }
}

// A work-group that is known to have one work-item.
TEST(IntelSubGroups, blocks_of_one_work_item) {
  Program program = build(R"(__attribute__((reqd_work_group_size(1, 1, 1)))
    kernel void test(global const uint *in, global uint *out) {
      intel_sub_group_block_write(out + get_global_id(0), intel_sub_group_block_read2(in + get_global_id(0)).y);
    })");
  Kernel test = kernel(program, "test");
  const size_t W = width_of(test);
  std::vector<uint32_t> in(4 + W);
  for (size_t i = 0; i < in.size(); ++i) in[i] = uint32_t(i * i + 7);
  Buffer in_buffer = make_buffer(in), out = make_buffer(4 * sizeof(uint32_t));
  set_args(test, in_buffer, out);
  run(test, {4}, {1});
  EXPECT_EQ(std::vector<uint32_t>(in.begin() + ptrdiff_t(W), in.end()), read<uint32_t>(out, 4));
}

// Both registers of shuffles, each component. A kernel for each number of components: one kernel of all numbers takes
// twice as long to build.
const char *const shuffles_source = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define STORE(N, value) for (int k = 0; k < N; ++k) to[n++] = (IO)((private T *)&value)[k];
#define EACH(N, digits) kernel void CAT(test, N)( \
    global const int *first, global const int *second, global const uint *others, global const int *there, \
    global IO *out) { \
  const size_t i = get_global_id(0); \
  global IO *to = out + i * 5 * N; \
  int n = 0; \
  if (!there[i]) return; \
  CAT(T, digits) x, y, r; \
  for (int k = 0; k < N; ++k) ((private T *)&x)[k] = (T)(first[i] + k), ((private T *)&y)[k] = (T)(second[i] + k); \
  r = intel_sub_group_shuffle(x, others[i]); STORE(N, r) \
  r = intel_sub_group_shuffle_xor(x, others[i]); STORE(N, r) \
  r = intel_sub_group_shuffle_down(x, y, others[i]); STORE(N, r) \
  r = intel_sub_group_shuffle_up(x, y, others[i]); STORE(N, r) \
  r = intel_sub_group_shuffle_down(x, y, 3u); STORE(N, r) \
}
EACH(1, ) EACH(2, 2) EACH(3, 3) EACH(4, 4) EACH(8, 8) EACH(16, 16)
)";

template <class Io> void check_shuffles(cl_kernel test, size_t count, bool some) {
  const size_t W = width_of(test);
  Random random(seed() + count);
  std::vector<int32_t> first(kItems), second(kItems), there(kItems, 1);
  std::vector<uint32_t> others(kItems);
  for (size_t i = 0; i < kItems; ++i) {
    first[i] = int32_t(random.below(50));
    second[i] = 55 + int32_t(random.below(50));
    others[i] = uint32_t(random.below(W + 1));
    if (some) there[i] = random.below(3) != 0;
  }
  Buffer first_buffer = make_buffer(first), second_buffer = make_buffer(second), other_buffer = make_buffer(others),
         there_buffer = make_buffer(there), out_buffer = make_buffer(kItems * count * 5 * sizeof(Io));
  set_args(test, first_buffer, second_buffer, other_buffer, there_buffer, out_buffer);
  run(test, {kItems}, {kGroup});
  const auto out = read<Io>(out_buffer, kItems * count * 5);
  for (size_t i = 0; i < kItems; ++i) {
    if (!there[i]) continue;
    const size_t lane = i % W, begin = i - lane;
    const auto other = size_t{others[i]};
    // Nothing where OpenCL says nothing.
    auto of = [&](const std::vector<int32_t> &from, size_t at) -> std::optional<int32_t> {
      return at < W && there[begin + at] ? std::optional(from[begin + at]) : std::nullopt;
    };
    auto down = [&](size_t delta) { return lane + delta < W ? of(first, lane + delta) : of(second, lane + delta - W); };
    const std::optional<int32_t> expected[] = {of(first, other), of(first, lane ^ other), down(other),
                                               lane >= other ? of(second, lane - other) : of(first, lane + W - other),
                                               down(3)};
    const Io *got = &out[i * count * 5];
    for (size_t form = 0; form < 5; ++form, got += count)
      for (size_t k = 0; k < count && expected[form]; ++k)
        ASSERT_EQ(static_cast<Io>(*expected[form] + int(k)), got[k])
            << "form " << form << ", " << count << " components, the one of " << k << ", item " << i << ", other "
            << other;
  }
}

template <class Io> void check_shuffles(const std::string &type, const std::string &io, const char *options) {
  Program program = build("#define T " + type + "\n#define IO " + io + "\n" + shuffles_source, options);
  for (size_t count : {1, 2, 3, 4, 8, 16}) {
    SCOPED_TRACE(type + std::to_string(count) + " " + options);
    Kernel test = kernel(program, ("test" + std::to_string(count)).c_str());
    for (bool some : {false, true}) check_shuffles<Io>(test.get(), count, some);
  }
}

TEST(IntelSubGroups, shuffles) {
  check_shuffles<int32_t>("int", "int", "-cl-std=CL1.2");
  check_shuffles<int32_t>("int", "int", "-cl-std=CL3.0 -cl-wherry-cpu-level=1");
  check_shuffles<float>("float", "float", "-cl-std=CL2.0");
  check_shuffles<float>("half", "float", "-cl-std=CL3.0");
  check_shuffles<double>("double", "double", "-cl-std=CL3.0");
  for (const char *type : {"char", "ushort"}) check_shuffles<int32_t>(type, "int", "-cl-std=CL3.0");
  check_shuffles<int64_t>("ulong", "long", "-cl-std=CLC++2021");
}

template <class T> void check_small(const std::string &type, const char *options) {
  SCOPED_TRACE(type + " " + options);
  Program program = build("#define T " + type + R"(
    #define FORMS(x, op) to[n++] = intel_sub_group_reduce_##op(x); to[n++] = intel_sub_group_scan_inclusive_##op(x); \
                         to[n++] = intel_sub_group_scan_exclusive_##op(x);
    kernel void test(global const T *in, global T *out) {
      const T x = in[get_global_id(0)];
      global T *to = out + get_global_id(0) * 10;
      int n = 0;
      FORMS(x, add) FORMS(x, min) FORMS(x, max)
      to[n++] = intel_sub_group_broadcast(x, 5);
    })",
                          options);
  Kernel test = kernel(program, "test");
  const size_t W = width_of(test);
  Random random(seed());
  std::vector<T> in(kItems);
  for (T &one : in) one = static_cast<T>(random.next() >> 30);
  Buffer in_buffer = make_buffer(in), out_buffer = make_buffer(kItems * 10 * sizeof(T));
  set_args(test, in_buffer, out_buffer);
  run(test, {kItems}, {kGroup});
  const auto out = read<T>(out_buffer, kItems * 10);
  using Limits = std::numeric_limits<T>;
  for (size_t i = 0; i < kItems; ++i) {
    const size_t lane = i % W, begin = i - lane;
    std::vector<T> expected;
    auto forms = [&](T start, auto join) {
      for (size_t end : {W, lane + 1, lane}) {
        T sum = start;
        for (size_t k = 0; k < end; ++k) sum = static_cast<T>(join(sum, in[begin + k]));
        expected.push_back(sum);
      }
    };
    forms(T{}, [](T a, T b) { return a + b; });
    forms(Limits::max(), [](T a, T b) { return std::min(a, b); });
    forms(Limits::min(), [](T a, T b) { return std::max(a, b); });
    expected.push_back(in[begin + 5]);
    for (size_t k = 0; k < 10; ++k) ASSERT_EQ(expected[k], out[i * 10 + k]) << "form " << k << ", item " << i;
  }
}

TEST(IntelSubGroups, small_integers) {
  check_small<int8_t>("char", "-cl-std=CL1.2");
  check_small<uint8_t>("uchar", "-cl-std=CL3.0");
  check_small<int16_t>("short", "-cl-std=CL2.0");
  check_small<uint16_t>("ushort", "-cl-std=CL3.0");
}

// Images: blocks inside, across each edge, and outside.
struct Image {
  cl_image_format format;
  size_t texel;  // bytes
};
const Image kImages[] = {{{CL_RGBA, CL_UNSIGNED_INT8}, 4},
                         {{CL_R, CL_UNSIGNED_INT8}, 1},
                         {{CL_RG, CL_UNSIGNED_INT16}, 4},
                         {{CL_R, CL_HALF_FLOAT}, 2},
                         {{CL_RGBA, CL_HALF_FLOAT}, 8}};
constexpr int kWidth = 75, kHeight = 9;

const char *const images_source = R"(
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define BOTH(N, digits, readable, writable) \
  kernel void CAT(read, N)(readable image2d_t image, int2 at, global T *out) { \
    const CAT(T, digits) x = CAT(intel_sub_group_block_read, CAT(SUFFIX, digits))(image, at); \
    for (int k = 0; k < N; ++k) out[get_local_id(0) * N + k] = ((const private T *)&x)[k]; \
  } \
  kernel void CAT(write, N)(writable image2d_t image, int2 at, global const T *in) { \
    CAT(T, digits) x; \
    for (int k = 0; k < N; ++k) ((private T *)&x)[k] = in[get_local_id(0) * N + k]; \
    CAT(intel_sub_group_block_write, CAT(SUFFIX, digits))(image, at, x); \
  }
BOTH(1, , READ, WRITE) BOTH(2, 2, READ, WRITE) BOTH(4, 4, READ, WRITE) BOTH(8, 8, READ, WRITE)
#if BLOCKS == 5
BOTH(16, 16, READ, WRITE)
#endif
)";

template <class T>
void check_images(const std::string &type, const std::string &suffix, const char *options, const std::string &read_by,
                  const std::string &write_by) {
  SCOPED_TRACE(type + suffix + " " + options + read_by);
  const int blocks = sizeof(T) <= 2 ? 5 : 4;
  Program program =
      build("#define T " + type + "\n#define SUFFIX " + suffix + "\n#define BLOCKS " + std::to_string(blocks) +
                "\n#define READ " + read_by + "\n#define WRITE " + write_by + "\n" + images_source,
            options);
  Random random(seed());
  for (const Image &image : kImages) {
    const int texel = int(image.texel), row = kWidth * texel;
    SCOPED_TRACE("texels of " + std::to_string(texel) + " bytes");
    std::vector<uint8_t> texels = random.bytes(size_t(row) * kHeight);
    cl_image_desc about{};
    about.image_type = CL_MEM_OBJECT_IMAGE2D;
    about.image_width = kWidth;
    about.image_height = kHeight;
    cl_int error = CL_SUCCESS;
    Buffer made(clCreateImage(context(), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, &image.format, &about, texels.data(),
                              &error));
    ok(error);
    for (int block = 0; block < blocks; ++block) {
      const int count = 1 << block;
      Kernel reads = kernel(program, ("read" + std::to_string(count)).c_str()),
             writes = kernel(program, ("write" + std::to_string(count)).c_str());
      const int W = int(width_of(reads)), bytes = W * int(sizeof(T));
      Buffer data = make_buffer(size_t(bytes) * size_t(count));
      const std::array<int, 2> places[] = {
          {0, 0},    {4, 2},     {row - bytes, 1}, {row - bytes + 4, 3},   {(row - bytes / 2) / 4 * 4, kHeight - 2},
          {-12, -3}, {-4000, 1}, {row + 8, 4},     {INT_MAX - 3, INT_MAX}, {INT_MIN, INT_MIN}};
      for (const auto &[x, y] : places) {
        SCOPED_TRACE(std::to_string(count) + " rows at " + std::to_string(x) + ", " + std::to_string(y));
        // Where a byte of the block lies; nothing: outside.
        auto inside = [&](int64_t at_x, int64_t at_y) -> std::optional<size_t> {
          if (at_x < 0 || at_x >= row || at_y < 0 || at_y >= kHeight) return std::nullopt;
          return size_t(at_y * row + at_x);
        };
        auto byte_of = [&](int64_t at_x, int64_t at_y) {
          const int64_t in_texel = ((at_x % texel) + texel) % texel;
          at_x = at_x < 0 ? in_texel : at_x >= row ? row - texel + in_texel : at_x;
          return texels[*inside(at_x, std::clamp<int64_t>(at_y, 0, kHeight - 1))];
        };
        // Reads begin at any byte.
        const int shift = x == INT_MIN ? 0 : 1;
        set_args(reads, made, std::array{x - shift, y}, data);
        run(reads, {size_t(W)}, {size_t(W)});
        const auto got = read<uint8_t>(data, size_t(bytes) * size_t(count));
        for (int lane = 0; lane < W; ++lane)
          for (int k = 0; k < count; ++k)
            for (int b = 0; b < int(sizeof(T)); ++b)
              ASSERT_EQ(byte_of(int64_t{x} - shift + lane * int64_t(sizeof(T)) + b, int64_t{y} + k),
                        got[(size_t(lane) * size_t(count) + size_t(k)) * sizeof(T) + size_t(b)])
                  << "lane " << lane << ", row " << k << ", byte " << b;
        const std::vector<uint8_t> given = random.bytes(got.size());
        ok(clEnqueueWriteBuffer(queue(), data, CL_TRUE, 0, given.size(), given.data(), 0, nullptr, nullptr));
        set_args(writes, made, std::array{x, y}, data);
        run(writes, {size_t(W)}, {size_t(W)});
        for (int lane = 0; lane < W; ++lane)
          for (int k = 0; k < count; ++k)
            for (int b = 0; b < int(sizeof(T)); ++b)
              if (auto at = inside(int64_t{x} + lane * int64_t(sizeof(T)) + b, int64_t{y} + k))
                texels[*at] = given[(size_t(lane) * size_t(count) + size_t(k)) * sizeof(T) + size_t(b)];
        std::vector<uint8_t> now(texels.size());
        const size_t origin[3] = {0, 0, 0}, region[3] = {kWidth, kHeight, 1};
        ok(clEnqueueReadImage(queue(), made, CL_TRUE, origin, region, 0, 0, now.data(), 0, nullptr, nullptr));
        ASSERT_EQ(texels, now);
      }
    }
  }
}

TEST(IntelSubGroups, blocks_of_images) {
  check_images<uint8_t>("uchar", "_uc", "-cl-std=CL1.2", "read_only", "write_only");
  check_images<uint16_t>("ushort", "_us", "-cl-std=CL3.0", "read_only", "write_only");
  check_images<uint32_t>("uint", "", "-cl-std=CL1.2", "read_only", "write_only");
  check_images<uint64_t>("ulong", "_ul", "-cl-std=CL3.0", "read_only", "write_only");
  check_images<uint32_t>("uint", "_ui", "-cl-std=CL3.0", "read_write", "read_write");
}

// A program's own function of such a name takes the place of the extension's; one without the name needs neither.
TEST(IntelSubGroups, functions_of_the_program) {
  Program program = build(R"(
    int intel_sub_group_reduce_add(int a) { return a + 100; }
    kernel void test(global int *out) { out[get_global_id(0)] = intel_sub_group_reduce_add(5); })");
  Kernel test = kernel(program, "test");
  Buffer out = make_buffer(4 * 4);
  set_args(test, out);
  run(test, {4}, {4});
  EXPECT_EQ(std::vector<int32_t>(4, 105), read<int32_t>(out, 4));
  EXPECT_THROW(build("kernel void k(global uint *p) { *p = intel_sub_group_block_read3(p).s0; }"), std::exception);
  EXPECT_THROW(build("kernel void k(global uint *p) { *p = intel_sub_group_block_read_ui16(p).s0; }"), std::exception);
}

}  // namespace

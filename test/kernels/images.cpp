// SPDX-License-Identifier: Apache-2.0
// Image functions in kernels: the lanes of a vector, one work-item, and kernels built for the images' formats
// (kernel_tests.specialised) give the same bits. builtins/image_test.cpp compares one work-item with the specification.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "common/cl.h"
#include "wherry/cl_newer.h"

using namespace wherry::test;

namespace {

using Sampler = Owned<cl_sampler, clReleaseSampler>;

constexpr size_t kWidth = 68, kHeight = 11, kDepth = 5,
                 kPoints = 1003;  // whole vectors and others; whole blocks of raw formats
constexpr size_t kTexels = kWidth * kHeight * kDepth;

const char kSource[] = R"(
#define READ(name, type, coordinate, result, suffix) \
  kernel void name##suffix(read_only type image, sampler_t sampler, global const float4 *at, global result *out) { \
    const size_t i = get_global_id(0); \
    const float4 p = at[i]; \
    if (i % 5 == 3) \
      out[i] = read_image##suffix(image, convert_int##coordinate); \
    else if (i % 7) \
      out[i] = read_image##suffix(image, sampler, convert_float##coordinate); \
    else \
      out[i] = read_image##suffix(image, sampler, convert_float##coordinate * 0.25f) + (result)(1); \
  }
#define READS(name, type, coordinate) \
  READ(name, type, coordinate, float4, f) READ(name, type, coordinate, int4, i) READ(name, type, coordinate, uint4, ui)
READS(line_, image1d_t, _sat(p.x))
READS(lines_, image1d_array_t, 2_sat(p.xy))
READS(plane_, image2d_t, 2_sat(p.xy))
READS(planes_, image2d_array_t, 4_sat(p))
READS(space_, image3d_t, 4_sat(p))

#define WRITE(texel, suffix) \
  kernel void write_##suffix(write_only image2d_t image, int width, global const texel *from) { \
    const int i = get_global_id(0), y = i / width, x = y % 3 == 1 ? width - 1 - i % width : i % width; \
    if (y % 4 != 2 || x % 3) write_image##suffix(image, (int2)(x + (y % 5 == 4), y), from[i]); \
  }
WRITE(float4, f) WRITE(int4, i) WRITE(uint4, ui)

constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE, border = CLK_ADDRESS_CLAMP,
                   repeat = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT;
#define ROW(name, type, at, read, result, suffix) \
  kernel void name##suffix(read_only type image, write_only type copy, int dx, int dy, global result *out) { \
    const int x = get_global_id(0) + dx, y = get_global_id(1) + dy; \
    const result v = read_image##suffix read; \
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = v; \
    write_image##suffix(copy, at, v); \
  }
#define AROUND(result, suffix) /* too many accesses for code inline */ \
  kernel void around_plane_##suffix(read_only image2d_t image, write_only image2d_t copy, int dx, int dy, \
                                    global result *out) { \
    const int x = get_global_id(0) + dx, y = get_global_id(1) + dy; \
    const result a = read_image##suffix(image, edge, (int2)(x - 1, y - 1)), b = read_image##suffix(image, (int2)(x, y)), \
                 c = read_image##suffix(image, border, (int2)(x, y)), d = read_image##suffix(image, repeat, (int2)(x, y + 1)); \
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = (result)(a.x, b.y, c.z, d.w); \
    write_image##suffix(copy, (int2)(x, y), (result)(d.x, c.y, b.z, a.w)); \
  }
AROUND(float4, f) AROUND(int4, i) AROUND(uint4, ui)
#define MEAN(result, suffix) /* loops around code inline */ \
  kernel void mean_plane_##suffix(read_only image2d_t image, write_only image2d_t copy, int dx, int dy, \
                                  global result *out) { \
    const int x = get_global_id(0) + dx, y = get_global_id(1) + dy; \
    result sum = 0; \
    for (int j = -1; j <= 1; j++) \
      for (int i = -1; i <= 1; i++) sum += read_image##suffix(image, edge, (int2)(x + i, y + j)); \
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum; \
    write_image##suffix(copy, (int2)(x, y), sum); \
  }
MEAN(float4, f) MEAN(int4, i) MEAN(uint4, ui)
#define ROWS(result, suffix) \
  ROW(bare_line_, image1d_t, x, (image, x), result, suffix) \
  ROW(bare_lines_, image1d_array_t, (int2)(x, y), (image, (int2)(x, y)), result, suffix) \
  ROW(bare_plane_, image2d_t, (int2)(x, y), (image, (int2)(x, y)), result, suffix) \
  ROW(bare_planes_, image2d_array_t, (int4)(x, y, 2, 0), (image, (int4)(x, y, dy, 0)), result, suffix) \
  ROW(bare_space_, image3d_t, (int4)(x, y, 2, 0), (image, (int4)(x, y, dy, 0)), result, suffix) \
  ROW(edge_space_, image3d_t, (int4)(x, y, dy, 0), (image, border, (int4)(x, y, dy, 0)), result, suffix) \
  ROW(edge_plane_, image2d_t, (int2)(x, y), (image, edge, (int2)(x, y)), result, suffix) \
  ROW(border_plane_, image2d_t, (int2)(x, y), (image, border, (int2)(x, y)), result, suffix) \
  ROW(nearest_plane_, image2d_t, (int2)(x, y), (image, border, (float2)(x + 0.5f, y + 0.25f)), result, suffix) \
  ROW(aside_plane_, image2d_t, (int2)(x, y), (image, edge, (float2)(x - 2.5f, y - 1.5f)), result, suffix) \
  ROW(aside_lines_, image1d_array_t, (int2)(x, y), (image, border, (float2)(x + 1.0f, y)), result, suffix) \
  ROW(aside_space_, image3d_t, (int4)(x, y, 2, 0), (image, border, (float4)(x + 0.5f, y, dy, 0)), result, suffix) \
  ROW(spread_plane_, image2d_t, (int2)(x, y), (image, edge, (float2)(x * 0.75f + y, y - x * 0.25f)), result, suffix) \
  ROW(repeat_plane_, image2d_t, (int2)(x, y), (image, repeat, (float2)(x * 0.03125f + y, y * 0.125f)), result, suffix)
ROWS(float4, f) ROWS(int4, i) ROWS(uint4, ui)
)";
const char kFilters[] = R"(
constant sampler_t edge_filter = CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP_TO_EDGE,
                   border_filter = CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP,
                   normalised_filter = CLK_FILTER_LINEAR | CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_TRUE,
                   repeat_filter = CLK_FILTER_LINEAR | CLK_ADDRESS_REPEAT | CLK_NORMALIZED_COORDS_TRUE,
                   mirror_filter = CLK_FILTER_LINEAR | CLK_ADDRESS_MIRRORED_REPEAT | CLK_NORMALIZED_COORDS_TRUE;
#define FILTER(mode, shape, type, place) \
  kernel void mode##_filter_##shape(read_only type image, global const float4 *at, global float4 *out) { \
    const float4 p = at[get_global_id(0)]; \
    out[get_global_id(0)] = read_imagef(image, mode##_filter, place); \
  }
#define FILTERS(mode) \
  FILTER(mode, plane_f, image2d_t, p.xy) FILTER(mode, planes_f, image2d_array_t, p) FILTER(mode, space_f, image3d_t, p)
FILTERS(edge) FILTERS(border) FILTERS(normalised) FILTERS(repeat) FILTERS(mirror)
)";
// Texels are read only to be written.
const char kMoves[] = R"(
constant sampler_t edge = CLK_ADDRESS_CLAMP_TO_EDGE, border = CLK_ADDRESS_CLAMP;
#define MOVE(name, type, at, ...) \
  kernel void name(read_only type image, write_only type copy, int dx, int dy) { \
    const int x = get_global_id(0), y = get_global_id(1); \
    write_imagef(copy, at, read_imagef(image, __VA_ARGS__)); \
  }
MOVE(line, image1d_t, x, x + dx)
MOVE(lines, image1d_array_t, (int2)(x, y), (int2)(x + dx, y + dy))
MOVE(planes, image2d_array_t, (int4)(x, y, 2, 0), (int4)(x + dx, y, dy, 0))
MOVE(plane, image2d_t, (int2)(x, y), (int2)(x + dx, y + dy))
MOVE(to_side, image2d_t, (int2)(x + dx, y + dy), edge, (int2)(x, y))
MOVE(with_border, image2d_t, (int2)(x, y), border, (int2)(x + dx, y + dy))
MOVE(nearest, image2d_t, (int2)(x, y), border, (float2)(x + dx + 0.5f, y + 0.25f))
MOVE(spread, image2d_t, (int2)(x, y), edge, (float2)(x * 0.75f + dx, y - x * 0.25f))
MOVE(spread_with_border, image2d_t, (int2)(x, y), border, (float2)(x * 1.5f + dx, y * 0.5f + dy))
MOVE(turned, image2d_t, (int2)(x, y), border, (int2)(y + dx, x))
kernel void in_place(read_write image2d_t image, int dx, int dy) {
  const int2 at = (int2)(get_global_id(0) + dx, get_global_id(1) + dy);
  write_imagef(image, at, read_imagef(image, at));
}
)";
// convert_float_sat() does not exist.
const std::string source() {
  return "#define convert_float_sat(x) (x)\n#define convert_float2_sat(x) (x)\n#define convert_float4_sat(x) (x)\n" +
         std::string(kSource);
}

// "f", "i" or "ui": the functions that read and write the type.
std::string suffix_of(cl_channel_type type) {
  switch (type) {
  case CL_SIGNED_INT8:
  case CL_SIGNED_INT16:
  case CL_SIGNED_INT32: return "i";
  case CL_UNSIGNED_INT_RAW10_EXT:
  case CL_UNSIGNED_INT_RAW12_EXT:
  case CL_UNSIGNED_INT8:
  case CL_UNSIGNED_INT16:
  case CL_UNSIGNED_INT32: return "ui";
  default: return "f";
  }
}

struct Shape {
  const char *kernel;
  cl_mem_object_type type;
  size_t width, height, depth, layers;
  size_t texels() const { return std::max<size_t>(width, 1) * std::max<size_t>(height, 1) * depth * layers; }
};
constexpr Shape kShapes[] = {
    {"line_", CL_MEM_OBJECT_IMAGE1D, kWidth, 0, 1, 1},
    {"lines_", CL_MEM_OBJECT_IMAGE1D_ARRAY, kWidth, 0, 1, kHeight},
    {"plane_", CL_MEM_OBJECT_IMAGE2D, kWidth, kHeight, 1, 1},
    {"planes_", CL_MEM_OBJECT_IMAGE2D_ARRAY, kWidth, kHeight, 1, kDepth},
    {"space_", CL_MEM_OBJECT_IMAGE3D, kWidth, kHeight, kDepth, 1},
};

// Of the program's own memory, an image begins where that does: at any byte.
Buffer make_image(const cl_image_format &format, const Shape &shape, const std::vector<uint8_t> &texels,
                  const uint8_t *in_place = nullptr) {
  cl_image_desc description{};
  description.image_type = shape.type;
  description.image_width = shape.width;
  description.image_height = shape.height;
  description.image_depth = shape.depth;
  description.image_array_size = shape.layers;
  cl_int code = 0;
  const cl_mem_flags flags = CL_MEM_READ_WRITE | (in_place ? CL_MEM_USE_HOST_PTR : CL_MEM_COPY_HOST_PTR);
  Buffer image(clCreateImage(context(), flags, &format, &description,
                             const_cast<uint8_t *>(in_place ? in_place : texels.data()), &code));
  ok(code);
  return image;
}

// All formats that images may have: the formats that clGetSupportedImageFormats() lists for CL_MEM_READ_ONLY, and three
// channel orders that the function does not list. Kernels write images of all these formats, too.
std::vector<cl_image_format> formats() {
  cl_uint count = 0;
  ok(clGetSupportedImageFormats(context(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  std::vector<cl_image_format> list(count);
  ok(clGetSupportedImageFormats(context(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, count, list.data(), nullptr));
  std::erase_if(list, [](const cl_image_format &format) { return format.image_channel_order == CL_DEPTH; });
  for (const cl_channel_type type : {CL_UNORM_INT8, CL_SIGNED_INT16, CL_UNSIGNED_INT32, CL_HALF_FLOAT, CL_FLOAT})
    list.insert(list.end(), {{CL_Rx, type}, {CL_RGBx, type}});
  list.insert(list.end(), {{CL_sRGBx, CL_UNORM_INT8}, {CL_RGBx, CL_UNORM_SHORT_565}});
  // A build for each launch takes long.
  constexpr size_t kEvery = 7;
  size_t place = seed() % kEvery;
  if (std::getenv("WHERRY_SPECIALISE"))
    std::erase_if(list, [&](const cl_image_format &) { return place++ % kEvery != 0; });
  return list;
}

// Points in and around an image, some of them where nothing is, some side by side; in texels, or in [0, 1].
std::vector<float> points(Random &random, bool normalised) {
  const float strange[] = {std::numeric_limits<float>::quiet_NaN(),
                           std::numeric_limits<float>::infinity(),
                           -std::numeric_limits<float>::infinity(),
                           0x1p31f,
                           -0x1p31f,
                           1e30f};
  const float sizes[] = {float(kWidth), float(kHeight), float(kDepth), 1};
  std::vector<float> list(4 * kPoints);
  for (size_t i = 0; i < list.size(); ++i) {
    const float part = float(random.below(1 << 20)) * 0x1p-19f - 0.5f;  // -0.5 to 1.5
    list[i] = normalised ? part : part * sizes[i % 4];
    if (random.below(8) == 0) list[i] = std::rint(list[i] * 2) / 2;
    if (random.below(64) == 0) list[i] = strange[random.below(std::size(strange))];
  }
  // Whole vectors of neighbouring texels, some of them over the image's end.
  for (size_t row = 0; row < kPoints; row += 100)
    for (size_t i = row; i < std::min<size_t>(row + 50, kPoints); ++i) {
      list[4 * i] = (float(i - row + row / 200) + (row / 100 % 2 ? 0.5f : 0.25f)) / (normalised ? float(kWidth) : 1);
      std::copy_n(&list[4 * row + 1], 3, &list[4 * i + 1]);
    }
  return list;
}

// A float's NaN may have any payload.
void expect_same(const std::vector<uint32_t> &a, const std::vector<uint32_t> &b, bool floats, const std::string &what) {
  auto is_nan = [&](uint32_t bits) { return floats && (bits & 0x7fffffff) > 0x7f800000; };
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != b[i] && !(is_nan(a[i]) && is_nan(b[i]))) {
      ADD_FAILURE() << what << ": number " << i << " is " << std::hex << a[i] << ", of one work-item " << b[i];
      return;
    }
}

std::string name_of(const cl_image_format &format) {
  char text[64];
  std::snprintf(text, sizeof text, "order %x type %x", format.image_channel_order, format.image_channel_data_type);
  return text;
}

// The same kernels for one work-item at a time, and for vectors of some lanes, by this CPU's instructions and by older
// CPUs'. Filters are fused from level 3 on.
struct Programs {
  Program items, items_of_level_1;
  std::vector<std::pair<std::string, Program>> vectors;

  explicit Programs(const std::string &text = source())
      : items(build(text, "-cl-std=CL3.0 -cl-opt-disable")),
        items_of_level_1(build(text, "-cl-std=CL3.0 -cl-opt-disable -cl-wherry-cpu-level=1")) {
    std::vector<std::string> options = {"", "-cl-wherry-vector-width=4"};
    // A build for each launch takes long.
    if (!std::getenv("WHERRY_SPECIALISE"))
      options.insert(options.end(), {"-cl-wherry-vector-width=1", "-cl-wherry-vector-width=8",
                                     "-cl-wherry-vector-width=16", "-cl-wherry-cpu-level=3", "-cl-wherry-cpu-level=1"});
    for (const std::string &option : options)
      vectors.emplace_back(option, build(text, ("-cl-std=CL3.0 " + option).c_str()));
  }
  // `compare(option, program, wanted)` for all vectors; `found(program)` is what a program finds for one work-item.
  template <class Found, class Compare> void compare(Found found, Compare compare) const {
    const auto wanted = found(items), wanted_of_level_1 = found(items_of_level_1);
    for (const auto &[option, program] : vectors)
      compare(option, program, option == "-cl-wherry-cpu-level=1" ? wanted_of_level_1 : wanted);
  }
};

Sampler make_sampler(Random &random, bool filters, bool &normalised) {
  constexpr cl_addressing_mode modes[] = {CL_ADDRESS_NONE, CL_ADDRESS_CLAMP_TO_EDGE, CL_ADDRESS_CLAMP,
                                          CL_ADDRESS_REPEAT, CL_ADDRESS_MIRRORED_REPEAT};
  const cl_addressing_mode mode = modes[random.below(std::size(modes))];
  normalised = mode == CL_ADDRESS_REPEAT || mode == CL_ADDRESS_MIRRORED_REPEAT || random.below(2);
  cl_int code = 0;
  Sampler sampler(clCreateSampler(context(), normalised, mode,
                                  filters && random.below(2) ? CL_FILTER_LINEAR : CL_FILTER_NEAREST, &code));
  ok(code);
  return sampler;
}

}  // namespace

TEST(KernelImages, ReadsAreTheSameForLanesAndItems) {
  Random random(seed());
  const Programs programs;
  const std::vector<uint8_t> texels = random.bytes(kTexels * 16 + 4);
  size_t turn = 0;
  for (const cl_image_format &format : formats()) {
    // Each format with two shapes, each shape with all kinds of formats.
    for (size_t k = 0; k < 2; ++k) {
      const Shape &shape = kShapes[turn++ % std::size(kShapes)];
      const std::string suffix = suffix_of(format.image_channel_data_type);
      const size_t offset = random.below(8);
      const Buffer image = make_image(format, shape, texels, offset < 4 ? texels.data() + offset : nullptr);
      bool normalised = false;
      const Sampler sampler = make_sampler(random, suffix == "f", normalised);
      const Buffer at = make_buffer(points(random, normalised));
      const auto found = [&](const Program &program, size_t local) {
        const Buffer out = make_buffer(std::vector<uint32_t>(4 * kPoints));
        Kernel reads = kernel(program, (shape.kernel + suffix).c_str());
        set_args(reads, image, sampler.get(), at, out);
        run(reads, {kPoints}, {local});
        return read<uint32_t>(out, 4 * kPoints);
      };
      programs.compare([&](const Program &items) { return found(items, 1); },
                       [&](const std::string &option, const Program &program, const std::vector<uint32_t> &wanted) {
                         expect_same(found(program, 59), wanted, suffix == "f",
                                     shape.kernel + name_of(format) + option);
                       });
    }
  }
}

// Filters by samplers in the source have functions for their addressing modes. Rows may be shorter than the access by
// which a filter loads two texels.
TEST(KernelImages, FiltersAreTheSameForLanesAndItems) {
  Random random(seed() + 3);
  const Programs programs{kFilters};
  const std::vector<uint8_t> texels = random.bytes(kTexels * 16);
  constexpr std::pair<const char *, bool> kModes[] = {
      {"edge_", false}, {"border_", false}, {"normalised_", true}, {"repeat_", true}, {"mirror_", true}};
  for (const cl_image_format &format : formats()) {
    if (suffix_of(format.image_channel_data_type) != "f") continue;
    for (const size_t shape_index : {2, 3, 4}) {
      Shape shape = kShapes[shape_index];
      if (random.below(2)) shape.width = 1 + random.below(5);
      const Buffer image = make_image(format, shape, texels);
      for (const auto &[mode, normalised] : kModes) {
        const Buffer at = make_buffer(points(random, normalised));
        const std::string name = std::string(mode) + "filter_" + shape.kernel + "f";
        const auto found = [&](const Program &program, size_t local) {
          const Buffer out = make_buffer(std::vector<uint32_t>(4 * kPoints));
          Kernel reads = kernel(program, name.c_str());
          set_args(reads, image, at, out);
          run(reads, {kPoints}, {local});
          return read<uint32_t>(out, 4 * kPoints);
        };
        programs.compare([&](const Program &items) { return found(items, 1); },
                         [&](const std::string &option, const Program &program, const std::vector<uint32_t> &wanted) {
                           expect_same(found(program, 59), wanted, true,
                                       name + name_of(format) + option + " width " + std::to_string(shape.width));
                         });
      }
    }
  }
}

TEST(KernelImages, WritesAreTheSameForLanesAndItems) {
  Random random(seed() + 1);
  const Programs programs;
  const Shape &shape = kShapes[2];
  const std::vector<uint8_t> texels = random.bytes(kTexels * 16);
  std::vector<uint32_t> numbers(4 * shape.texels());
  for (size_t i = 0; i < numbers.size(); ++i) {
    const float value = float(random.below(1 << 20)) * 0x1p-18f - 1.5f;
    numbers[i] = uint32_t(random.next());
    if (random.below(16)) std::memcpy(&numbers[i], &value, sizeof value);
  }
  const Buffer from = make_buffer(numbers);
  for (const cl_image_format &format : formats()) {
    const std::string suffix = suffix_of(format.image_channel_data_type);
    const auto found = [&](const Program &program, size_t local) {
      const Buffer image = make_image(format, shape, texels);
      Kernel writes = kernel(program, ("write_" + suffix).c_str());
      set_args(writes, image, cl_int(kWidth), from);
      run(writes, {shape.texels()}, {local});
      std::vector<uint8_t> all(shape.texels() * info<size_t>(clGetImageInfo, image.get(), CL_IMAGE_ELEMENT_SIZE));
      const size_t origin[3] = {0, 0, 0}, region[3] = {kWidth, kHeight, 1};
      ok(clEnqueueReadImage(queue(), image, CL_TRUE, origin, region, 0, 0, all.data(), 0, nullptr, nullptr));
      return all;
    };
    // A NaN's payload may differ, in its lowest byte too.
    if (format.image_channel_data_type == CL_FLOAT || format.image_channel_data_type == CL_HALF_FLOAT) continue;
    const std::vector<uint8_t> wanted = found(programs.items, 1);
    for (const auto &[option, program] : programs.vectors)
      EXPECT_EQ(found(program, 37), wanted) << name_of(format) << option;
  }
}

// Lanes whose texels lie in a row have functions, and code in kernels, of their own; here rows begin and end in and
// around the image. Products of coordinates are exact: some builds fuse them with sums.
TEST(KernelImages, RowsAreTheSameForLanesAndItems) {
  Random random(seed() + 2);
  const Programs programs;
  const std::vector<uint8_t> texels = random.bytes(kTexels * 16);
  constexpr std::pair<const char *, size_t> kKernels[] = {
      {"bare_line_", 0},     {"bare_lines_", 1},   {"bare_plane_", 2},   {"bare_planes_", 3},
      {"bare_space_", 4},    {"edge_space_", 4},   {"edge_plane_", 2},   {"border_plane_", 2},
      {"nearest_plane_", 2}, {"spread_plane_", 2}, {"repeat_plane_", 2}, {"around_plane_", 2},
      {"mean_plane_", 2},    {"aside_plane_", 2},  {"aside_lines_", 1},  {"aside_space_", 4}};
  constexpr size_t kColumns = 80, kRows = 5;
  for (const cl_image_format &format : formats()) {
    const std::string suffix = suffix_of(format.image_channel_data_type);
    const bool has_nans = format.image_channel_data_type == CL_FLOAT || format.image_channel_data_type == CL_HALF_FLOAT;
    for (const auto &[name, shape_index] : kKernels) {
      const Shape &shape = kShapes[shape_index];
      const Buffer image = make_image(format, shape, texels);
      const auto dx = cl_int(random.below(48)) - 40, dy = cl_int(random.below(kHeight + 3)) - 3;
      const auto found = [&](const Program &program, size_t local) {
        const Buffer out = make_buffer(std::vector<uint32_t>(4 * kColumns * kRows)),
                     copy = make_image(format, shape, texels);
        Kernel reads = kernel(program, (name + suffix).c_str());
        set_args(reads, image, copy, dx, dy, out);
        // Rows would write the same texels of an image with one row.
        run(reads, {kColumns, shape.type == CL_MEM_OBJECT_IMAGE1D ? 1 : kRows}, {local, 1});
        std::vector<uint8_t> written(
            has_nans ? 0 : shape.texels() * info<size_t>(clGetImageInfo, copy.get(), CL_IMAGE_ELEMENT_SIZE));
        const size_t origin[3] = {0, 0, 0},
                     region[3] = {shape.width,
                                  std::max(shape.height, shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? shape.layers : 1),
                                  shape.height ? shape.depth * shape.layers : 1};
        if (!has_nans)
          ok(clEnqueueReadImage(queue(), copy, CL_TRUE, origin, region, 0, 0, written.data(), 0, nullptr, nullptr));
        return std::pair(read<uint32_t>(out, 4 * kColumns * kRows), written);
      };
      const auto wanted = found(programs.items, 1);
      for (const auto &[option, program] : programs.vectors) {
        const auto [colours, copy] = found(program, kColumns / 2);
        expect_same(colours, wanted.first, suffix == "f", name + name_of(format) + option);
        EXPECT_EQ(copy, wanted.second) << name << name_of(format) << option;
      }
    }
  }
}

// Texels that are only read to be written are moved as they are if both images have one common format.
TEST(KernelImages, MovesAreTheSameForLanesAndItems) {
  Random random(seed() + 4);
  const Programs programs{kMoves};
  constexpr std::pair<const char *, size_t> kKernels[] = {{"line", 0},    {"lines", 1},   {"planes", 3},
                                                          {"plane", 2},   {"to_side", 2}, {"with_border", 2},
                                                          {"nearest", 2}, {"spread", 2},  {"spread_with_border", 2},
                                                          {"turned", 2}};
  constexpr size_t kColumns = 80, kRows = 5;
  std::vector<cl_image_format> list = formats();
  std::erase_if(list, [](const cl_image_format &format) { return suffix_of(format.image_channel_data_type) != "f"; });
  list.insert(list.end(), {{CL_R, CL_UNORM_INT8},
                           {CL_RGBA, CL_UNORM_INT8},
                           {CL_BGRA, CL_UNORM_INT8},
                           {CL_RGBA, CL_HALF_FLOAT},
                           {CL_RGBA, CL_FLOAT}});
  // Numbers that all formats hold as NaNs or not at all are left out.
  std::vector<uint8_t> texels = random.bytes(kTexels * 16);
  for (uint8_t &byte : texels) byte &= 0x7b;
  for (const cl_image_format &from : list) {
    const bool is_same = random.below(4) != 0;
    const cl_image_format &to = is_same ? from : list[random.below(list.size())];
    for (const auto &[name, shape_index] : kKernels) {
      Shape shape = kShapes[shape_index];
      if (random.below(3) == 0) shape.width = 1 + random.below(40);
      const Buffer image = make_image(from, shape, texels);
      const auto dx = cl_int(random.below(48)) - 40, dy = cl_int(random.below(kHeight + 3)) - 3;
      const auto found = [&](const Program &program, size_t local) {
        const Buffer copy = make_image(to, shape, std::vector<uint8_t>(kTexels * 16, 1));
        const Kernel moves = kernel(program, name);
        set_args(moves, image, copy, dx, dy);
        run(moves, {kColumns, shape.type == CL_MEM_OBJECT_IMAGE1D ? 1 : kRows}, {local, 1});
        std::vector<uint8_t> written(shape.texels() * info<size_t>(clGetImageInfo, copy.get(), CL_IMAGE_ELEMENT_SIZE));
        const size_t origin[3] = {0, 0, 0},
                     region[3] = {shape.width,
                                  std::max(shape.height, shape.type == CL_MEM_OBJECT_IMAGE1D_ARRAY ? shape.layers : 1),
                                  shape.height ? shape.depth * shape.layers : 1};
        ok(clEnqueueReadImage(queue(), copy, CL_TRUE, origin, region, 0, 0, written.data(), 0, nullptr, nullptr));
        return written;
      };
      const auto wanted = found(programs.items, 1);
      for (const auto &[option, program] : programs.vectors)
        EXPECT_EQ(found(program, kColumns / 2), wanted)
            << name << " " << name_of(from) << " to " << name_of(to) << option << " width " << shape.width;
    }
  }
}

// All bits of 16, as texels of common formats, in images of their own and in one that is read and written. A NaN stays
// one.
TEST(KernelImages, MovedTexelsKeepTheirBits) {
  constexpr size_t kSide = 128;
  std::vector<uint16_t> all(kSide * kSide * 4);
  for (size_t i = 0; i < all.size(); ++i) all[i] = uint16_t(i);
  std::vector<uint8_t> texels(2 * all.size());
  std::memcpy(texels.data(), all.data(), texels.size());
  const Programs programs{kMoves};
  const Shape shape = {"", CL_MEM_OBJECT_IMAGE2D, kSide, kSide, 1, 1};
  for (const cl_image_format &format : std::initializer_list<cl_image_format>{
           {CL_R, CL_UNORM_INT8}, {CL_RGBA, CL_UNORM_INT8}, {CL_BGRA, CL_UNORM_INT8}, {CL_RGBA, CL_HALF_FLOAT}})
    for (const auto &[option, program] : programs.vectors)
      for (const std::string name : {"plane", "nearest", "turned", "in_place"}) {
        const Buffer image = make_image(format, shape, texels), copy = make_image(format, shape, texels);
        const Kernel moves = kernel(program, name.c_str());
        const cl_int none = 0;
        if (name == "in_place")
          set_args(moves, image, none, none);
        else
          set_args(moves, image, copy, none, none);
        run(moves, {kSide, kSide}, {kSide / 2, 1});
        const Buffer &result = name == "in_place" ? image : copy;
        const size_t bytes = info<size_t>(clGetImageInfo, image.get(), CL_IMAGE_ELEMENT_SIZE);
        std::vector<uint8_t> found(kSide * kSide * bytes);
        const size_t origin[3] = {0, 0, 0}, region[3] = {kSide, kSide, 1};
        ok(clEnqueueReadImage(queue(), result, CL_TRUE, origin, region, 0, 0, found.data(), 0, nullptr, nullptr));
        for (size_t i = 0; i < kSide * kSide; ++i) {
          const size_t from = name == "turned" ? i % kSide * kSide + i / kSide : i;
          for (size_t k = 0; k < bytes; ++k) {
            uint16_t half = 0;
            if (bytes == 8) std::memcpy(&half, &texels[from * bytes + k / 2 * 2], sizeof half);
            if ((half & 0x7fff) > 0x7c00 && k % 2 == 0) continue;  // a NaN's payload
            const uint8_t kept = (half & 0x7fff) > 0x7c00 ? 0x7c : 0xff;
            ASSERT_EQ(found[i * bytes + k] & kept, texels[from * bytes + k] & kept)
                << name << " " << name_of(format) << option << ": texel " << i << " byte " << k;
          }
        }
      }
}

// Coordinates outside of a row, up to the greatest int and from the least int on, read the row's first or last texel;
// also as floats, whose steps are 0 or more than 1 there. The row is narrower than a vector.
TEST(KernelImages, RowsFarOutsideAreClamped) {
  const Program program = build(R"(
    constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void far(read_only image2d_t image, uint first, global uint *out) {
      const size_t i = get_global_id(0);
      out[i] = read_imageui(image, edge, (int2)((int)((uint)i + first), 0)).x;
    }
    kernel void far_floats(read_only image2d_t image, uint first, global uint *out) {
      const size_t i = get_global_id(0);
      out[i] = read_imageui(image, edge, (float2)((int)((uint)i + first) + 0.5f, 0.5f)).x;
    })");
  std::vector<uint8_t> texels(8 * 4);
  for (size_t x = 0; x < 8; ++x) texels[x * 4] = static_cast<uint8_t>(100 + x);
  const Buffer image = make_image({CL_R, CL_UNSIGNED_INT32}, {"", CL_MEM_OBJECT_IMAGE2D, 8, 1, 1, 1}, texels);
  for (const char *name : {"far", "far_floats"})
    for (const uint32_t first : {0u, 0x3fffe0u, 0x400000u, 0x7fffffc0u, 0x7fffffffu, 0x80000000u, 0xffffffe0u}) {
      const Buffer out = make_buffer(64 * sizeof(uint32_t));
      Kernel far = kernel(program, name);
      set_args(far, image, first, out);
      run(far, {64}, {64});
      const auto found = read<uint32_t>(out, 64);
      for (uint32_t i = 0; i < 64; ++i)
        EXPECT_EQ(found[i], 100u + uint32_t(std::clamp(int32_t(i + first), 0, 7))) << name << first << " " << i;
    }
}

// Work-items read what others of their work-group wrote before a barrier, and what they wrote themselves before a
// fence.
TEST(KernelImages, FencesOrderReadsAndWrites) {
  const char source[] = R"(
#define MIX(suffix, texel) \
  kernel void mix_##suffix(read_write image2d_t image, int rounds) { \
    const int x = get_local_id(0), y = get_group_id(0), n = get_local_size(0); \
    for (int k = 0; k < rounds; k++) { \
      const texel next = read_image##suffix(image, (int2)((x + k) % n, y)); \
      work_group_barrier(CLK_IMAGE_MEM_FENCE); \
      if ((x + k) % 3) write_image##suffix(image, (int2)(x, y), next + (texel)(1, 2, 3, 4)); \
      atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item); \
      const texel mine = read_image##suffix(image, (int2)(x, y)); \
      if (x % 4 != 1) write_image##suffix(image, (int2)(x, y), mine.wzyx); \
      barrier(CLK_IMAGE_MEM_FENCE | CLK_LOCAL_MEM_FENCE); \
    } \
  }
MIX(ui, uint4) MIX(i, int4) MIX(f, float4))";
  constexpr size_t kItems = 45, kGroups = 7;
  constexpr int kRounds = 11;
  std::vector<uint32_t> wanted(4 * kItems * kGroups);
  for (size_t i = 0; i < wanted.size(); ++i) wanted[i] = uint32_t(i % 97);
  const std::vector<uint32_t> before = wanted;
  for (size_t group = 0; group < kGroups; ++group)
    for (int k = 0; k < kRounds; ++k) {
      uint32_t *row = &wanted[4 * kItems * group];
      const std::vector<uint32_t> old(row, row + 4 * kItems);
      for (size_t x = 0; x < kItems; ++x) {
        uint32_t *texel = row + 4 * x;
        if ((x + size_t(k)) % 3)
          for (uint32_t c = 0; c < 4; ++c) texel[c] = old[4 * ((x + size_t(k)) % kItems) + c] + c + 1;
        if (x % 4 != 1) std::reverse(texel, texel + 4);
      }
    }
  // All numbers are below 256, which each format holds.
  const auto check = [&](const auto &kind, cl_channel_type type, const char *name) {
    using T = std::decay_t<decltype(kind)>;
    std::vector<uint8_t> texels(kItems * kGroups * 4 * sizeof(T));
    for (size_t i = 0; i < before.size(); ++i) {
      const T value = T(before[i]);
      std::memcpy(&texels[i * sizeof(T)], &value, sizeof value);
    }
    for (const char *option : {"-cl-opt-disable", "-cl-wherry-vector-width=1", "-cl-wherry-vector-width=4",
                               "-cl-wherry-vector-width=8", "-cl-wherry-vector-width=16", ""}) {
      const Program program = build(source, (std::string("-cl-std=CL3.0 ") + option).c_str());
      const Buffer image = make_image({CL_RGBA, type}, {"", CL_MEM_OBJECT_IMAGE2D, kItems, kGroups, 1, 1}, texels);
      const Kernel mix = kernel(program, name);
      set_args(mix, image, cl_int(kRounds));
      run(mix, {kItems * kGroups}, {kItems});
      std::vector<T> found(wanted.size());
      const size_t origin[3] = {0, 0, 0}, region[3] = {kItems, kGroups, 1};
      ok(clEnqueueReadImage(queue(), image, CL_TRUE, origin, region, 0, 0, found.data(), 0, nullptr, nullptr));
      for (size_t i = 0; i < found.size(); ++i)
        ASSERT_EQ(double(wanted[i]), double(found[i])) << name << option << ": channel " << i;
    }
  };
  check(uint8_t{}, CL_UNSIGNED_INT8, "mix_ui");
  check(uint32_t{}, CL_UNSIGNED_INT32, "mix_ui");
  check(int16_t{}, CL_SIGNED_INT16, "mix_i");
  check(float{}, CL_FLOAT, "mix_f");
}

// A program of long launches is built anew for its images' formats, and other formats find the general one.
TEST(KernelImages, FormatsMayChangeFromLaunchToLaunch) {
  const Program program = build(source(), "-cl-std=CL3.0");
  const Kernel k = kernel(program, "plane_f");
  cl_int code = 0;
  const Sampler sampler(clCreateSampler(context(), CL_FALSE, CL_ADDRESS_CLAMP_TO_EDGE, CL_FILTER_NEAREST, &code));
  std::vector<float> at(4 * kPoints);
  for (size_t i = 0; i < kPoints; ++i) at[4 * i] = float(i % kWidth) + 0.5f, at[4 * i + 1] = 0.5f;
  const Buffer points = make_buffer(at), out = make_buffer(std::vector<float>(4 * kPoints));
  for (int turn = 0; turn < 6; ++turn) {
    const bool bytes = turn % 2;
    const cl_image_format format{CL_RGBA, bytes ? cl_channel_type(CL_UNORM_INT8) : cl_channel_type(CL_FLOAT)};
    std::vector<uint8_t> texels(kWidth * kHeight * 16);
    for (size_t x = 0; x < kWidth * 4; ++x) {
      const float value = float(x);
      if (bytes)
        texels[x] = uint8_t(x);
      else
        std::memcpy(&texels[4 * x], &value, sizeof value);
    }
    const Buffer image = make_image(format, kShapes[2], texels);
    set_args(k, image, sampler.get(), points, out);
    run(k, {kPoints}, {59});
    const auto found = read<float>(out, 4 * kPoints);
    for (size_t i : {1u, 2u, 30u})
      for (size_t c = 0; c < 4; ++c) {
        const float want = float(4 * i + c) * (bytes ? 1.0f / 255 : 1);
        EXPECT_FLOAT_EQ(found[4 * i + c], want) << turn << ": " << i << ", " << c;
      }
  }
}

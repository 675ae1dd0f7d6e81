// SPDX-License-Identifier: Apache-2.0
// Kernels that read and write images ("rotate_rgba8"), each beside the same written by hand over buffers
// ("rotate_rgba8_buffer").
#include <CL/cl.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <type_traits>

#include "case.h"
#include "kernels.h"

namespace {

// What a kernel does for its texel (x, y) of w by h. `sampler`: OpenCL C's flags.
struct Task {
  const char *name, *sampler;
  const char *at;  // the coordinates of its one sample, in texels, or normalised
  bool normalised;
  int taps = 1;  // 5: a mean of 5 by 5 texels around (x, y)
};
#define EDGE "CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_"
#define NORMALISED "CLK_NORMALIZED_COORDS_TRUE | CLK_FILTER_LINEAR | CLK_ADDRESS_"
#define TILTED "x * 0.9f + y * 0.1f, y * 0.9f - x * 0.1f"
constexpr Task kTasks[] = {
    {"bare", "", "x, y", false},  // without a sampler
    {"nearest", EDGE "NEAREST", "x + 0.5f, y + 0.5f", false},
    {"resize", EDGE "LINEAR", "(x + 0.5f) * 0.77f, (y + 0.5f) * 0.77f", false},
    {"rotate", EDGE "LINEAR",  // by 30 degrees
     "0.8660254f * (x - w / 2) - 0.5f * (y - h / 2) + w / 2, 0.5f * (x - w / 2) + 0.8660254f * (y - h / 2) + h / 2",
     false},
    {"border", "CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR", TILTED, false},
    {"repeat", NORMALISED "REPEAT", TILTED, true},
    {"mirror", NORMALISED "MIRRORED_REPEAT", TILTED, true},
    {"mean5x5", EDGE "NEAREST", "x, y", false, 5},
};

struct Format {
  const char *name;
  cl_channel_order order;
  cl_channel_type type;
  unsigned channels;
  const char *element;  // of the buffer, in OpenCL C
  const char *load, *store;
};
constexpr Format kFormats[] = {
    {"rgba8", CL_RGBA, CL_UNORM_INT8, 4, "uchar4", "convert_float4(p[i]) * (1.0f / 255)",
     "convert_uchar4_sat_rte(v * 255.0f)"},
    {"r8", CL_R, CL_UNORM_INT8, 1, "uchar", "(float4)(p[i] * (1.0f / 255), 0, 0, 1)",
     "convert_uchar_sat_rte(v.x * 255.0f)"},
    {"rgba32f", CL_RGBA, CL_FLOAT, 4, "float4", "p[i]", "v"},
};

std::string image_source(const Task &task) {
  const std::string text = task.sampler;
  std::string read = "read_imagef(in, " + std::string(text.empty() ? "" : "s, ");
  const bool integers = text.empty() || task.taps > 1;
  std::string body = integers ? "int2 at = (int2)(" : "float2 at = (float2)(";
  body += std::string(task.at) + ")" + (task.normalised ? " / (float2)(w, h)" : "") + ";\n";
  if (task.taps == 1)
    body += "float4 v = " + read + "at);\n";
  else
    body += "float4 v = 0;\nfor (int j = -2; j <= 2; j++)\nfor (int i = -2; i <= 2; i++) v += " + read +
            "at + (int2)(i, j)) * (1.0f / 25);\n";
  return (text.empty() ? "" : "constant sampler_t s = " + text + ";\n") +
         "kernel void task(read_only image2d_t in, write_only image2d_t out, int w, int h) {\n"
         "int x = get_global_id(0), y = get_global_id(1);\n" +
         body + "write_imagef(out, (int2)(x, y), v);\n}\n";
}

std::string buffer_source(const Task &task, const Format &format) {
  const std::string name = task.name, element = format.element;
  std::string source =
      "typedef global const " + element + " *In;\n" + "float4 load(In p, int i) { return " + format.load +
      "; }\n"
      "float4 edge(In p, int x, int y, int w, int h) {\n"
      "  return load(p, clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1));\n}\n"
      "float4 border(In p, int x, int y, int w, int h) {\n"
      "  float4 v = edge(p, x, y, w, h);\n" +
      "  return x < 0 || y < 0 || x >= w || y >= h ? (float4)(0, 0, 0, " + (format.channels == 1 ? "1" : "0") +
      ") : v;\n}\n"
      "float4 repeat(In p, int x, int y, int w, int h) {\n"
      "  x = x < 0 ? x + w : x > w - 1 ? x - w : x;\n"
      "  y = y < 0 ? y + h : y > h - 1 ? y - h : y;\n"
      "  return load(p, y * w + x);\n}\n"
      "kernel void task(In in, global " +
      element +
      " *out, int w, int h) {\n"
      "int x = get_global_id(0), y = get_global_id(1);\nfloat4 v;\n";
  if (task.taps > 1) {
    source += "v = 0;\nfor (int j = -2; j <= 2; j++)\nfor (int i = -2; i <= 2; i++)\n"
              "v += edge(in, x + i, y + j, w, h) * (1.0f / 25);\n";
  } else if (name == "bare") {
    source += "v = load(in, y * w + x);\n";
  } else if (name == "nearest") {
    source += "v = edge(in, x, y, w, h);\n";
  } else {
    const std::string way = name == "border" || name == "repeat" ? name : "edge";
    source += "float2 at = (float2)(" + std::string(task.at) + ");\n";
    if (name == "repeat") source += "at /= (float2)(w, h);\nat = (at - floor(at)) * (float2)(w, h);\n";
    if (name == "mirror") source += "at /= (float2)(w, h);\nat = fabs(at - 2 * rint(0.5f * at)) * (float2)(w, h);\n";
    source += "at -= 0.5f;\nfloat2 f = floor(at), b = at - f, a = 1 - b;\nint i = f.x, j = f.y;\n"
              "v = a.x * a.y * W(in, i, j, w, h) + b.x * a.y * W(in, i + 1, j, w, h) +\n"
              "    a.x * b.y * W(in, i, j + 1, w, h) + b.x * b.y * W(in, i + 1, j + 1, w, h);\n";
    source = "#define W " + way + "\n" + source;
  }
  return source + "out[y * w + x] = " + format.store + ";\n}\n";
}

// What the task makes of a picture, in double.
class Reference {
 public:
  Reference(const Task &task, int width, int height, unsigned channels, std::function<double(size_t)> texel)
      : name_(task.name), mean_(task.taps > 1), w_(width), h_(height), channels_(channels), texel_(std::move(texel)) {}

  double operator()(size_t i) const {
    const unsigned c = unsigned(i % channels_);
    const int x = int(i / channels_ % size_t(w_)), y = int(i / channels_ / size_t(w_));
    if (name_ == "bare" || name_ == "nearest") return at(x, y, c);
    if (mean_) {
      double sum = 0;
      for (int k = 0; k < 25; ++k) sum += at(x + k % 5 - 2, y + k / 5 - 2, c);
      return sum / 25;
    }
    double u = x * 0.9 + y * 0.1, v = y * 0.9 - x * 0.1;
    if (name_ == "resize") u = (x + 0.5) * 0.77, v = (y + 0.5) * 0.77;
    if (name_ == "rotate") {
      const int dx = x - w_ / 2, dy = y - h_ / 2;
      u = 0.8660254 * dx - 0.5 * dy + w_ / 2, v = 0.5 * dx + 0.8660254 * dy + h_ / 2;
    }
    if (name_ == "repeat") u -= std::floor(u / w_) * w_, v -= std::floor(v / h_) * h_;
    if (name_ == "mirror") u = mirrored(u / w_) * w_, v = mirrored(v / h_) * h_;
    u -= 0.5, v -= 0.5;
    const int i0 = int(std::floor(u)), j0 = int(std::floor(v));
    const double b = u - i0, d = v - j0;
    return (1 - b) * (1 - d) * at(i0, j0, c) + b * (1 - d) * at(i0 + 1, j0, c) + (1 - b) * d * at(i0, j0 + 1, c) +
           b * d * at(i0 + 1, j0 + 1, c);
  }

 private:
  static double mirrored(double s) { return std::abs(s - 2 * std::nearbyint(s / 2)); }
  double at(int x, int y, unsigned channel) const {
    if (name_ == "border" && (x < 0 || y < 0 || x >= w_ || y >= h_)) return 0;
    if (name_ == "repeat") x = (x + w_) % w_, y = (y + h_) % h_;
    x = std::clamp(x, 0, w_ - 1), y = std::clamp(y, 0, h_ - 1);
    return texel_((size_t(y) * size_t(w_) + size_t(x)) * channels_ + channel);
  }

  std::string name_;
  bool mean_;
  int w_, h_;
  unsigned channels_;
  std::function<double(size_t)> texel_;
};

template <class T, size_t TaskNumber, size_t FormatNumber, bool Image> void make_as(Case &c) {
  const Task &task = kTasks[TaskNumber];
  const Format &format = kFormats[FormatNumber];
  const int width = c.size(1024, 67), height = c.size(1024, 45);
  const size_t w = size_t(width), h = size_t(height), n = w * h * format.channels;
  constexpr bool kBytes = std::is_same_v<T, uint8_t>;
  auto in = c.in<T>(n, [](size_t i) { return kBytes ? T(random_word(i)) : T(float(random_word(i) >> 8) * 0x1p-24f); });
  auto out = c.out<T>(n);
  if constexpr (Image)
    for (const auto &array : {in, out}) Case::as_image(array, {format.order, format.type, w, h});
  c.rate(1e-6 * double(w * h), "Mpixel/s");
  c.launch("task", {w, h}, {}, in, out, width, height);
  c.repeat(c.size(10, 1));
  const Reference reference(task, width, height, format.channels, [in](size_t i) { return double(in[i]); });
  // Bytes are rounded: some are rounded the other way, where coordinates of up to 1,000 are in float, 6e-5 apart.
  c.expect(
      out, kBytes ? 0.5 / 255 : 1e-3, [=](size_t i) { return kBytes ? std::nearbyint(reference(i)) : reference(i); },
      0.1);
}
template <size_t TaskNumber, size_t FormatNumber, bool Image> void make(Case &c) {
  if constexpr (kFormats[FormatNumber].type == CL_FLOAT)
    make_as<float, TaskNumber, FormatNumber, Image>(c);
  else
    make_as<uint8_t, TaskNumber, FormatNumber, Image>(c);
}

std::string name_of(size_t task, size_t format, bool image) {
  return std::string(kTasks[task].name) + "_" + kFormats[format].name + (image ? "" : "_buffer");
}

template <size_t TaskNumber, size_t FormatNumber> void add(std::vector<CaseEntry> &cases) {
  static const std::string names[2] = {name_of(TaskNumber, FormatNumber, true),
                                       name_of(TaskNumber, FormatNumber, false)};
  cases.push_back({names[0].c_str(), make<TaskNumber, FormatNumber, true>});
  cases.push_back({names[1].c_str(), make<TaskNumber, FormatNumber, false>});
}
template <size_t... I> std::vector<CaseEntry> entries(std::index_sequence<I...>) {
  constexpr size_t kCount = std::size(kTasks);
  std::vector<CaseEntry> cases;
  (add<I % kCount, I / kCount>(cases), ...);
  return cases;
}

}  // namespace

std::vector<CaseEntry> all_cases() {
  return entries(std::make_index_sequence<std::size(kTasks) * std::size(kFormats)>());
}

std::string kernel_source(const std::string &name) {
  for (size_t task = 0; task < std::size(kTasks); ++task)
    for (size_t format = 0; format < std::size(kFormats); ++format) {
      if (name == name_of(task, format, true)) return image_source(kTasks[task]);
      if (name == name_of(task, format, false)) return buffer_source(kTasks[task], kFormats[format]);
    }
  return "";
}

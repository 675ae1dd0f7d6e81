// SPDX-License-Identifier: Apache-2.0
// The tasks and the formats of bench_images.
#pragma once
#include <CL/cl.h>

#include <cstddef>
#include <iterator>

enum class Format { rgba8, r8, rgba16f, rgba32f, r32ui, rg32f };
struct FormatText {
  const char *name;
  cl_channel_order order;
  cl_channel_type type;
  size_t channels, channel_bytes;
  // Of the buffer, in OpenCL C; `v` is what is stored.
  const char *element, *load, *store;
};
constexpr FormatText kFormats[] = {
    {"rgba8", CL_RGBA, CL_UNORM_INT8, 4, 1, "uchar4", "convert_float4(p[i]) * (1.0f / 255)",
     "out[i] = convert_uchar4_sat_rte(v * 255.0f)"},
    {"r8", CL_R, CL_UNORM_INT8, 1, 1, "uchar", "(float4)(p[i] * (1.0f / 255), 0, 0, 1)",
     "out[i] = convert_uchar_sat_rte(v.x * 255.0f)"},
    {"rgba16f", CL_RGBA, CL_HALF_FLOAT, 4, 2, "half", "vload_half4(i, p)", "vstore_half4(v, i, out)"},
    {"rgba32f", CL_RGBA, CL_FLOAT, 4, 4, "float4", "p[i]", "out[i] = v"},
    {"r32ui", CL_R, CL_UNSIGNED_INT32, 1, 4, "uint", "(uint4)(p[i], 0, 0, 1)", "out[i] = v.x"},
    {"rg32f", CL_RG, CL_FLOAT, 2, 4, "float2", "(float4)(p[i], 0, 1)", "out[i] = v.xy"},
};
constexpr const FormatText &text_of(Format format) { return kFormats[size_t(format)]; }
constexpr size_t bytes_of(Format format) { return text_of(format).channels * text_of(format).channel_bytes; }

enum class Mode { edge, border, repeat, mirror };
enum class Inputs { none, plane, layers, volume, flow };

enum class TaskId {
  bare,
  nearest,
  spin,
  resize,
  rotate,
  border,
  repeat,
  mirror,
  mean5x5,
  write,
  array,
  linear3d,
  flow,
  raycast
};
struct Task {
  const char *name;
  Mode mode;
  bool linear;
  Inputs inputs;
  const char *body;  // OpenCL C: computes `v` for the pixel (x, y) of w by h
  int repeats = 10;  // launches in a run
};
#define ROTATED /* by 30 degrees */                                                                                    \
  "0.8660254f * (x - w / 2) - 0.5f * (y - h / 2) + w / 2, 0.5f * (x - w / 2) + 0.8660254f * (y - h / 2) + h / 2"
#define TILTED "x * 0.9f + y * 0.1f, y * 0.9f - x * 0.1f"
constexpr Task kTasks[] = {
    {"bare", Mode::edge, false, Inputs::plane, "v = TEXEL(in, x, y);"},
    {"nearest", Mode::edge, false, Inputs::plane, "v = CENTRE(in, x, y);"},
    {"spin", Mode::edge, false, Inputs::plane, "v = SAMPLE(in, " ROTATED ");"},
    {"resize", Mode::edge, true, Inputs::plane, "v = SAMPLE(in, (x + 0.5f) * 0.77f, (y + 0.5f) * 0.77f);"},
    {"rotate", Mode::edge, true, Inputs::plane, "v = SAMPLE(in, " ROTATED ");"},
    {"border", Mode::border, true, Inputs::plane, "v = SAMPLE(in, " TILTED ");"},
    {"repeat", Mode::repeat, true, Inputs::plane, "v = SAMPLE(in, " TILTED ");"},
    {"mirror", Mode::mirror, true, Inputs::plane, "v = SAMPLE(in, " TILTED ");"},
    {"mean5x5", Mode::edge, false, Inputs::plane,
     "v = 0;\nfor (int j = -2; j <= 2; j++)\nfor (int i = -2; i <= 2; i++) v += NEAR(in, x + i, y + j) * (1.0f / 25);",
     3},
    {"write", Mode::edge, false, Inputs::none, "v = FROM_PLACE;"},
    {"array", Mode::edge, true, Inputs::layers,
     "v = 0;\nfor (int i = 0; i < 4; i++) v += LAYER(in, " TILTED ", i) * 0.25f;", 5},
    {"linear3d", Mode::edge, true, Inputs::volume, "v = VOXEL(in, x * 0.11f + y * 0.02f, y * 0.12f, (x + y) * 0.06f);"},
    // A step of Lucas and Kanade's optical flow over 3 by 3 pixels.
    {"flow", Mode::edge, true, Inputs::flow, R"(
float2 d = TEXEL_XY(before, x, y);
float a = 0, b = 0, c = 0, p = 0, q = 0;
for (int j = y - 1; j <= y + 1; j++)
  for (int i = x - 1; i <= x + 1; i++) {
    float gx = 0.5f * (NEAR(in, i + 1, j).x - NEAR(in, i - 1, j).x);
    float gy = 0.5f * (NEAR(in, i, j + 1).x - NEAR(in, i, j - 1).x);
    float gt = SAMPLE(second, i + d.x + 0.5f, j + d.y + 0.5f).x - NEAR(in, i, j).x;
    a += gx * gx; b += gx * gy; c += gy * gy; p += gx * gt; q += gy * gt;
  }
float over = 1 / (a * c - b * b + 1e-3f);
v = (float4)(d.x - (c * p - b * q) * over, d.y - (a * q - b * p) * over, 0, 0);)",
     3},
    {"raycast", Mode::edge, true, Inputs::volume, R"(
float light = 1, colour = 0;
for (int k = 0; k < 64 && light > 0.02f; k++) {
  float density = VOXEL(in, x * ((float)SIDE / w) + k * 0.3f, y * ((float)SIDE / h) + k * 0.2f, k * (SIDE / 64.0f)).x;
  float opacity = density * 0.1f;
  colour += light * opacity * density;
  light *= 1 - opacity;
}
v = (float4)(colour, colour, colour, 1 - light);)",
     1},
};
constexpr const Task &task_of(TaskId task) { return kTasks[size_t(task)]; }

// The format of the task's result.
constexpr Format result_of(TaskId task, Format format) {
  return task == TaskId::flow ? Format::rg32f : task == TaskId::raycast ? Format::rgba8 : format;
}
constexpr bool takes(TaskId task, Format format) {
  if (format == Format::rg32f) return false;
  if (format == Format::r32ui) return !task_of(task).linear && task != TaskId::mean5x5;
  switch (task) {
  case TaskId::array: return format == Format::rgba8;
  case TaskId::flow:
  case TaskId::raycast: return format == Format::r8;
  default: return true;
  }
}

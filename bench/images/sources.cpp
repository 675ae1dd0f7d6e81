// SPDX-License-Identifier: Apache-2.0
// A task's kernel: its body with what images read and write, or with the same by hand over buffers.
#include "sources.h"

static std::string sampler_flags(const Task &task) {
  constexpr const char *kModes[] = {"CLAMP_TO_EDGE", "CLAMP", "REPEAT", "MIRRORED_REPEAT"};
  const bool normalised = task.mode >= Mode::repeat;
  return std::string("CLK_NORMALIZED_COORDS_") + (normalised ? "TRUE" : "FALSE") + " | CLK_ADDRESS_" +
         kModes[size_t(task.mode)] + " | CLK_FILTER_" + (task.linear ? "LINEAR" : "NEAREST");
}

static std::string image_source(const Task &task, Format format) {
  const char *kinds[] = {"image2d_t", "image2d_t", "image2d_array_t", "image3d_t", "image2d_t"};
  const std::string suffix = format == Format::r32ui ? "ui" : "f";
  const std::string read = "read_image" + suffix;
  return "constant sampler_t s = " + sampler_flags(task) +
         ";\nconstant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"
         "#define IN read_only " +
         kinds[size_t(task.inputs)] +
         "\n#define IN_XY read_only image2d_t\n#define OUT write_only image2d_t\n"
         "#define TEXEL(p, i, j) " +
         read +
         "(p, (int2)(i, j))\n"
         "#define TEXEL_XY(p, i, j) read_imagef(p, (int2)(i, j)).xy\n"
         "#define NEAR(p, i, j) " +
         read + "(p, edge, (int2)(i, j))\n#define CENTRE(p, i, j) " + read +
         "(p, s, (float2)((i) + 0.5f, (j) + 0.5f))\n#define SAMPLE(p, ...) " + read + "(p, s, (float2)(__VA_ARGS__)" +
         (task.mode >= Mode::repeat ? " / (float2)(w, h)" : "") + ")\n#define LAYER(p, ...) " + read +
         "(p, s, (float4)(__VA_ARGS__, 0))\n#define VOXEL(p, ...) " + read +
         "(p, s, (float4)(__VA_ARGS__, 0))\n#define WRITE write_image" + suffix + "(out, (int2)(x, y), v)\n";
}

static std::string buffer_source(const Task &task, Format format, Format to) {
  const std::string element = text_of(format).element,
                    sampled = task.linear ? "linear(p, w, h, __VA_ARGS__)" : "nearest(p, w, h, __VA_ARGS__)";
  std::string text = "#define IN global const " + element +
                     " *\n#define IN_XY global const float2 *\n#define OUT global " + text_of(to).element +
                     " *\nVECTOR load(IN p, int i) { return " + text_of(format).load + "; }\n" +
                     "void store(OUT out, int i, VECTOR v) { " + text_of(to).store + "; }\n";
  text += R"(
VECTOR edge(IN p, int w, int h, int x, int y) { return load(p, clamp(y, 0, h - 1) * w + clamp(x, 0, w - 1)); }
VECTOR nearest(IN p, int w, int h, float u, float v) { return edge(p, w, h, floor(u), floor(v)); }
)";
  constexpr const char *kEdge = "return edge(p, w, h, x, y);";
  constexpr const char *kRepeat = R"(x = x < 0 ? x + w : x > w - 1 ? x - w : x;
  y = y < 0 ? y + h : y > h - 1 ? y - h : y;
  return load(p, y * w + x);)";
  constexpr const char *kBorder = R"(VECTOR v = edge(p, w, h, x, y);
  return x < 0 || y < 0 || x >= w || y >= h ? BORDER : v;)";
  constexpr const char *kTexels[] = {kEdge, kBorder, kRepeat, kEdge};
  constexpr const char *kScaled[] = {"", "", "at /= (float2)(w, h);\n  at = (at - floor(at)) * (float2)(w, h);",
                                     "at /= (float2)(w, h);\n  at = fabs(at - 2 * rint(0.5f * at)) * (float2)(w, h);"};
  if (task.linear) {
    text += std::string("#define BORDER (float4)(0, 0, 0, ") + (format == Format::r8 ? "1" : "0") +
            ")\nVECTOR texel(IN p, int w, int h, int x, int y) {\n  " + kTexels[size_t(task.mode)] +
            "\n}\nVECTOR linear(IN p, int w, int h, float u, float v) {\n  float2 at = (float2)(u, v);\n  " +
            kScaled[size_t(task.mode)] + R"(
  at -= 0.5f;
  float2 f = floor(at), b = at - f, a = 1 - b;
  int i = f.x, j = f.y;
  return a.x * a.y * texel(p, w, h, i, j) + b.x * a.y * texel(p, w, h, i + 1, j) +
         a.x * b.y * texel(p, w, h, i, j + 1) + b.x * b.y * texel(p, w, h, i + 1, j + 1);
}
VECTOR voxel(IN p, int i, int j, int k) {
  return load(p, (clamp(k, 0, SIDE - 1) * SIDE + clamp(j, 0, SIDE - 1)) * SIDE + clamp(i, 0, SIDE - 1));
}
VECTOR cube(IN p, float u, float v, float t) {
  float3 at = (float3)(u, v, t) - 0.5f;
  float3 f = floor(at), b = at - f, a = 1 - b;
  int i = f.x, j = f.y, k = f.z;
  return a.z * (a.x * a.y * voxel(p, i, j, k) + b.x * a.y * voxel(p, i + 1, j, k) +
                a.x * b.y * voxel(p, i, j + 1, k) + b.x * b.y * voxel(p, i + 1, j + 1, k)) +
         b.z * (a.x * a.y * voxel(p, i, j, k + 1) + b.x * a.y * voxel(p, i + 1, j, k + 1) +
                a.x * b.y * voxel(p, i, j + 1, k + 1) + b.x * b.y * voxel(p, i + 1, j + 1, k + 1));
}
)";
  }
  return text + R"(
#define TEXEL(p, i, j) load(p, (j) * w + (i))
#define TEXEL_XY(p, i, j) p[(j) * w + (i)]
#define NEAR(p, i, j) edge(p, w, h, i, j)
#define CENTRE NEAR
#define SAMPLE(p, ...) )" +
         sampled + R"(
#define LAYER(p, u, v, i) linear(p + (i) * w * h, w, h, u, v)
#define VOXEL cube
#define WRITE store(out, y * w + x, v)
)";
}

std::string source_of(TaskId id, Format format, bool image) {
  const Task &task = task_of(id);
  std::string text = format == Format::r32ui ? "#define VECTOR uint4\n#define FROM_PLACE (uint4)(x ^ y, 0, 0, 1)\n"
                                             : "#define VECTOR float4\n#define FROM_PLACE (float4)(x * (1.0f / 1024), "
                                               "y * (1.0f / 1024), 0.5f, 1)\n";
  text += image ? image_source(task, format) : buffer_source(task, format, result_of(id, format));
  text += "kernel void task(";
  if (task.inputs != Inputs::none) text += "IN in, ";
  if (task.inputs == Inputs::flow) text += "IN second, IN_XY before, ";
  return text + "OUT out, int w, int h) {\n  int x = get_global_id(0), y = get_global_id(1);\n  VECTOR v;\n" +
         task.body + "\n  WRITE;\n}\n";
}

// SPDX-License-Identifier: Apache-2.0
// Kernels that read and write images ("rotate_rgba8.image"), each beside the same written by hand over buffers
// ("rotate_rgba8.buffer"), and beside C++.
#include <CL/cl.h>

#include <cmath>
#include <stdexcept>
#include <string>
#include <type_traits>

#include "case.h"
#include "commands.h"
#include "kernels.h"
#include "native.h"
#include "picture.h"
#include "sources.h"

namespace {
constexpr size_t kTaskCount = std::size(kTasks);

template <Format format>
using Channel = std::conditional_t<
    bytes_of(format) == text_of(format).channels, uint8_t,
    std::conditional_t<text_of(format).channel_bytes == 2, _Float16,
                       std::conditional_t<text_of(format).type == CL_UNSIGNED_INT32, uint32_t, float>>>;

// Smooth patterns with some noise: what moves is to be found again. 0 to 1.
double brightness(size_t texel, size_t width, size_t channel) {
  const double x = double(texel % width), y = double(texel / width);
  return 0.5 + 0.3 * std::sin(x * 0.11 + double(channel)) * std::cos(y * 0.07) +
         0.2 * (double(random_word(texel * 4 + channel) >> 8) * 0x1p-24 - 0.5);
}

// `layers` of width by height.
template <Format format>
Array<Channel<format>> input(Case &c, size_t width, size_t height, size_t layers, bool is_volume, bool image) {
  using T = Channel<format>;
  constexpr size_t kChannels = text_of(format).channels;
  const auto array = c.in<T>(width * height * layers * kChannels, [=](size_t i) -> double {
    if constexpr (std::is_same_v<T, uint32_t>) return random_word(i);
    const double b = brightness(i / kChannels, width, i % kChannels);
    return format == Format::rg32f ? 4 * b - 2 : std::is_same_v<T, uint8_t> ? std::floor(255.99 * b) : b;
  });
  if (image)
    Case::as_image(array, {.order = text_of(format).order,
                           .type = text_of(format).type,
                           .width = width,
                           .height = height,
                           .depth = layers,
                           .is_array = layers > 1 && !is_volume});
  return array;
}

// The channel as it is stored.
template <Format format> double stored_value(const Four<Exact> &v, size_t channel) {
  const double x = channel == 0 ? v.x : channel == 1 ? v.y : channel == 2 ? v.z : v.w;
  return std::is_same_v<Channel<format>, uint8_t> ? std::nearbyint(255 * clamped(x, 0.0, 1.0)) : x;
}

template <TaskId id, Format format, bool kImage> void make(Case &c) {
  constexpr Task kTask = task_of(id);
  constexpr Format kTo = result_of(id, format);
  const int width = c.size(1024, 67), height = c.size(1024, 45), side = c.size(128, 24);
  const size_t w = size_t(width), h = size_t(height);
  constexpr bool kVolume = kTask.inputs == Inputs::volume;
  Scene scene{nullptr, nullptr, nullptr, width, height, kVolume ? side : kTask.inputs == Inputs::layers ? 4 : 1};
  const auto depth = size_t(scene.depth), columns = kVolume ? depth : w, rows = kVolume ? depth : h;
  Launch launch{.kernel = "task", .global = {w, h}};
  const auto take = [&](const auto &array) {
    launch.arguments.push_back(Case::argument(array));
    return reinterpret_cast<const uint8_t *>(array.data());
  };
  if (kTask.inputs != Inputs::none) scene.in = take(input<format>(c, columns, rows, depth, kVolume, kImage));
  if (kTask.inputs == Inputs::flow) {
    scene.second = take(input<format>(c, w, h, 1, false, kImage));
    scene.before = take(input<Format::rg32f>(c, w, h, 1, false, kImage));
  }
  const auto out = c.out<Channel<kTo>>(w * h * text_of(kTo).channels);
  if (kImage) Case::as_image(out, {.order = text_of(kTo).order, .type = text_of(kTo).type, .width = w, .height = h});
  auto *result = const_cast<uint8_t *>(take(out));
  launch.arguments.push_back(Case::argument(width));
  launch.arguments.push_back(Case::argument(height));
  c.options("-DSIDE=" + std::to_string(side));
  c.rate(1e-6 * double(w * h), "Mpixel/s");
  c.launch(launch);
  c.repeat(c.size(kTask.repeats, 1));
  c.native(h, 16, [=](size_t begin, size_t end) { native_paint(id, format)(scene, result, begin, end); });
  // Bytes are rounded: some are rounded the other way, where coordinates of up to 1,000 are in float, 6e-5 apart. A
  // nearest texel may be the next one there, and a ray may end a step later.
  constexpr bool kBytes = std::is_same_v<Channel<kTo>, uint8_t>, kHalf = kTo == Format::rgba16f;
  const double tolerance = id == TaskId::raycast         ? 0.04
                           : kBytes                      ? 0.5 / 255
                           : kHalf || id == TaskId::flow ? 4e-3
                                                         : 1e-3;
  c.expect(
      out, tolerance,
      [=](size_t i) {
        constexpr size_t kChannels = text_of(kTo).channels;
        const size_t pixel = i / kChannels;
        return stored_value<kTo>(Painter<id, format, Exact>(scene)(int(pixel % w), int(pixel / w)), i % kChannels);
      },
      0.1);
}

std::string name_of(TaskId task, Format format, bool image) {
  return std::string(task_of(task).name) + "_" + text_of(format).name + (image ? ".image" : ".buffer");
}

template <TaskId task, Format format> void add(std::vector<CaseEntry> &cases) {
  if constexpr (takes(task, format)) {
    cases.push_back({name_of(task, format, true), make<task, format, true>, true});
    cases.push_back({name_of(task, format, false), make<task, format, false>, true});
  }
}
template <size_t... i> void add_all(std::vector<CaseEntry> &cases, std::index_sequence<i...>) {
  (add<TaskId(i % kTaskCount), Format(i / kTaskCount)>(cases), ...);
}
}  // namespace

std::vector<CaseEntry> all_cases() {
  std::vector<CaseEntry> cases;
  add_all(cases, std::make_index_sequence<kTaskCount * std::size(kFormats)>());
  add_commands(cases);
  return cases;
}

std::string kernel_source(const std::string &name) {
  for (size_t task = 0; task < kTaskCount; ++task)
    for (size_t format = 0; format < std::size(kFormats); ++format)
      for (bool image : {true, false})
        if (name == name_of(TaskId(task), Format(format), image)) return source_of(TaskId(task), Format(format), image);
  return "kernel void unused() {}";  // a command's
}

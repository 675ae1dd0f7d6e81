// SPDX-License-Identifier: Apache-2.0
#include "native.h"

#include <array>
#include <type_traits>
#include <utility>

#include "picture.h"

namespace {
constexpr size_t kTaskCount = std::size(kTasks);

template <TaskId task, Format format> constexpr Paint paint_of() {
  if constexpr (takes(task, format)) return paint<task, format, result_of(task, format)>;
  return nullptr;
}
template <size_t... i> constexpr auto all_of(std::index_sequence<i...>) {
  return std::array{paint_of<TaskId(i % kTaskCount), Format(i / kTaskCount)>()...};
}
constexpr auto kPaints = all_of(std::make_index_sequence<kTaskCount * std::size(kFormats)>());
}  // namespace

Paint native_paint(TaskId task, Format format) { return kPaints[size_t(format) * kTaskCount + size_t(task)]; }

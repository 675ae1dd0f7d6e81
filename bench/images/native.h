// SPDX-License-Identifier: Apache-2.0
// The tasks by hand in C++, by vectors of neighbouring pixels.
#pragma once
#include <cstdint>

#include "tasks.h"

struct Scene;
using Paint = void (*)(const Scene &scene, uint8_t *out, size_t begin, size_t end);
// Null where takes() is false.
Paint native_paint(TaskId task, Format format);

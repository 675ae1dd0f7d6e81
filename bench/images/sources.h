// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "tasks.h"

// OpenCL C; SIDE is the side of a volume.
std::string source_of(TaskId task, Format format, bool image);

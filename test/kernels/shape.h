// SPDX-License-Identifier: Apache-2.0
// The sizes of a launch.
#pragma once
#include <ostream>

#include "common/cl.h"

namespace wherry::test {

struct Shape {
  Sizes global, local;
};

inline std::ostream &operator<<(std::ostream &out, const Shape &shape) {
  for (size_t size : shape.global) out << size << ' ';
  out << "by";
  for (size_t size : shape.local) out << ' ' << size;
  return out;
}

inline size_t at(const Sizes &sizes, size_t d) { return d < sizes.size() ? sizes[d] : 1; }

}  // namespace wherry::test

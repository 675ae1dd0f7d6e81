// SPDX-License-Identifier: Apache-2.0
// What a copy tells the timeline of itself.
#pragma once
#include <cstdint>

#include "kernel_abi/abi.h"
#include "observe/trace.h"

namespace wherry::copies {

inline uint32_t traced_site(const abi::Site &site) noexcept {
  return observe::trace::site(&site, site.kernel, site.file, site.line, site.column);
}

// A pending copy.
struct TracedCopy {
  uint64_t id = 0;  // 0: not traced
  uint32_t site = 0;

  TracedCopy() = default;
  explicit TracedCopy(const abi::Site &at) noexcept {
    if (observe::trace::on()) [[unlikely]] {
      id = observe::trace::new_copy();
      site = traced_site(at);
    }
  }
};

}  // namespace wherry::copies

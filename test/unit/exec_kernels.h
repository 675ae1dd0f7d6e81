// SPDX-License-Identifier: Apache-2.0
// Kernels in C++ that call the host as compiled ones do.
#pragma once
#include <cstring>
#include <vector>

#include "exec/executor.h"

namespace wherry::test {

inline constexpr abi::Site kSite{"kernel", "", 1, 1, 1};

inline abi::KernelInfo kernel(abi::KernelEntry entry, uint32_t local_bytes = 0, uint64_t item_context_bytes = 0) {
  abi::KernelInfo info{};
  info.name = "kernel";
  info.attributes = "";
  info.entry = entry;
  info.flags = abi::kUsesAsyncCopies;
  info.local_bytes = local_bytes;
  info.item_context_bytes = item_context_bytes;
  return info;
}

struct Sizes {
  uint32_t dims;
  uint64_t global[3], local[3];
};

// `args` stands as the argument block itself.
template <class Args>
exec::NdRange range(const abi::KernelInfo &kernel, const Args &args, const Sizes &sizes, uint64_t local_bytes = 0) {
  exec::NdRange r{};
  r.kernel = &kernel;
  r.args = reinterpret_cast<const std::byte *>(&args);
  r.work_dim = sizes.dims;
  for (unsigned i = 0; i < 3; ++i) {
    r.global_size[i] = sizes.global[i];
    r.local_size[i] = sizes.local[i];
  }
  r.argument_local_bytes = local_bytes;
  return r;
}

template <class Args> const Args &args_of(const std::byte *args) { return *reinterpret_cast<const Args *>(args); }

}  // namespace wherry::test

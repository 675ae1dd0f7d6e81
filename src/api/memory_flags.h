// SPDX-License-Identifier: Apache-2.0
// The flags of memory objects.
#pragma once
#include "api/entry.h"
#include "wherry/cl_newer.h"

namespace wherry::api {

inline constexpr cl_mem_flags kDeviceAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
inline constexpr cl_mem_flags kHostPointers = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;
inline constexpr cl_mem_flags kHostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;

void check_flags(cl_mem_flags flags);
// The flags of an object with memory of its own, whose access defaults to CL_MEM_READ_WRITE. `is_external`: the memory
// comes by an external handle.
cl_mem_flags complete_flags(cl_mem_flags flags, bool is_external);

// The flags of an object in the memory of another: a sub-buffer or an image; with those inherited from `parent`.
cl_mem_flags inherit_flags(cl_mem_flags flags, cl_mem_flags parent);

}  // namespace wherry::api

// SPDX-License-Identifier: Apache-2.0
// The properties of buffers and images.
#pragma once
#include <memory>
#include <optional>
#include <vector>

#include "api/entry.h"
#include "objects/external_memory.h"

namespace wherry::api {

struct MemoryProperties {
  std::vector<cl_mem_properties> list;  // as given, with the final 0; empty where there was none
  std::optional<runtime::ExternalHandle> external;
  bool device_address = false;  // CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
};

// Throws CL_INVALID_PROPERTY, CL_INVALID_DEVICE. `of_buffer`: the properties that buffers alone have are known.
MemoryProperties read_properties(const runtime::Context &context, const cl_mem_properties *list, bool of_buffer);

// The memory to which an external handle among the properties leads; null without one. Throws CL_INVALID_VALUE,
// CL_INVALID_HOST_PTR and as ExternalMemory's constructor does.
std::unique_ptr<runtime::ExternalMemory> import_memory(const MemoryProperties &properties, cl_mem_flags flags,
                                                       size_t bytes, const void *host_pointer, cl_int too_small);

// `made`, which has taken over the descriptor of its external memory, if it has any: the last step of its creation.
Ref<runtime::Mem> with_descriptor(Ref<runtime::Mem> made);

}  // namespace wherry::api

// SPDX-License-Identifier: Apache-2.0
#include "objects/memory.h"

#include <bit>

#include "info.h"
#include "memory_flags.h"
#include "memory_properties.h"
#include "wherry/cl_newer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Device;
using runtime::Mem;

namespace {

// "CL_INVALID_VALUE ... if CL_MEM_IMMUTABLE_EXT is set in flags and CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or
// CL_MEM_HOST_WRITE_ONLY is set in flags", "if buffer was created with CL_MEM_IMMUTABLE_EXT and flags specifies" one
// of these.
void check_access_of_immutable(cl_mem_flags immutable, cl_mem_flags flags) {
  if ((immutable & CL_MEM_IMMUTABLE_EXT) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)))
    throw Error{CL_INVALID_VALUE};
}

}  // namespace

// "CL_INVALID_VALUE if values specified in flags are not valid."
void api::check_flags(cl_mem_flags flags) {
  if (flags & ~(kDeviceAccess | kHostPointers | kHostAccess | CL_MEM_IMMUTABLE_EXT)) throw Error{CL_INVALID_VALUE};
  // "... are mutually exclusive."
  if (std::popcount(flags & kDeviceAccess) > 1 || std::popcount(flags & kHostAccess) > 1) throw Error{CL_INVALID_VALUE};
  if ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)))
    throw Error{CL_INVALID_VALUE};
  check_access_of_immutable(flags, flags);
}

cl_mem_flags api::complete_flags(cl_mem_flags flags, bool is_external) {
  if (flags & CL_MEM_IMMUTABLE_EXT) {
    // "CL_INVALID_VALUE ... if CL_MEM_IMMUTABLE_EXT is set in flags and none of the following conditions are met:
    // CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR is set in flags, properties includes an external memory handle."
    if (!is_external && !(flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR))) throw Error{CL_INVALID_VALUE};
    return flags;
  }
  return flags & kDeviceAccess ? flags : flags | CL_MEM_READ_WRITE;
}

cl_mem_flags api::inherit_flags(cl_mem_flags flags, cl_mem_flags parent) {
  check_flags(flags);
  // "CL_INVALID_VALUE if flags specifies CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR."
  if (flags & kHostPointers) throw Error{CL_INVALID_VALUE};
  // "CL_INVALID_VALUE if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or
  // CL_MEM_READ_ONLY, or if buffer was created with CL_MEM_READ_ONLY and flags specifies CL_MEM_READ_WRITE
  // or CL_MEM_WRITE_ONLY, or if flags specifies CL_MEM_USE_HOST_PTR ..."
  if ((flags & kDeviceAccess) && !(parent & (CL_MEM_READ_WRITE | CL_MEM_IMMUTABLE_EXT)) &&
      (flags & kDeviceAccess) != (parent & kDeviceAccess))
    throw Error{CL_INVALID_VALUE};
  // "CL_INVALID_VALUE if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify
  // CL_MEM_HOST_READ_ONLY, or CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_WRITE_ONLY, or CL_MEM_HOST_NO_ACCESS
  // and CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY."
  if ((parent & kHostAccess) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)) &&
      (flags & kHostAccess) != (parent & kHostAccess))
    throw Error{CL_INVALID_VALUE};
  check_access_of_immutable(parent, flags);
  // "If the ... flags are not specified, they are inherited"; the host pointer flags and CL_MEM_IMMUTABLE_EXT always
  // are.
  if (!(flags & (kDeviceAccess | CL_MEM_IMMUTABLE_EXT))) flags |= parent & kDeviceAccess;
  if (!(flags & kHostAccess)) flags |= parent & kHostAccess;
  flags |= parent & (kHostPointers | CL_MEM_IMMUTABLE_EXT);
  check_access_of_immutable(flags, flags);
  return flags;
}

namespace {

Ref<Mem> create_buffer(cl_context context, cl_mem_flags flags, size_t size, void *host_pointer,
                       MemoryProperties properties) {
  Context &owner = check(context);
  check_flags(flags);
  flags = complete_flags(flags, properties.external.has_value());
  // "CL_INVALID_BUFFER_SIZE if size is 0 or if size is greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE for all
  // devices in context."
  if (size == 0 || size > Device::instance().max_allocation_bytes) throw Error{CL_INVALID_BUFFER_SIZE};
  auto external = import_memory(properties, flags, size, host_pointer, CL_INVALID_BUFFER_SIZE);
  // "CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set in
  // flags or if host_ptr is not NULL but CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags."
  if ((host_pointer != nullptr) != ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0))
    throw Error{CL_INVALID_HOST_PTR};
  // "CL_INVALID_BUFFER_SIZE if ... CL_MEM_USE_HOST_PTR is set in flags and host_ptr is a pointer returned by
  // clSVMAlloc and size is greater than the size passed to clSVMAlloc."
  if (auto shared = owner.shared.find(host_pointer); shared && size > shared->behind(host_pointer))
    if (flags & CL_MEM_USE_HOST_PTR) throw Error{CL_INVALID_BUFFER_SIZE};
  Ref<Mem> made = Ref<Mem>::make(owner, flags, size, host_pointer, std::move(properties.list), std::move(external));
  if (properties.device_address) made->make_addressable();
  return with_descriptor(std::move(made));
}

// All devices use the host's addresses.
Answered device_addresses(const Mem &mem, InfoWriter answer) {
  // "CL_INVALID_OPERATION ... if the buffer was not allocated with CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT."
  if (mem.properties.empty() || !read_properties(mem.context(), mem.properties.data(), true).device_address)
    throw Error{CL_INVALID_OPERATION};
  const auto address = static_cast<cl_mem_device_address_ext>(reinterpret_cast<uintptr_t>(mem.data()));
  return answer(std::vector<cl_mem_device_address_ext>(mem.context().devices.size(), address));
}

}  // namespace

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_pointer,
                                  cl_int *err) {
  return entry(err, [&] { return create_buffer(context, flags, size, host_pointer, {}); });
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                cl_mem_flags flags, size_t size, void *host_pointer, cl_int *err) {
  return entry(err, [&] {
    return create_buffer(context, flags, size, host_pointer, read_properties(check(context), properties, true));
  });
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type type, const void *how,
                                     cl_int *err) {
  return entry(err, [&] {
    Mem &parent = check(buffer);
    // "CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object or is a sub-buffer object."
    if (parent.parent() || !parent.is_buffer()) throw Error{CL_INVALID_MEM_OBJECT};
    flags = inherit_flags(flags, parent.flags);
    // "CL_INVALID_VALUE if the value specified in buffer_create_type is not valid, or if buffer_create_info
    // is NULL."
    if (type != CL_BUFFER_CREATE_TYPE_REGION || !how) throw Error{CL_INVALID_VALUE};
    auto region = *static_cast<const cl_buffer_region *>(how);
    // "CL_INVALID_BUFFER_SIZE if the size field of the cl_buffer_region structure is zero."
    if (region.size == 0) throw Error{CL_INVALID_BUFFER_SIZE};
    // "CL_INVALID_VALUE if the region specified by the cl_buffer_region structure is out of bounds in buffer."
    if (region.origin > parent.size || region.size > parent.size - region.origin) throw Error{CL_INVALID_VALUE};
    // "CL_MISALIGNED_SUB_BUFFER_OFFSET if there are no devices in context associated with buffer for which
    // the origin field is aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value."
    if (region.origin % runtime::kMemoryAlign) throw Error{CL_MISALIGNED_SUB_BUFFER_OFFSET};
    return Ref<Mem>::make(parent, flags, region.origin, region.size);
  });
}

cl_int CL_API_CALL clRetainMemObject(cl_mem mem) { return retain(mem); }
cl_int CL_API_CALL clReleaseMemObject(cl_mem mem) { return release(mem); }

cl_int CL_API_CALL clSetMemObjectDestructorCallback(cl_mem mem, void(CL_CALLBACK *notify)(cl_mem, void *),
                                                    void *user_data) {
  return add_destructor_callback(mem, notify, user_data);
}

cl_int CL_API_CALL clGetMemObjectInfo(cl_mem mem, cl_mem_info param, size_t size, void *value, size_t *size_ret) {
  return info(size, value, size_ret, [&](InfoWriter answer) {
    Mem &self = check(mem);
    switch (param) {
    case CL_MEM_TYPE:
      if (self.image()) return answer(self.image()->shape.type);
      return answer(static_cast<cl_mem_object_type>(self.pipe() ? CL_MEM_OBJECT_PIPE : CL_MEM_OBJECT_BUFFER));
    case CL_MEM_FLAGS: return answer(self.flags);
    case CL_MEM_SIZE: return answer(self.size);
    case CL_MEM_HOST_PTR: return answer(self.host_pointer());
    case CL_MEM_MAP_COUNT: return answer(self.map_count());
    case CL_MEM_REFERENCE_COUNT: return answer(self.references());
    case CL_MEM_CONTEXT: return answer(cl_context{&self.context()});
    case CL_MEM_ASSOCIATED_MEMOBJECT: return answer(cl_mem{self.parent()});
    case CL_MEM_OFFSET: return answer(self.origin);
    case CL_MEM_USES_SVM_POINTER: return answer(cl_bool{self.uses_svm && self.is_buffer()});
    case CL_MEM_PROPERTIES: return answer(self.properties);
    case CL_MEM_DEVICE_ADDRESS_EXT: return device_addresses(self, answer);
    default: return unknown_query();
    }
  });
}

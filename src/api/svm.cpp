// SPDX-License-Identifier: Apache-2.0
// Shared virtual memory, and the commands that cl_intel_unified_shared_memory shares with it. Kernels may use any
// pointer of the program; the allocations here only have known extents.
#include <bit>
#include <cstring>

#include "command.h"
#include "objects/transfer.h"

using namespace wherry;
using namespace wherry::api;
using runtime::Context;
using runtime::Device;
using runtime::Event;
using runtime::Queue;

namespace {

constexpr size_t kMaxTypeSize = 128;  // long16

// "CL_INVALID_VALUE if pattern is NULL or if pattern_size is 0 or if pattern_size is not one of
// {1, 2, 4, 8, 16, 32, 64, 128}."
void check_pattern(const void *pattern, size_t pattern_size) {
  if (!pattern || !std::has_single_bit(pattern_size) || pattern_size > kMaxTypeSize) throw Error{CL_INVALID_VALUE};
}

cl_int copy(cl_command_type type, cl_command_queue queue, cl_bool blocking, void *dst, const void *src, size_t size,
            const Waits &waits) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    check_waits(*on, waits);
    // cl_khr_unified_svm: "CL_INVALID_VALUE if dst_ptr is NULL and ... size is non-zero"; likewise src_ptr.
    const bool is_nothing = type == CL_COMMAND_SVM_MEMCPY && size == 0;
    enqueue(*on, type, waits, is_nothing ? runtime::Work() : copy_pointer(dst, src, size), blocking);
  });
}

cl_int fill(cl_command_type type, cl_command_queue queue, void *dst, const void *pattern, size_t pattern_size,
            size_t size, const Waits &waits) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    check_waits(*on, waits);
    check_pattern(pattern, pattern_size);
    // cl_khr_unified_svm: "CL_INVALID_VALUE if svm_ptr is NULL and ... size is non-zero."
    const bool is_nothing = type == CL_COMMAND_SVM_MEMFILL && size == 0 && !dst;
    enqueue(*on, type, waits, is_nothing ? runtime::Work() : fill_pointer(dst, pattern, pattern_size, size));
  });
}

void check_migration(cl_mem_migration_flags flags) {
  // "CL_INVALID_VALUE if flags is not 0 or is not any of the values described in the table above."
  if (flags & ~(CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED)) throw Error{CL_INVALID_VALUE};
}

}  // namespace

runtime::Work api::copy_pointer(void *dst, const void *src, size_t size) {
  // "CL_INVALID_VALUE if dst_ptr or src_ptr is NULL."
  if (!dst || !src) throw Error{CL_INVALID_VALUE};
  auto *to = static_cast<std::byte *>(dst);
  auto *from = static_cast<const std::byte *>(src);
  // "CL_MEM_COPY_OVERLAP if the values specified for dst_ptr, src_ptr and size result in an overlapping copy."
  if (to < from ? static_cast<size_t>(from - to) < size : static_cast<size_t>(to - from) < size)
    throw Error{CL_MEM_COPY_OVERLAP};
  return [=](Event &event) {
    runtime::reads_shared(event, from, size);
    runtime::writes_shared(event, to, size);
    runtime::copy(event, to, from, size);
  };
}

runtime::Work api::fill_pointer(void *dst, const void *pattern, size_t pattern_size, size_t size) {
  check_pattern(pattern, pattern_size);
  // "CL_INVALID_VALUE if svm_ptr is NULL", "if svm_ptr is not aligned to pattern_size bytes", "if size is not a
  // multiple of pattern_size."
  if (!dst || reinterpret_cast<uintptr_t>(dst) % pattern_size || size % pattern_size) throw Error{CL_INVALID_VALUE};
  std::array<std::byte, kMaxTypeSize> copied;
  std::memcpy(copied.data(), pattern, pattern_size);
  return [=, to = static_cast<std::byte *>(dst)](Event &event) {
    runtime::writes_shared(event, to, size);
    runtime::fill(event, to, size, std::span(copied).first(pattern_size));
  };
}

void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return entry(nullptr, [&]() -> void * {
    Context &owner = check(context);
    constexpr cl_svm_mem_flags kAccess = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
    constexpr cl_svm_mem_flags kGrain = CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS;
    // "flags does not contain CL_MEM_SVM_FINE_GRAIN_BUFFER but does contain CL_MEM_SVM_ATOMICS", or `flags` is
    // invalid otherwise.
    if ((flags & ~(kAccess | kGrain)) || std::popcount(flags & kAccess) > 1 || (flags & kGrain) == CL_MEM_SVM_ATOMICS)
      return nullptr;
    // "size is 0 or > CL_DEVICE_MAX_MEM_ALLOC_SIZE value for any device in context."
    if (size == 0 || size > Device::instance().max_allocation_bytes) return nullptr;
    // "alignment is not a power of two or the OpenCL implementation cannot support the specified alignment"; "a
    // value of 0 indicates the size of the largest data type."
    size_t align = alignment ? alignment : kMaxTypeSize;
    if (!std::has_single_bit(align) || align > runtime::kMaxAlign) return nullptr;
    if (!(flags & kAccess)) flags |= CL_MEM_READ_WRITE;
    const cl_uint type = flags & kGrain ? runtime::kFineGrainSvm : runtime::kCoarseGrainSvm;
    return owner.shared.allocate({size, CL_MEM_TYPE_UNKNOWN_INTEL, flags, nullptr, type},
                                 std::max(align, runtime::kMemoryAlign));
  });
}

// "If svm_pointer is a NULL pointer, the call has no effect."
void CL_API_CALL clSVMFree(cl_context context, void *pointer) {
  entry([&] { check(context).shared.free(pointer, true); });
}

cl_int CL_API_CALL clEnqueueSVMFree(cl_command_queue queue, cl_uint count, void *pointers[],
                                    void(CL_CALLBACK *notify)(cl_command_queue, cl_uint, void *[], void *),
                                    void *user_data, cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    // "CL_INVALID_VALUE if num_svm_pointers is 0 and svm_pointers is non-NULL, or if svm_pointers is NULL and
    // num_svm_pointers is not 0."
    auto list = both_or_none(pointers, count);
    enqueue(*on, CL_COMMAND_SVM_FREE, {num_waits, waits, event},
            [=, copied = std::vector<void *>(list.begin(), list.end())](Event &event) mutable {
              if (notify) {
                const process::OutsideLibrary calling;
                return notify(event.queue(), count, copied.data(), user_data);
              }
              for (void *pointer : copied) event.context().shared.free(pointer, true);
            });
  });
}

cl_int CL_API_CALL clEnqueueSVMMemcpy(cl_command_queue queue, cl_bool blocking, void *dst, const void *src, size_t size,
                                      cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return copy(CL_COMMAND_SVM_MEMCPY, queue, blocking, dst, src, size, {num_waits, waits, event});
}
cl_int CL_API_CALL clEnqueueMemcpyINTEL(cl_command_queue queue, cl_bool blocking, void *dst, const void *src,
                                        size_t size, cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return copy(CL_COMMAND_MEMCPY_INTEL, queue, blocking, dst, src, size, {num_waits, waits, event});
}

cl_int CL_API_CALL clEnqueueSVMMemFill(cl_command_queue queue, void *dst, const void *pattern, size_t pattern_size,
                                       size_t size, cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return fill(CL_COMMAND_SVM_MEMFILL, queue, dst, pattern, pattern_size, size, {num_waits, waits, event});
}
cl_int CL_API_CALL clEnqueueMemFillINTEL(cl_command_queue queue, void *dst, const void *pattern, size_t pattern_size,
                                         size_t size, cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return fill(CL_COMMAND_MEMFILL_INTEL, queue, dst, pattern, pattern_size, size, {num_waits, waits, event});
}

// Maps and unmaps copy nothing, because host and device share the memory.
cl_int CL_API_CALL clEnqueueSVMMap(cl_command_queue queue, cl_bool blocking, cl_map_flags flags, void *pointer,
                                   size_t size, cl_uint num_waits, const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    constexpr cl_map_flags kKnown = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    // "CL_INVALID_VALUE if svm_ptr is NULL", "if size is 0 or if values specified in map_flags are not valid."
    if (!pointer || size == 0 || (flags & ~kKnown)) throw Error{CL_INVALID_VALUE};
    if ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE)))
      throw Error{CL_INVALID_VALUE};
    enqueue(*on, CL_COMMAND_SVM_MAP, {num_waits, waits, event}, runtime::work_of_shared_map(pointer, size, flags),
            blocking);
  });
}

cl_int CL_API_CALL clEnqueueSVMUnmap(cl_command_queue queue, void *pointer, cl_uint num_waits, const cl_event *waits,
                                     cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    // "CL_INVALID_VALUE if svm_ptr is NULL."
    if (!pointer) throw Error{CL_INVALID_VALUE};
    enqueue(*on, CL_COMMAND_SVM_UNMAP, {num_waits, waits, event}, runtime::work_of_shared_unmap(pointer));
  });
}

cl_int CL_API_CALL clEnqueueSVMMigrateMem(cl_command_queue queue, cl_uint count, const void **pointers,
                                          const size_t *sizes, cl_mem_migration_flags flags, cl_uint num_waits,
                                          const cl_event *waits, cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    // "CL_INVALID_VALUE if num_svm_pointers is zero or svm_pointers is NULL."
    if (count == 0 || !pointers) throw Error{CL_INVALID_VALUE};
    for (cl_uint i = 0; i < count; ++i) {
      // cl_khr_unified_svm: "If a pointer in svm_pointers is a NULL pointer and either sizes is NULL or the size in
      // sizes is zero, then it is ignored."
      if (!pointers[i] && (!sizes || sizes[i] == 0)) continue;
      // "CL_INVALID_VALUE if sizes[i] is non-zero range [svm_pointers[i], svm_pointers[i]+sizes[i]) is not contained
      // within an existing clSVMAlloc allocation."
      auto found = on->context.shared.find(pointers[i]);
      if (!found || (sizes && sizes[i] > found->behind(pointers[i]))) throw Error{CL_INVALID_VALUE};
    }
    check_migration(flags);
    enqueue(*on, CL_COMMAND_SVM_MIGRATE_MEM, {num_waits, waits, event}, {});
  });
}

cl_int CL_API_CALL clEnqueueMigrateMemINTEL(cl_command_queue queue, const void *pointer, size_t size,
                                            cl_mem_migration_flags flags, cl_uint num_waits, const cl_event *waits,
                                            cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    if (!pointer || size == 0) throw Error{CL_INVALID_VALUE};
    check_migration(flags);
    enqueue(*on, CL_COMMAND_MIGRATEMEM_INTEL, {num_waits, waits, event}, {});
  });
}

cl_int CL_API_CALL clEnqueueMemAdviseINTEL(cl_command_queue queue, const void *pointer, size_t size,
                                           cl_mem_advice_intel advice, cl_uint num_waits, const cl_event *waits,
                                           cl_event *event) {
  return entry([&] {
    Ref<Queue> on(check(queue));
    // "CL_INVALID_VALUE if advice is not supported by the device": 0 is the default, and no other is defined.
    if (!pointer || size == 0 || advice != 0) throw Error{CL_INVALID_VALUE};
    enqueue(*on, CL_COMMAND_MEMADVISE_INTEL, {num_waits, waits, event}, {});
  });
}

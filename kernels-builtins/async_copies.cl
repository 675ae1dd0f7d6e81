// SPDX-License-Identifier: Apache-2.0
// Async Copies from Global to Local Memory, Local to Global Memory, and Prefetch.
#ifndef BODY
#include "builtins.h"

// The front end turns event_t into this pointer, which holds the event's number.
typedef __private struct __wherry_event *__wherry_event_t;

#define CONVERGENT __attribute__((overloadable, always_inline, convergent))
#define INTRINSIC(name) __asm(#name) __attribute__((convergent))
ulong __wherry_async_copy_to_local(__local void *dst, const __global void *src, ulong count, ulong element_size,
                                   ulong dst_stride, ulong src_stride, ulong event)
    INTRINSIC(__wherry_async_copy_to_local);
ulong __wherry_async_copy_to_global(__global void *dst, const __local void *src, ulong count, ulong element_size,
                                    ulong dst_stride, ulong src_stride, ulong event)
    INTRINSIC(__wherry_async_copy_to_global);
void __wherry_wait_events(int count, const __private ulong *events) INTRINSIC(__wherry_wait_events);
void __wherry_wait_events_local(int count, const __local ulong *events) INTRINSIC(__wherry_wait_events_local);

ulong __wherry_async_tile_to_local(__local void *dst, const __global void *src, ulong element_size, ulong width,
                                   ulong lines, ulong planes, ulong dst_line, ulong dst_plane, ulong src_line,
                                   ulong src_plane, ulong event) INTRINSIC(__wherry_async_tile_to_local);
ulong __wherry_async_tile_to_global(__global void *dst, const __local void *src, ulong element_size, ulong width,
                                    ulong lines, ulong planes, ulong dst_line, ulong dst_plane, ulong src_line,
                                    ulong src_plane, ulong event) INTRINSIC(__wherry_async_tile_to_global);
void __wherry_copy_fence(void) INTRINSIC(__wherry_copy_fence);

void CONVERGENT wait_group_events(int count, __private __wherry_event_t *events) {
  __wherry_wait_events(count, (const __private ulong *)events);
}
void CONVERGENT wait_group_events(int count, __local __wherry_event_t *events) {
  __wherry_wait_events_local(count, (const __local ulong *)events);
}
void __wherry_wait_events_generic(int count, const __generic ulong *events) INTRINSIC(__wherry_wait_events_generic);
void CONVERGENT wait_group_events(int count, __generic __wherry_event_t *events) {
  __wherry_wait_events_generic(count, (const __generic ulong *)events);
}

// Both directions of the extended copies; lengths, areas and offsets are in elements.
#define TILES(DST, SRC, TO)                                                                                         \
  __wherry_event_t CONVERGENT async_work_group_copy_2D2D(                                                           \
      DST void *dst, size_t dst_offset, const SRC void *src, size_t src_offset, size_t element, size_t width,       \
      size_t lines, size_t src_line, size_t dst_line, __wherry_event_t event) {                                     \
    return (__wherry_event_t)__wherry_async_tile_to_##TO(                                                           \
        (DST char *)dst + dst_offset * element, (const SRC char *)src + src_offset * element, element, width,       \
        lines, 1, dst_line, 0, src_line, 0, (ulong)event);                                                          \
  }                                                                                                                 \
  __wherry_event_t CONVERGENT async_work_group_copy_3D3D(                                                           \
      DST void *dst, size_t dst_offset, const SRC void *src, size_t src_offset, size_t element, size_t width,       \
      size_t lines, size_t planes, size_t src_line, size_t src_plane, size_t dst_line, size_t dst_plane,            \
      __wherry_event_t event) {                                                                                     \
    return (__wherry_event_t)__wherry_async_tile_to_##TO(                                                           \
        (DST char *)dst + dst_offset * element, (const SRC char *)src + src_offset * element, element, width,       \
        lines, planes, dst_line, dst_plane, src_line, src_plane, (ulong)event);                                     \
  }
TILES(__local, __global, local)
TILES(__global, __local, global)
#undef TILES

// All copies of a group are ordered, whatever memory they touch.
void CONVERGENT async_work_group_copy_fence(cl_mem_fence_flags flags) { __wherry_copy_fence(); }

// A hint reaches this far: more would push out of the cache what it has just brought in.
enum { kCacheLine = 64, kMaxPrefetchLines = 16 };

#define BODY "async_copies.cl"
#include "for_all.h"
#else

__wherry_event_t CONVERGENT async_work_group_copy(__local T *dst, const __global T *src, size_t count,
                                                  __wherry_event_t event) {
  return (__wherry_event_t)__wherry_async_copy_to_local(dst, src, count, sizeof(T), 1, 1, (ulong)event);
}
__wherry_event_t CONVERGENT async_work_group_copy(__global T *dst, const __local T *src, size_t count,
                                                  __wherry_event_t event) {
  return (__wherry_event_t)__wherry_async_copy_to_global(dst, src, count, sizeof(T), 1, 1, (ulong)event);
}
__wherry_event_t CONVERGENT async_work_group_strided_copy(__local T *dst, const __global T *src, size_t count,
                                                          size_t src_stride, __wherry_event_t event) {
  return (__wherry_event_t)__wherry_async_copy_to_local(dst, src, count, sizeof(T), 1, src_stride, (ulong)event);
}
__wherry_event_t CONVERGENT async_work_group_strided_copy(__global T *dst, const __local T *src, size_t count,
                                                          size_t dst_stride, __wherry_event_t event) {
  return (__wherry_event_t)__wherry_async_copy_to_global(dst, src, count, sizeof(T), dst_stride, 1, (ulong)event);
}

void SMALL prefetch(const __global T *p, size_t count) {
  const size_t most = kMaxPrefetchLines * kCacheLine;
  size_t bytes = count < most / sizeof(T) ? count * sizeof(T) : most;
  for (size_t at = 0; at < bytes; at += kCacheLine) __builtin_prefetch((const __global char *)p + at);
}

#endif

// SPDX-License-Identifier: Apache-2.0
// Wrong arguments: memory objects and commands.
#include "api/bad_calls.h"

using namespace wherry::test;

#define CALL(...)                                                                                                      \
  [](World &w) -> cl_int {                                                                                             \
    (void)w;                                                                                                           \
    __VA_ARGS__;                                                                                                       \
  }

static cl_int make(World &w, cl_mem_flags flags, size_t size, void *host) {
  return created([&](cl_int *e) { return clCreateBuffer(w.context, flags, size, host, e); });
}

static cl_int part(cl_mem of, cl_mem_flags flags, cl_buffer_create_type type, cl_buffer_region region) {
  return created([&](cl_int *e) { return clCreateSubBuffer(of, flags, type, &region, e); });
}

constexpr cl_buffer_create_type region_type = CL_BUFFER_CREATE_TYPE_REGION;

static const BadCall memory_calls[] = {
    {"buffer: null context", CL_INVALID_CONTEXT,
     CALL(return created([&](cl_int *e) { return clCreateBuffer(nullptr, 0, 64, nullptr, e); }))},
    {"buffer: wrong kind of context", CL_INVALID_CONTEXT,
     CALL(return created([&](cl_int *e) { return clCreateBuffer(w.wrong_context(), 0, 64, nullptr, e); }))},
    {"buffer: size 0", CL_INVALID_BUFFER_SIZE, CALL(return make(w, CL_MEM_READ_WRITE, 0, nullptr))},
    {"buffer: larger than the device allows", CL_INVALID_BUFFER_SIZE,
     CALL(return make(w, CL_MEM_READ_WRITE, ~size_t(0), nullptr))},
    {"buffer: unknown flags", CL_INVALID_VALUE, CALL(return make(w, 1ull << 40, 64, nullptr))},
    {"buffer: read-only and write-only", CL_INVALID_VALUE,
     CALL(return make(w, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 64, nullptr))},
    {"buffer: read-write and read-only", CL_INVALID_VALUE,
     CALL(return make(w, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY, 64, nullptr))},
    {"buffer: use and allocate", CL_INVALID_VALUE,
     CALL(return make(w, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 64, w.bytes))},
    {"buffer: use and copy", CL_INVALID_VALUE,
     CALL(return make(w, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 64, w.bytes))},
    {"buffer: host writes only and reads only", CL_INVALID_VALUE,
     CALL(return make(w, CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY, 64, nullptr))},
    {"buffer: host reads only and has no access", CL_INVALID_VALUE,
     CALL(return make(w, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 64, nullptr))},
    {"buffer: use of a null pointer", CL_INVALID_HOST_PTR, CALL(return make(w, CL_MEM_USE_HOST_PTR, 64, nullptr))},
    {"buffer: copy of a null pointer", CL_INVALID_HOST_PTR, CALL(return make(w, CL_MEM_COPY_HOST_PTR, 64, nullptr))},
    {"buffer: a pointer without a flag", CL_INVALID_HOST_PTR, CALL(return make(w, CL_MEM_READ_WRITE, 64, w.bytes))},
    {"buffer: unknown property", CL_INVALID_PROPERTY,
     CALL(cl_mem_properties p[] = {0x7777, 1, 0}; return created([&](cl_int *e) {
            return clCreateBufferWithProperties(w.context, p, CL_MEM_READ_WRITE, 64, nullptr, e);
          }))},
    {"sub-buffer: null buffer", CL_INVALID_MEM_OBJECT, CALL(return part(nullptr, 0, region_type, {0, 64}))},
    {"sub-buffer: wrong kind", CL_INVALID_MEM_OBJECT, CALL(return part(w.wrong<cl_mem>(), 0, region_type, {0, 64}))},
    {"sub-buffer: of a sub-buffer", CL_INVALID_MEM_OBJECT, CALL(return part(w.sub, 0, region_type, {0, 64}))},
    {"sub-buffer: unknown type", CL_INVALID_VALUE, CALL(return part(w.buffer, 0, 0x7777, {0, 64}))},
    {"sub-buffer: null region", CL_INVALID_VALUE,
     CALL(return created([&](cl_int *e) { return clCreateSubBuffer(w.buffer, 0, region_type, nullptr, e); }))},
    {"sub-buffer: past the end", CL_INVALID_VALUE, CALL(return part(w.buffer, 0, region_type, {1024, 64}))},
    {"sub-buffer: overflowing", CL_INVALID_VALUE, CALL(return part(w.buffer, 0, region_type, {w.align, ~size_t(0)}))},
    {"sub-buffer: size 0", CL_INVALID_BUFFER_SIZE, CALL(return part(w.buffer, 0, region_type, {0, 0}))},
    {"sub-buffer: misaligned", CL_MISALIGNED_SUB_BUFFER_OFFSET, CALL(return part(w.buffer, 0, region_type, {1, 64}))},
    {"sub-buffer: writes to a read-only one", CL_INVALID_VALUE,
     CALL(return part(w.read_only, CL_MEM_WRITE_ONLY, region_type, {0, 64}))},
    {"sub-buffer: read-write of a write-only one", CL_INVALID_VALUE,
     CALL(return part(w.write_only, CL_MEM_READ_WRITE, region_type, {0, 64}))},
    {"sub-buffer: host pointer flags", CL_INVALID_VALUE,
     CALL(return part(w.buffer, CL_MEM_ALLOC_HOST_PTR, region_type, {0, 64}))},
    {"sub-buffer: host access that the buffer lacks", CL_INVALID_VALUE,
     CALL(return part(w.no_access, CL_MEM_HOST_READ_ONLY, region_type, {0, 64}))},
    {"retain memory: null", CL_INVALID_MEM_OBJECT, CALL(return clRetainMemObject(nullptr))},
    {"release memory: null", CL_INVALID_MEM_OBJECT, CALL(return clReleaseMemObject(nullptr))},
    {"retain memory: wrong kind", CL_INVALID_MEM_OBJECT, CALL(return clRetainMemObject(w.wrong<cl_mem>()))},
    {"release memory: wrong kind", CL_INVALID_MEM_OBJECT, CALL(return clReleaseMemObject(w.wrong<cl_mem>()))},
    {"memory info: null", CL_INVALID_MEM_OBJECT,
     CALL(return clGetMemObjectInfo(nullptr, CL_MEM_SIZE, 100, w.bytes, nullptr))},
    {"memory info: unknown name", CL_INVALID_VALUE,
     CALL(return clGetMemObjectInfo(w.buffer, 0xDEAD, 100, w.bytes, nullptr))},
    {"memory info: too small", CL_INVALID_VALUE,
     CALL(return clGetMemObjectInfo(w.buffer, CL_MEM_SIZE, 1, w.bytes, nullptr))},
    {"image info: of a buffer", CL_INVALID_MEM_OBJECT,
     CALL(return clGetImageInfo(w.buffer, CL_IMAGE_WIDTH, 100, w.bytes, nullptr))},
    {"destructor callback: null memory", CL_INVALID_MEM_OBJECT,
     CALL(return clSetMemObjectDestructorCallback(
         nullptr, [](cl_mem, void *) {}, nullptr))},
    {"destructor callback: null function", CL_INVALID_VALUE,
     CALL(return clSetMemObjectDestructorCallback(w.buffer, nullptr, nullptr))},
};

static cl_int read(World &w, cl_mem from, size_t offset, size_t size, void *to) {
  return clEnqueueReadBuffer(w.queue, from, CL_TRUE, offset, size, to, 0, nullptr, nullptr);
}
static cl_int write(World &w, cl_mem to, size_t offset, size_t size, const void *from) {
  return clEnqueueWriteBuffer(w.queue, to, CL_TRUE, offset, size, from, 0, nullptr, nullptr);
}
static cl_int copy(World &w, cl_mem from, cl_mem to, size_t from_at, size_t to_at, size_t size) {
  return clEnqueueCopyBuffer(w.queue, from, to, from_at, to_at, size, 0, nullptr, nullptr);
}
static cl_int fill(World &w, cl_mem to, const void *pattern, size_t pattern_size, size_t offset, size_t size) {
  return clEnqueueFillBuffer(w.queue, to, pattern, pattern_size, offset, size, 0, nullptr, nullptr);
}
static cl_int map(World &w, cl_mem m, cl_map_flags flags, size_t offset, size_t size) {
  return created(
      [&](cl_int *e) { return clEnqueueMapBuffer(w.queue, m, CL_TRUE, flags, offset, size, 0, nullptr, nullptr, e); });
}

// Every command takes its queue, its memory and its wait list with the same errors.
static const BadCall transfer_calls[] = {
    {"read: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueReadBuffer(nullptr, w.buffer, CL_TRUE, 0, 8, w.bytes, 0, nullptr, nullptr))},
    {"read: wrong kind of queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueReadBuffer(w.wrong<cl_command_queue>(), w.buffer, CL_TRUE, 0, 8, w.bytes, 0, nullptr,
                                     nullptr))},
    {"read: null buffer", CL_INVALID_MEM_OBJECT, CALL(return read(w, nullptr, 0, 8, w.bytes))},
    {"read: wrong kind of buffer", CL_INVALID_MEM_OBJECT, CALL(return read(w, w.wrong<cl_mem>(), 0, 8, w.bytes))},
    {"read: buffer of another context", CL_INVALID_CONTEXT, CALL(return read(w, w.other_buffer, 0, 8, w.bytes))},
    {"read: past the end", CL_INVALID_VALUE, CALL(return read(w, w.buffer, 1020, 8, w.bytes))},
    {"read: overflowing", CL_INVALID_VALUE, CALL(return read(w, w.buffer, 8, ~size_t(0), w.bytes))},
    {"read: overflowing offset", CL_INVALID_VALUE, CALL(return read(w, w.buffer, ~size_t(0), 8, w.bytes))},
    {"read: past the end of a sub-buffer", CL_INVALID_VALUE, CALL(return read(w, w.sub, 0, 65, w.bytes))},
    {"read: null pointer", CL_INVALID_VALUE, CALL(return read(w, w.buffer, 0, 8, nullptr))},
    {"read: host may only write", CL_INVALID_OPERATION, CALL(return read(w, w.host_write_only, 0, 8, w.bytes))},
    {"read: host has no access", CL_INVALID_OPERATION, CALL(return read(w, w.no_access, 0, 8, w.bytes))},
    {"read: a wait list of 0", CL_INVALID_EVENT_WAIT_LIST,
     CALL(cl_event e = w.complete;
          return clEnqueueReadBuffer(w.queue, w.buffer, CL_TRUE, 0, 8, w.bytes, 0, &e, nullptr))},
    {"read: a null wait list", CL_INVALID_EVENT_WAIT_LIST,
     CALL(return clEnqueueReadBuffer(w.queue, w.buffer, CL_TRUE, 0, 8, w.bytes, 1, nullptr, nullptr))},
    {"read: a null event", CL_INVALID_EVENT_WAIT_LIST,
     CALL(cl_event e = nullptr; return clEnqueueReadBuffer(w.queue, w.buffer, CL_TRUE, 0, 8, w.bytes, 1, &e, nullptr))},
    {"read: a wrong kind of event", CL_INVALID_EVENT_WAIT_LIST,
     CALL(cl_event e = w.wrong<cl_event>();
          return clEnqueueReadBuffer(w.queue, w.buffer, CL_TRUE, 0, 8, w.bytes, 1, &e, nullptr))},
    {"read: an event of another context", CL_INVALID_CONTEXT,
     CALL(cl_event e = w.other_event;
          return clEnqueueReadBuffer(w.queue, w.buffer, CL_TRUE, 0, 8, w.bytes, 1, &e, nullptr))},
    {"write: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueWriteBuffer(nullptr, w.buffer, CL_TRUE, 0, 8, w.bytes, 0, nullptr, nullptr))},
    {"write: null buffer", CL_INVALID_MEM_OBJECT, CALL(return write(w, nullptr, 0, 8, w.bytes))},
    {"write: buffer of another context", CL_INVALID_CONTEXT, CALL(return write(w, w.other_buffer, 0, 8, w.bytes))},
    {"write: past the end", CL_INVALID_VALUE, CALL(return write(w, w.buffer, 0, 1025, w.bytes))},
    {"write: overflowing", CL_INVALID_VALUE, CALL(return write(w, w.buffer, ~size_t(0) - 3, 8, w.bytes))},
    {"write: null pointer", CL_INVALID_VALUE, CALL(return write(w, w.buffer, 0, 8, nullptr))},
    {"write: host may only read", CL_INVALID_OPERATION, CALL(return write(w, w.host_read_only, 0, 8, w.bytes))},
    {"write: host has no access", CL_INVALID_OPERATION, CALL(return write(w, w.no_access, 0, 8, w.bytes))},
    {"write: a null event", CL_INVALID_EVENT_WAIT_LIST,
     CALL(cl_event e = nullptr;
          return clEnqueueWriteBuffer(w.queue, w.buffer, CL_TRUE, 0, 8, w.bytes, 1, &e, nullptr))},
    {"copy: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueCopyBuffer(nullptr, w.buffer, w.read_only, 0, 0, 8, 0, nullptr, nullptr))},
    {"copy: null source", CL_INVALID_MEM_OBJECT, CALL(return copy(w, nullptr, w.buffer, 0, 0, 8))},
    {"copy: null destination", CL_INVALID_MEM_OBJECT, CALL(return copy(w, w.buffer, nullptr, 0, 0, 8))},
    {"copy: destination of another context", CL_INVALID_CONTEXT,
     CALL(return copy(w, w.buffer, w.other_buffer, 0, 0, 8))},
    {"copy: source past the end", CL_INVALID_VALUE, CALL(return copy(w, w.buffer, w.read_only, 1020, 0, 8))},
    {"copy: destination past the end", CL_INVALID_VALUE, CALL(return copy(w, w.buffer, w.read_only, 0, 1020, 8))},
    {"copy: overflowing", CL_INVALID_VALUE, CALL(return copy(w, w.buffer, w.read_only, 8, 8, ~size_t(0) - 4))},
    {"copy: overlapping", CL_MEM_COPY_OVERLAP, CALL(return copy(w, w.buffer, w.buffer, 0, 4, 8))},
    {"copy: onto itself", CL_MEM_COPY_OVERLAP, CALL(return copy(w, w.buffer, w.buffer, 8, 8, 8))},
    {"copy: overlapping through a sub-buffer", CL_MEM_COPY_OVERLAP, CALL(return copy(w, w.buffer, w.sub, 4, 0, 8))},
    {"copy: a null wait list", CL_INVALID_EVENT_WAIT_LIST,
     CALL(return clEnqueueCopyBuffer(w.queue, w.buffer, w.read_only, 0, 0, 8, 1, nullptr, nullptr))},
    {"fill: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueFillBuffer(nullptr, w.buffer, w.bytes, 4, 0, 8, 0, nullptr, nullptr))},
    {"fill: null buffer", CL_INVALID_MEM_OBJECT, CALL(return fill(w, nullptr, w.bytes, 4, 0, 8))},
    {"fill: buffer of another context", CL_INVALID_CONTEXT, CALL(return fill(w, w.other_buffer, w.bytes, 4, 0, 8))},
    {"fill: null pattern", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, nullptr, 4, 0, 8))},
    {"fill: pattern of 0", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, w.bytes, 0, 0, 8))},
    {"fill: pattern of 3", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, w.bytes, 3, 0, 9))},
    {"fill: pattern of 256", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, w.bytes, 256, 0, 256))},
    {"fill: misaligned offset", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, w.bytes, 4, 2, 8))},
    {"fill: size not a multiple", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, w.bytes, 4, 0, 10))},
    {"fill: past the end", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, w.bytes, 4, 1020, 8))},
    {"fill: overflowing", CL_INVALID_VALUE, CALL(return fill(w, w.buffer, w.bytes, 4, 4, ~size_t(0) - 3))},
    {"map: null queue", CL_INVALID_COMMAND_QUEUE, CALL(return created([&](cl_int *e) {
       return clEnqueueMapBuffer(nullptr, w.buffer, CL_TRUE, CL_MAP_READ, 0, 8, 0, nullptr, nullptr, e);
     }))},
    {"map: null buffer", CL_INVALID_MEM_OBJECT, CALL(return map(w, nullptr, CL_MAP_READ, 0, 8))},
    {"map: wrong kind of buffer", CL_INVALID_MEM_OBJECT, CALL(return map(w, w.wrong<cl_mem>(), CL_MAP_READ, 0, 8))},
    {"map: buffer of another context", CL_INVALID_CONTEXT, CALL(return map(w, w.other_buffer, CL_MAP_READ, 0, 8))},
    {"map: past the end", CL_INVALID_VALUE, CALL(return map(w, w.buffer, CL_MAP_READ, 1020, 8))},
    {"map: size 0", CL_INVALID_VALUE, CALL(return map(w, w.buffer, CL_MAP_READ, 0, 0))},
    {"map: unknown flags", CL_INVALID_VALUE, CALL(return map(w, w.buffer, 1 << 10, 0, 8))},
    {"map: read and invalidate", CL_INVALID_VALUE,
     CALL(return map(w, w.buffer, CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, 0, 8))},
    {"map: read where the host may only write", CL_INVALID_OPERATION,
     CALL(return map(w, w.host_write_only, CL_MAP_READ, 0, 8))},
    {"map: write where the host may only read", CL_INVALID_OPERATION,
     CALL(return map(w, w.host_read_only, CL_MAP_WRITE, 0, 8))},
    {"map: no access", CL_INVALID_OPERATION, CALL(return map(w, w.no_access, CL_MAP_WRITE_INVALIDATE_REGION, 0, 8))},
    {"unmap: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueUnmapMemObject(nullptr, w.buffer, w.bytes, 0, nullptr, nullptr))},
    {"unmap: null buffer", CL_INVALID_MEM_OBJECT,
     CALL(return clEnqueueUnmapMemObject(w.queue, nullptr, w.bytes, 0, nullptr, nullptr))},
    {"unmap: a pointer that was not mapped", CL_INVALID_VALUE,
     CALL(return clEnqueueUnmapMemObject(w.queue, w.buffer, w.bytes, 0, nullptr, nullptr))},
    {"unmap: null pointer", CL_INVALID_VALUE,
     CALL(return clEnqueueUnmapMemObject(w.queue, w.buffer, nullptr, 0, nullptr, nullptr))},
    {"migrate: no objects", CL_INVALID_VALUE,
     CALL(return clEnqueueMigrateMemObjects(w.queue, 0, nullptr, 0, 0, nullptr, nullptr))},
    {"migrate: a null object", CL_INVALID_MEM_OBJECT,
     CALL(cl_mem m = nullptr; return clEnqueueMigrateMemObjects(w.queue, 1, &m, 0, 0, nullptr, nullptr))},
    {"migrate: unknown flags", CL_INVALID_VALUE,
     CALL(cl_mem m = w.buffer; return clEnqueueMigrateMemObjects(w.queue, 1, &m, 1 << 10, 0, nullptr, nullptr))},
};

struct Rect {
  size_t host_at[3], buffer_at[3], region[3], buffer_row = 0, buffer_slice = 0, host_row = 0, host_slice = 0;
};
static cl_int read_rect(World &w, cl_mem m, const Rect &r, void *to) {
  return clEnqueueReadBufferRect(w.queue, m, CL_TRUE, r.buffer_at, r.host_at, r.region, r.buffer_row, r.buffer_slice,
                                 r.host_row, r.host_slice, to, 0, nullptr, nullptr);
}
static cl_int write_rect(World &w, cl_mem m, const Rect &r, const void *from) {
  return clEnqueueWriteBufferRect(w.queue, m, CL_TRUE, r.buffer_at, r.host_at, r.region, r.buffer_row, r.buffer_slice,
                                  r.host_row, r.host_slice, from, 0, nullptr, nullptr);
}
static cl_int copy_rect(World &w, cl_mem from, cl_mem to, const Rect &r) {
  return clEnqueueCopyBufferRect(w.queue, from, to, r.host_at, r.buffer_at, r.region, r.host_row, r.host_slice,
                                 r.buffer_row, r.buffer_slice, 0, nullptr, nullptr);
}

static const BadCall rect_calls[] = {
    {"read rect: null buffer", CL_INVALID_MEM_OBJECT, CALL(return read_rect(w, nullptr, {{}, {}, {4, 4, 1}}, w.bytes))},
    {"read rect: other context", CL_INVALID_CONTEXT,
     CALL(return read_rect(w, w.other_buffer, {{}, {}, {4, 4, 1}}, w.bytes))},
    {"read rect: null pointer", CL_INVALID_VALUE, CALL(return read_rect(w, w.buffer, {{}, {}, {4, 4, 1}}, nullptr))},
    {"read rect: a region of 0", CL_INVALID_VALUE, CALL(return read_rect(w, w.buffer, {{}, {}, {4, 0, 1}}, w.bytes))},
    {"read rect: depth 0", CL_INVALID_VALUE, CALL(return read_rect(w, w.buffer, {{}, {}, {4, 4, 0}}, w.bytes))},
    {"read rect: past the end", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {60, 15, 0}, {8, 1, 1}, 64}, w.bytes))},
    {"read rect: pitch below the row", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {}, {16, 2, 1}, 8}, w.bytes))},
    {"read rect: host pitch below the row", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {}, {16, 2, 1}, 0, 0, 8}, w.bytes))},
    {"read rect: slice below the rows", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {}, {16, 4, 2}, 16, 32}, w.bytes))},
    {"read rect: slice not of whole rows", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {}, {16, 2, 2}, 16, 40}, w.bytes))},
    {"read rect: host slice not of whole rows", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {}, {16, 2, 2}, 0, 0, 16, 40}, w.bytes))},
    {"read rect: overflowing origin", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {~size_t(0), 0, 0}, {8, 1, 1}}, w.bytes))},
    {"read rect: overflowing rows", CL_INVALID_VALUE,
     CALL(return read_rect(w, w.buffer, {{}, {0, ~size_t(0) / 64 + 1, 0}, {8, 1, 1}, 64}, w.bytes))},
    {"read rect: host may only write", CL_INVALID_OPERATION,
     CALL(return read_rect(w, w.host_write_only, {{}, {}, {4, 4, 1}}, w.bytes))},
    {"read rect: null origins", CL_INVALID_VALUE,
     CALL(size_t r[] = {4, 1, 1}; return clEnqueueReadBufferRect(w.queue, w.buffer, CL_TRUE, nullptr, nullptr, r, 0, 0,
                                                                 0, 0, w.bytes, 0, nullptr, nullptr))},
    {"write rect: null buffer", CL_INVALID_MEM_OBJECT,
     CALL(return write_rect(w, nullptr, {{}, {}, {4, 4, 1}}, w.bytes))},
    {"write rect: null pointer", CL_INVALID_VALUE, CALL(return write_rect(w, w.buffer, {{}, {}, {4, 4, 1}}, nullptr))},
    {"write rect: a region of 0", CL_INVALID_VALUE, CALL(return write_rect(w, w.buffer, {{}, {}, {0, 4, 1}}, w.bytes))},
    {"write rect: past the end", CL_INVALID_VALUE,
     CALL(return write_rect(w, w.buffer, {{}, {0, 0, 3}, {16, 16, 1}, 16, 256, 0, 0}, w.bytes) == CL_SUCCESS
                     ? write_rect(w, w.buffer, {{}, {0, 0, 4}, {16, 16, 1}, 16, 256, 0, 0}, w.bytes)
                     : CL_INVALID_OPERATION)},
    {"write rect: host may only read", CL_INVALID_OPERATION,
     CALL(return write_rect(w, w.host_read_only, {{}, {}, {4, 4, 1}}, w.bytes))},
    {"copy rect: null source", CL_INVALID_MEM_OBJECT,
     CALL(return copy_rect(w, nullptr, w.buffer, {{}, {}, {4, 4, 1}}))},
    {"copy rect: null destination", CL_INVALID_MEM_OBJECT,
     CALL(return copy_rect(w, w.buffer, nullptr, {{}, {}, {4, 4, 1}}))},
    {"copy rect: other context", CL_INVALID_CONTEXT,
     CALL(return copy_rect(w, w.buffer, w.other_buffer, {{}, {}, {4, 4, 1}}))},
    {"copy rect: past the end", CL_INVALID_VALUE,
     CALL(return copy_rect(w, w.buffer, w.read_only, {{}, {0, 16, 0}, {4, 1, 1}, 64, 0, 64, 0}))},
    {"copy rect: overlapping", CL_MEM_COPY_OVERLAP,
     CALL(return copy_rect(w, w.buffer, w.buffer, {{0, 0, 0}, {4, 1, 0}, {8, 4, 1}, 64, 0, 64, 0}))},
    {"copy rect: pitches differ within one buffer", CL_INVALID_VALUE,
     CALL(return copy_rect(w, w.buffer, w.buffer, {{0, 0, 0}, {0, 8, 0}, {8, 2, 1}, 64, 0, 32, 0}))},
};

static cl_int launch(World &w, cl_kernel k, cl_uint dimensions, const size_t *offset, const size_t *global,
                     const size_t *local) {
  return clEnqueueNDRangeKernel(w.queue, k, dimensions, offset, global, local, 0, nullptr, nullptr);
}

static const BadCall launch_calls[] = {
    {"launch: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(size_t n = 8;
          return clEnqueueNDRangeKernel(nullptr, w.kernel, 1, nullptr, &n, nullptr, 0, nullptr, nullptr))},
    {"launch: null kernel", CL_INVALID_KERNEL, CALL(size_t n = 8; return launch(w, nullptr, 1, nullptr, &n, nullptr))},
    {"launch: wrong kind of kernel", CL_INVALID_KERNEL,
     CALL(size_t n = 8; return launch(w, w.wrong<cl_kernel>(), 1, nullptr, &n, nullptr))},
    {"launch: queue of another context", CL_INVALID_CONTEXT,
     CALL(size_t n = 8;
          return clEnqueueNDRangeKernel(w.other_queue, w.kernel, 1, nullptr, &n, nullptr, 0, nullptr, nullptr))},
    {"launch: arguments not set", CL_INVALID_KERNEL_ARGS,
     CALL(size_t n = 8; return launch(w, w.unset, 1, nullptr, &n, nullptr))},
    {"launch: 0 dimensions", CL_INVALID_WORK_DIMENSION,
     CALL(size_t n = 8; return launch(w, w.kernel, 0, nullptr, &n, nullptr))},
    {"launch: 4 dimensions", CL_INVALID_WORK_DIMENSION,
     CALL(size_t n[] = {8, 1, 1, 1}; return launch(w, w.kernel, 4, nullptr, n, nullptr))},
    {"launch: local size 0", CL_INVALID_WORK_GROUP_SIZE,
     CALL(size_t n = 8, l = 0; return launch(w, w.kernel, 1, nullptr, &n, &l)), CL_INVALID_WORK_ITEM_SIZE},
    {"launch: local size past the device's", CL_INVALID_WORK_ITEM_SIZE,
     CALL(size_t n = size_t(1) << 30; return launch(w, w.kernel, 1, nullptr, &n, &n)), CL_INVALID_WORK_GROUP_SIZE},
    {"launch: group past the device's", CL_INVALID_WORK_GROUP_SIZE,
     CALL(size_t max = info<size_t>(clGetDeviceInfo, w.device, CL_DEVICE_MAX_WORK_GROUP_SIZE); size_t n[] = {max, 2};
          return launch(w, w.kernel, 2, nullptr, n, n))},
    {"launch: group sizes that overflow", CL_INVALID_WORK_GROUP_SIZE,
     CALL(size_t n[] = {size_t(1) << 32, size_t(1) << 32, 1}; return launch(w, w.kernel, 3, nullptr, n, n)),
     CL_INVALID_WORK_ITEM_SIZE},
    {"launch: not the required size", CL_INVALID_WORK_GROUP_SIZE,
     CALL(size_t n = 8, l = 4; return launch(w, w.fixed, 1, nullptr, &n, &l))},
    {"launch: of nothing, not the required local size", CL_INVALID_WORK_GROUP_SIZE,
     CALL(size_t n = 0, l = 4; return launch(w, w.fixed, 1, nullptr, &n, &l))},
    {"launch: an offset that overflows", CL_INVALID_GLOBAL_OFFSET,
     CALL(size_t n = 8, o = ~size_t(0) - 3; return launch(w, w.kernel, 1, &o, &n, nullptr))},
    {"launch: more local memory than there is", CL_OUT_OF_RESOURCES,
     CALL(Kernel k = kernel(w.program, "test"); size_t n = 8; set_arg(k, 0, w.buffer); set_arg(k, 1, 1);
          cl_int got = clSetKernelArg(k, 2, size_t(1) << 40, nullptr);
          return got != CL_SUCCESS ? got : launch(w, k, 1, nullptr, &n, nullptr)),
     CL_INVALID_ARG_SIZE},
    {"launch: a wait list of 0", CL_INVALID_EVENT_WAIT_LIST,
     CALL(size_t n = 8; cl_event e = w.complete;
          return clEnqueueNDRangeKernel(w.queue, w.kernel, 1, nullptr, &n, nullptr, 0, &e, nullptr))},
    {"launch: a null event", CL_INVALID_EVENT_WAIT_LIST,
     CALL(size_t n = 8; cl_event e = nullptr;
          return clEnqueueNDRangeKernel(w.queue, w.kernel, 1, nullptr, &n, nullptr, 1, &e, nullptr))},
    {"launch: an event of another context", CL_INVALID_CONTEXT,
     CALL(size_t n = 8; cl_event e = w.other_event;
          return clEnqueueNDRangeKernel(w.queue, w.kernel, 1, nullptr, &n, nullptr, 1, &e, nullptr))},
    {"task: null kernel", CL_INVALID_KERNEL, CALL(return clEnqueueTask(w.queue, nullptr, 0, nullptr, nullptr))},
    {"native kernel: null function", CL_INVALID_VALUE,
     CALL(return clEnqueueNativeKernel(w.queue, nullptr, nullptr, 0, 0, nullptr, nullptr, 0, nullptr, nullptr)),
     CL_INVALID_OPERATION},
    {"marker: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueMarkerWithWaitList(nullptr, 0, nullptr, nullptr))},
    {"marker: a null wait list", CL_INVALID_EVENT_WAIT_LIST,
     CALL(return clEnqueueMarkerWithWaitList(w.queue, 1, nullptr, nullptr))},
    {"barrier: null queue", CL_INVALID_COMMAND_QUEUE,
     CALL(return clEnqueueBarrierWithWaitList(nullptr, 0, nullptr, nullptr))},
    {"barrier: an event of another context", CL_INVALID_CONTEXT,
     CALL(cl_event e = w.other_event; return clEnqueueBarrierWithWaitList(w.queue, 1, &e, nullptr))},
    {"old marker: null event", CL_INVALID_VALUE, CALL(return clEnqueueMarker(w.queue, nullptr))},
    {"old marker: null queue", CL_INVALID_COMMAND_QUEUE, CALL(cl_event e; return clEnqueueMarker(nullptr, &e))},
    {"old wait: no events", CL_INVALID_VALUE, CALL(return clEnqueueWaitForEvents(w.queue, 0, nullptr))},
    {"old barrier: null queue", CL_INVALID_COMMAND_QUEUE, CALL(return clEnqueueBarrier(nullptr))},
};

TEST(BadCalls, memory) { expect_errors(memory_calls); }
TEST(BadCalls, transfers) { expect_errors(transfer_calls); }
TEST(BadCalls, rectangles) { expect_errors(rect_calls); }
TEST(BadCalls, launches) { expect_errors(launch_calls); }

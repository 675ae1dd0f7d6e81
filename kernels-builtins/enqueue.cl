// SPDX-License-Identifier: Apache-2.0
// Enqueuing Kernels: what Clang makes of enqueue_kernel and its kin. The work is the runtime's, whose functions a launch
// brings along; layouts are those of kernel_abi/launch.def. Queues and events are pointers here, as the compiler makes
// them for programs; asm labels are the names that Clang gives to functions with types of its own.
#include "builtins.h"
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

ulong __wherry_group(void) __asm("__wherry_group") __attribute__((const));
ulong __wherry_enqueue_calls(void) __asm("__wherry_enqueue_calls") __attribute__((const));

typedef struct {
  uint work_dim;
  size_t offset[3], global_size[3], local_size[3];
} Range;
typedef __global struct Queue *Queue;
typedef __global struct Event *Event;
typedef __generic void *Block;
typedef __global struct Group *Group;

struct EnqueueCalls {
  int (*kernel_)(Group, Queue, uint, const __private Range *, uint, const __generic Event *, __generic Event *, Block,
                 Block, uint, uint, const __private ulong *);
  int (*marker)(Group, Queue, uint, const __generic Event *, __generic Event *);
  Queue (*default_queue)(Group);
  Event (*user_event)(Group);
  void (*set_status)(Group, Event, int);
  void (*retain)(Group, Event);
  void (*release)(Group, Event);
  uint (*is_valid)(Group, Event);
  void (*capture_profiling)(Group, Event, uint, __global void *);
  uint (*work_group_size)(Group, Block);
  uint (*preferred_multiple)(Group, Block);
  uint (*sub_groups)(Group, const __private Range *, Block);
  uint (*max_sub_group_size)(Group, const __private Range *, Block);
};

#define NAME(name) __asm(name) __attribute__((always_inline))
// Calls one of the runtime's functions, whose first parameter is the work-group.
#define CALL(name, ...)                                                                                                \
  (((const __global struct EnqueueCalls *)__wherry_enqueue_calls())->name((Group)__wherry_group(), ##__VA_ARGS__))

// What SPIR-V's OpEnqueueKernel becomes.
int enqueue(Queue q, int flags, __private Range *range, uint waits, const __generic Event *wait_list,
            __generic Event *event, Block block, Block literal, uint literal_bytes, uint locals,
            __private ulong *bytes) NAME("__wherry_enqueue_kernel");
int enqueue(Queue q, int flags, __private Range *range, uint waits, const __generic Event *wait_list,
            __generic Event *event, Block block, Block literal, uint literal_bytes, uint locals,
            __private ulong *bytes) {
  return CALL(kernel_, q, flags, range, waits, wait_list, event, block, literal, literal_bytes, locals, bytes);
}

// Clang's literals of blocks begin with their size.
#define BYTES(literal) (*(const __generic uint *)(literal))

int basic(Queue q, int flags, __private Range *range, Block block, Block literal) NAME("__enqueue_kernel_basic");
int basic(Queue q, int flags, __private Range *range, Block block, Block literal) {
  return enqueue(q, flags, range, 0, 0, 0, block, literal, BYTES(literal), 0, 0);
}

int with_events(Queue q, int flags, __private Range *range, uint waits, const __generic Event *wait_list,
                __generic Event *event, Block block, Block literal) NAME("__enqueue_kernel_basic_events");
int with_events(Queue q, int flags, __private Range *range, uint waits, const __generic Event *wait_list,
                __generic Event *event, Block block, Block literal) {
  return enqueue(q, flags, range, waits, wait_list, event, block, literal, BYTES(literal), 0, 0);
}

int with_locals(Queue q, int flags, __private Range *range, Block block, Block literal, uint locals,
                __private ulong *bytes) NAME("__enqueue_kernel_varargs");
int with_locals(Queue q, int flags, __private Range *range, Block block, Block literal, uint locals,
                __private ulong *bytes) {
  return enqueue(q, flags, range, 0, 0, 0, block, literal, BYTES(literal), locals, bytes);
}

int with_both(Queue q, int flags, __private Range *range, uint waits, const __generic Event *wait_list,
              __generic Event *event, Block block, Block literal, uint locals,
              __private ulong *bytes) NAME("__enqueue_kernel_events_varargs");
int with_both(Queue q, int flags, __private Range *range, uint waits, const __generic Event *wait_list,
              __generic Event *event, Block block, Block literal, uint locals, __private ulong *bytes) {
  return enqueue(q, flags, range, waits, wait_list, event, block, literal, BYTES(literal), locals, bytes);
}

uint work_group_size(Block block, Block literal) NAME("__get_kernel_work_group_size_impl");
uint work_group_size(Block block, Block literal) { return CALL(work_group_size, block); }
uint preferred_multiple(Block block, Block literal) NAME("__get_kernel_preferred_work_group_size_multiple_impl");
uint preferred_multiple(Block block, Block literal) { return CALL(preferred_multiple, block); }
uint sub_groups(__private Range *range, Block block,
                Block literal) NAME("__get_kernel_sub_group_count_for_ndrange_impl");
uint sub_groups(__private Range *range, Block block, Block literal) { return CALL(sub_groups, range, block); }
uint max_sub_group_size(__private Range *range, Block block,
                        Block literal) NAME("__get_kernel_max_sub_group_size_for_ndrange_impl");
uint max_sub_group_size(__private Range *range, Block block, Block literal) {
  return CALL(max_sub_group_size, range, block);
}

Queue default_queue(void) NAME("_Z17get_default_queuev");
Queue default_queue(void) { return CALL(default_queue); }
int marker(Queue q, uint waits, const __generic Event *wait_list, __generic Event *event)
    NAME("_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_");
int marker(Queue q, uint waits, const __generic Event *wait_list, __generic Event *event) {
  return CALL(marker, q, waits, wait_list, event);
}
Event user_event(void) NAME("_Z17create_user_eventv");
Event user_event(void) { return CALL(user_event); }
bool is_valid(Event event) NAME("_Z14is_valid_event12ocl_clkevent");
bool is_valid(Event event) { return CALL(is_valid, event); }
void retain(Event event) NAME("_Z12retain_event12ocl_clkevent");
void retain(Event event) { CALL(retain, event); }
void release(Event event) NAME("_Z13release_event12ocl_clkevent");
void release(Event event) { CALL(release, event); }
void set_status(Event event, int status) NAME("_Z21set_user_event_status12ocl_clkeventi");
void set_status(Event event, int status) { CALL(set_status, event, status); }
void capture_profiling(Event event, int info, __global void *value)
    NAME("_Z28capture_event_profiling_info12ocl_clkeventiPU3AS1v");
void capture_profiling(Event event, int info, __global void *value) { CALL(capture_profiling, event, info, value); }
// CLK_NULL_EVENT, which the front end defines as a call of this.
Event null_event(void) NAME("__clk_null_event");
Event null_event(void) { return (Event) ~0ul; }

// ndrange_1D(global), (global, local), (offset, global, local), and likewise for more dimensions.
static inline Range range_of(uint dims, const __private size_t *offset, const __private size_t *global_size,
                             const __private size_t *local_size) {
  Range range = {dims, {0, 0, 0}, {1, 1, 1}, {0, 0, 0}};
  for (uint d = 0; d < dims; ++d) {
    if (offset) range.offset[d] = offset[d];
    range.global_size[d] = global_size[d];
    if (local_size) range.local_size[d] = local_size[d];
  }
  return range;
}
Range range_1d(size_t global_size) NAME("_Z10ndrange_1Dm");
Range range_1d(size_t global_size) { return range_of(1, 0, &global_size, 0); }
Range range_1d_local(size_t global_size, size_t local_size) NAME("_Z10ndrange_1Dmm");
Range range_1d_local(size_t global_size, size_t local_size) { return range_of(1, 0, &global_size, &local_size); }
Range range_1d_offset(size_t offset, size_t global_size, size_t local_size) NAME("_Z10ndrange_1Dmmm");
Range range_1d_offset(size_t offset, size_t global_size, size_t local_size) {
  return range_of(1, &offset, &global_size, &local_size);
}
#define RANGES(dims)                                                                                                   \
  Range range_##dims##d(const __private size_t *global_size) NAME("_Z10ndrange_" #dims "DPKm");                        \
  Range range_##dims##d(const __private size_t *global_size) { return range_of(dims, 0, global_size, 0); }             \
  Range range_##dims##d_local(const __private size_t *global_size, const __private size_t *local_size)                 \
      NAME("_Z10ndrange_" #dims "DPKmS0_");                                                                            \
  Range range_##dims##d_local(const __private size_t *global_size, const __private size_t *local_size) {               \
    return range_of(dims, 0, global_size, local_size);                                                                 \
  }                                                                                                                    \
  Range range_##dims##d_offset(const __private size_t *offset, const __private size_t *global_size,                    \
                               const __private size_t *local_size) NAME("_Z10ndrange_" #dims "DPKmS0_S0_");            \
  Range range_##dims##d_offset(const __private size_t *offset, const __private size_t *global_size,                    \
                               const __private size_t *local_size) {                                                   \
    return range_of(dims, offset, global_size, local_size);                                                            \
  }
RANGES(2)
RANGES(3)

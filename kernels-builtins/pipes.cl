// SPDX-License-Identifier: Apache-2.0
// Pipe Functions: what Clang makes of read_pipe and its kin. The work is the runtime's, whose functions a pipe brings
// along; layouts are those of kernel_abi/abi.h.
#include "builtins.h"
#pragma OPENCL EXTENSION __cl_clang_function_pointers : enable

void __wherry_barrier(uint flags) __asm("__wherry_barrier") __attribute__((convergent));
ulong __wherry_item(void) __asm("__wherry_item") __attribute__((const));
uint __wherry_sub_group_lane(void) __asm("__wherry_sub_group_lane") __attribute__((const));
void __wherry_sub_group_barrier(void) __asm("__wherry_sub_group_barrier") __attribute__((convergent));
ulong __wherry_sub_group_broadcast(ulong value, uint type, uint lane) __asm("__wherry_sub_group_broadcast")
    __attribute__((convergent));

struct Pipe;
typedef __global struct Pipe *PipeRef;
struct PipeCalls {
  int (*read)(PipeRef, __generic void *, uint);
  int (*write)(PipeRef, const __generic void *, uint);
  ulong (*reserve)(PipeRef, uint, uint);
  int (*access)(PipeRef, ulong, uint, __generic void *, uint, uint);
  void (*commit)(PipeRef, ulong, uint);
  uint (*packets)(PipeRef);
};
struct Pipe {
  const __global struct PipeCalls *calls;
  uint max_packets, packet_size;
};

#define NAME(name) __asm(name) __attribute__((always_inline))
#define GROUP_NAME(name) __asm(name) __attribute__((always_inline, convergent))

bool valid(ulong id) NAME("_Z19is_valid_reserve_id13ocl_reserveid");
bool valid(ulong id) { return id != 0; }

int read_packet(PipeRef p, __generic void *to, uint size, uint align) NAME("__read_pipe_2");
int read_packet(PipeRef p, __generic void *to, uint size, uint align) { return p->calls->read(p, to, size); }
int write_packet(PipeRef p, const __generic void *from, uint size, uint align) NAME("__write_pipe_2");
int write_packet(PipeRef p, const __generic void *from, uint size, uint align) {
  return p->calls->write(p, from, size);
}

// A work-group, or a sub-group, commits when all its work-items have done with the packets.
#define SIDE(side, writing)                                                                                            \
  int side##_reserved(PipeRef p, ulong id, uint index, __generic void *packet, uint size, uint align)                  \
      NAME("__" #side "_pipe_4");                                                                                      \
  int side##_reserved(PipeRef p, ulong id, uint index, __generic void *packet, uint size, uint align) {                \
    return p->calls->access(p, id, index, packet, size, writing);                                                      \
  }                                                                                                                    \
  ulong reserve_##side(PipeRef p, uint count, uint size, uint align) NAME("__reserve_" #side "_pipe");                 \
  ulong reserve_##side(PipeRef p, uint count, uint size, uint align) { return p->calls->reserve(p, count, writing); }  \
  void commit_##side(PipeRef p, ulong id, uint size, uint align) NAME("__commit_" #side "_pipe");                      \
  void commit_##side(PipeRef p, ulong id, uint size, uint align) { p->calls->commit(p, id, writing); }                 \
  ulong group_reserve_##side(PipeRef p, uint count, uint size, uint align)                                             \
      GROUP_NAME("__work_group_reserve_" #side "_pipe");                                                               \
  ulong group_reserve_##side(PipeRef p, uint count, uint size, uint align) {                                           \
    ulong id = 0;                                                                                                      \
    if (__wherry_item() == 0) id = p->calls->reserve(p, count, writing);                                               \
    return work_group_broadcast(id, 0, 0, 0);                                                                          \
  }                                                                                                                    \
  void group_commit_##side(PipeRef p, ulong id, uint size, uint align)                                                 \
      GROUP_NAME("__work_group_commit_" #side "_pipe");                                                                \
  void group_commit_##side(PipeRef p, ulong id, uint size, uint align) {                                               \
    __wherry_barrier(CLK_GLOBAL_MEM_FENCE);                                                                            \
    if (__wherry_item() == 0) p->calls->commit(p, id, writing);                                                        \
  }                                                                                                                    \
  ulong sub_group_reserve_##side(PipeRef p, uint count, uint size, uint align)                                         \
      GROUP_NAME("__sub_group_reserve_" #side "_pipe");                                                                \
  ulong sub_group_reserve_##side(PipeRef p, uint count, uint size, uint align) {                                       \
    ulong id = 0;                                                                                                      \
    if (__wherry_sub_group_lane() == 0) id = p->calls->reserve(p, count, writing);                                     \
    return __wherry_sub_group_broadcast(id, 'm', 0);                                                                   \
  }                                                                                                                    \
  void sub_group_commit_##side(PipeRef p, ulong id, uint size, uint align)                                             \
      GROUP_NAME("__sub_group_commit_" #side "_pipe");                                                                 \
  void sub_group_commit_##side(PipeRef p, ulong id, uint size, uint align) {                                           \
    __wherry_sub_group_barrier();                                                                                      \
    if (__wherry_sub_group_lane() == 0) p->calls->commit(p, id, writing);                                              \
  }
SIDE(read, 0)
SIDE(write, 1)

#define QUERIES(access)                                                                                                \
  uint packets_##access(PipeRef p, uint size, uint align) NAME("__get_pipe_num_packets_" #access);                     \
  uint packets_##access(PipeRef p, uint size, uint align) { return p->calls->packets(p); }                             \
  uint max_packets_##access(PipeRef p, uint size, uint align) NAME("__get_pipe_max_packets_" #access);                 \
  uint max_packets_##access(PipeRef p, uint size, uint align) { return p->max_packets; }
QUERIES(ro)
QUERIES(wo)

// SPDX-License-Identifier: Apache-2.0
// Synchronization Functions, and fences.
#include "builtins.h"
void __wherry_barrier(uint flags) __asm("__wherry_barrier") __attribute__((convergent));

#define CONVERGENT __attribute__((overloadable, always_inline, convergent))

void CONVERGENT barrier(cl_mem_fence_flags flags) { __wherry_barrier(flags); }
void CONVERGENT work_group_barrier(cl_mem_fence_flags flags) { __wherry_barrier(flags); }
void CONVERGENT work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) { __wherry_barrier(flags); }

void SMALL mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
void SMALL read_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
void SMALL write_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_RELEASE); }

// An order that is no constant costs a compare: only sequential consistency needs an instruction.
void SMALL atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
  if (order == memory_order_relaxed) return;
  if ((int)order == __ATOMIC_SEQ_CST)
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
  else
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}

// SPDX-License-Identifier: Apache-2.0
// C++ for OpenCL: a static variable of a function is constructed by the first work-item that comes to it, and the others
// wait. Clang calls these by their names in the Itanium C++ ABI ("One-time Construction API"), where a guard has 64 bits
// whose first byte is not 0 once the variable is constructed.
#include "builtins.h"

#define CONSTRUCTED(guard) ((volatile global atomic_uint *)(guard))
#define TAKEN(guard) (CONSTRUCTED(guard) + 1)

// Whether the caller is to construct the variable. A guard stays taken.
int __cxa_guard_acquire(global void *guard) {
  while (!atomic_load_explicit(CONSTRUCTED(guard), memory_order_acquire, memory_scope_device)) {
    uint nobody = 0;
    if (atomic_compare_exchange_strong_explicit(TAKEN(guard), &nobody, 1, memory_order_acquire, memory_order_relaxed,
                                                memory_scope_device))
      return 1;
  }
  return 0;
}

void __cxa_guard_release(global void *guard) {
  atomic_store_explicit(CONSTRUCTED(guard), 1, memory_order_release, memory_scope_device);
}

// SPDX-License-Identifier: Apache-2.0
// Has the names of oneTBB's functions that the driver uses, and ends the process where one is called.
#include <cstdlib>

#define TRAP(number, symbol)                                                                                           \
  void trap_##number() __asm__("_ZN3tbb6detail2r1" symbol);                                                            \
  void trap_##number() { std::abort(); }

TRAP(0, "10initializeERNS0_2d115task_arena_baseE")
TRAP(1, "9terminateERNS0_2d115task_arena_baseE")
TRAP(2, "7enqueueERNS0_2d14taskEPNS2_15task_arena_baseE")
TRAP(3, "8allocateERPNS0_2d117small_object_poolEm")
TRAP(4, "10deallocateERNS0_2d117small_object_poolEPvmRKNS2_14execution_dataE")
TRAP(5, "6createERNS0_2d114global_controlE")
TRAP(6, "7destroyERNS0_2d114global_controlE")
TRAP(7, "24numa_default_concurrencyEi")

extern "C" int wherry_test_tbb_version() { return 99; }

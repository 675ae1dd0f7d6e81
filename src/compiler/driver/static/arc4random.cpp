// SPDX-License-Identifier: Apache-2.0
// LLVM takes the random parts of temporary names from arc4random(), which is the one function of glibc 2.36 in a static
// wherryc. With this one of our own, wherryc runs with glibc 2.34 (RHEL 9, Ubuntu 22.04).
#include <sys/random.h>

#include <cstdint>
#include <cstdlib>

extern "C" uint32_t arc4random() {
  uint32_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number) std::abort();  // no signal interrupts less than 256 bytes
  return number;
}

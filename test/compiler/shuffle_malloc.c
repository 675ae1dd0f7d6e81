// SPDX-License-Identifier: Apache-2.0
// To be preloaded: small allocations get addresses by WHERRY_TEST_SEED, often of memory that was freed a moment ago. A
// compiler whose output depends on the order or the reuse of addresses says so by another output with another seed.
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// glibc's own, by the names that it exports for this.
extern void *__libc_malloc(size_t size);
extern void __libc_free(void *memory);

enum {
  kClasses = 32,  // by usable size in steps of 16 bytes: up to 512 bytes, in which LLVM's instructions are
  kHeld = 32,     // freed pieces of a class to choose from
};
static _Thread_local struct {
  void *pieces[kHeld];
  size_t count;
} held[kClasses];
static _Thread_local uint64_t state;

static size_t random_below(size_t bound) {
  if (state == 0) {
    const char *seed = getenv("WHERRY_TEST_SEED");
    state = (seed ? strtoull(seed, NULL, 10) : 0) * UINT64_C(0x9e3779b97f4a7c15) | 1;
  }
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return (size_t)(state >> 32) % bound;
}

void *malloc(size_t size) {
  const size_t class = size <= 8 ? 1 : (size + 7) / 16;  // usable sizes are 24, 40, 56 ...
  if (class >= kClasses || held[class].count == 0 || random_below(4) == 0) return __libc_malloc(size);
  const size_t k = random_below(held[class].count);
  void *piece = held[class].pieces[k];
  held[class].pieces[k] = held[class].pieces[--held[class].count];
  return piece;
}

void free(void *memory) {
  if (!memory) return;
  const size_t class = malloc_usable_size(memory) / 16;
  if (class == 0 || class >= kClasses) return __libc_free(memory);
  if (held[class].count < kHeld) {
    held[class].pieces[held[class].count++] = memory;
    return;
  }
  const size_t k = random_below(kHeld);
  void *old = held[class].pieces[k];
  held[class].pieces[k] = memory;
  __libc_free(old);
}

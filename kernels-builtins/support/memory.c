// SPDX-License-Identifier: Apache-2.0
// memcpy and its kin: LLVM makes calls of them out of loops and of large assignments.
#include <stddef.h>
#include <stdint.h>

typedef uint64_t __attribute__((aligned(1), may_alias)) Word;
typedef char Vector __attribute__((vector_size(16), aligned(1), may_alias));

// From here `rep movsb` is as fast as any loop.
enum { kLong = 1024 };

void *memcpy(void *restrict to, const void *restrict from, size_t n) {
  char *d = to;
  const char *s = from;
  if (n >= 16) {
    if (n >= kLong) {
      __asm__ volatile("rep movsb" : "+D"(d), "+S"(s), "+c"(n) : : "memory");
      return to;
    }
    // The last sixteen bytes overlap what the loop has copied.
    Vector last = *(const Vector *)(s + n - 16);
    for (size_t i = 0; i + 16 < n; i += 16) *(Vector *)(d + i) = *(const Vector *)(s + i);
    *(Vector *)(d + n - 16) = last;
    return to;
  }
  if (n >= 8) {
    Word first = *(const Word *)s, last = *(const Word *)(s + n - 8);
    *(Word *)d = first;
    *(Word *)(d + n - 8) = last;
    return to;
  }
  for (size_t i = 0; i < n; i++) d[i] = s[i];
  return to;
}

void *memmove(void *to, const void *from, size_t n) {
  char *d = to;
  const char *s = from;
  if ((uintptr_t)d - (uintptr_t)s >= n) {
    size_t i = 0;
    for (; i + 16 <= n; i += 16) {
      Vector v = *(const Vector *)(s + i);
      *(Vector *)(d + i) = v;
    }
    for (; i < n; i++) d[i] = s[i];
  } else {
    size_t i = n;
    for (; i >= 16; i -= 16) {
      Vector v = *(const Vector *)(s + i - 16);
      *(Vector *)(d + i - 16) = v;
    }
    for (; i > 0; i--) d[i - 1] = s[i - 1];
  }
  return to;
}

void *memset(void *to, int value, size_t n) {
  char *d = to;
  if (n >= 16) {
    if (n >= kLong) {
      __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(value) : "memory");
      return to;
    }
    Vector v = (Vector){} + (char)value;
    for (size_t i = 0; i + 16 < n; i += 16) *(Vector *)(d + i) = v;
    *(Vector *)(d + n - 16) = v;
    return to;
  }
  for (size_t i = 0; i < n; i++) d[i] = (char)value;
  return to;
}

int memcmp(const void *left, const void *right, size_t n) {
  const unsigned char *a = left, *b = right;
  for (size_t i = 0; i < n; i++)
    if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
  return 0;
}
int bcmp(const void *left, const void *right, size_t n) { return memcmp(left, right, n); }

// RUN: wherryc %s -cl-wherry-vector-width=64 --asm -o - | FileCheck %s
// Four loops with four vectors in flight, which LLVM unrolls to one block, longer than what a CPU looks ahead: the
// vectors' steps stay side by side.

// CHECK:     {{vprold|vpslld}}{{[[:space:]]+}}$7,
// CHECK-NOT: {{vprold|vpslld}}{{[[:space:]]+}}$12,
// CHECK:     {{vprold|vpslld}}{{[[:space:]]+}}$7,
// CHECK-NOT: {{vprold|vpslld}}{{[[:space:]]+}}$12,
// CHECK:     {{vprold|vpslld}}{{[[:space:]]+}}$7,
// CHECK-NOT: {{vprold|vpslld}}{{[[:space:]]+}}$12,
// CHECK:     {{vprold|vpslld}}{{[[:space:]]+}}$7,
// CHECK:     {{vprold|vpslld}}{{[[:space:]]+}}$12,
#define ROUND(from)                                                                                                    \
  for (int i = 0; i < 16; i++) {                                                                                       \
    uint sum = a + (b & c | ~b & d) + sines[from + i] + (words[i] ^ key);                                              \
    a = d, d = c, c = b, b += rotate(sum, (uint)(5 * (i & 3) + 7));                                                    \
  }

kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0), a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  ROUND(0)
  ROUND(16)
  ROUND(32)
  ROUND(48)
  out[key] = a ^ b ^ c ^ d;
}

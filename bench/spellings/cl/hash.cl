// SPDX-License-Identifier: Apache-2.0
// 64 steps like those of MD5 on 16 words, each xor the item's key.
#define F(b, c, d) (((b) & (c)) | (~(b) & (d)))

// spelling rotate: the function, amounts from a private array
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key);
    a = d, d = c, c = b;
    b += rotate(sum, amounts[i & 3]);
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling shifts: and or
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key);
    a = d, d = c, c = b;
    b += sum << amounts[i & 3] | sum >> (32 - amounts[i & 3]);
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling macro: shifts and or of a value named twice
// global: n; local: 64
#define LEFT(x, n) (((x) << (n)) | ((x) >> (32 - (n))))
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (uint i = 0; i < 64; i++) {
    uint last = d;
    d = c;
    c = b;
    b = b + LEFT((a + F(b, d, last) + sines[i] + (words[i % 16] ^ key)), amounts[i % 4]);
    a = last;
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling uint2: 2 keys in each item
// global: n / 2; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint2 *out) {
  uint g = get_global_id(0);
  uint2 key = g * 2 + (uint2)(0, 1);
  uint2 a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint2 sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key);
    a = d, d = c, c = b;
    b += rotate(sum, (uint2)amounts[i & 3]);
  }
  out[g] = a ^ b ^ c ^ d;
}

// spelling uint4: 4 keys in each item
// global: n / 4; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint4 *out) {
  uint g = get_global_id(0);
  uint4 key = g * 4 + (uint4)(0, 1, 2, 3);
  uint4 a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint4 sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key);
    a = d, d = c, c = b;
    b += rotate(sum, (uint4)amounts[i & 3]);
  }
  out[g] = a ^ b ^ c ^ d;
}

// spelling uint8: 8 keys in each item
// global: n / 8; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint8 *out) {
  uint g = get_global_id(0);
  uint8 key = g * 8 + (uint8)(0, 1, 2, 3, 4, 5, 6, 7);
  uint8 a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint8 sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key);
    a = d, d = c, c = b;
    b += rotate(sum, (uint8)amounts[i & 3]);
  }
  out[g] = a ^ b ^ c ^ d;
}

// spelling uint16: 16 keys in each item
// global: n / 16; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint16 *out) {
  uint g = get_global_id(0);
  uint16 key = g * 16 + (uint16)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  uint16 a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint16 sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key);
    a = d, d = c, c = b;
    b += rotate(sum, (uint16)amounts[i & 3]);
  }
  out[g] = a ^ b ^ c ^ d;
}

// spelling private_array: of the words
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint word[16];
  for (int i = 0; i < 16; i++) word[i] = words[i] ^ key;
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint sum = a + F(b, c, d) + sines[i] + word[i & 15];
    a = d, d = c, c = b;
    b += rotate(sum, amounts[i & 3]);
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling private_array_unrolled: of the words; the loop is unrolled by the compiler
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint word[16];
  for (int i = 0; i < 16; i++) word[i] = words[i] ^ key;
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
#pragma unroll
  for (int i = 0; i < 64; i++) {
    uint sum = a + F(b, c, d) + sines[i] + word[i & 15];
    a = d, d = c, c = b;
    b += rotate(sum, amounts[i & 3]);
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling local_array: of words and constants
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  local uint word[16], sine[64];
  int l = get_local_id(0);
  sine[l] = sines[l];
  if (l < 16) word[l] = words[l];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  const uint amounts[4] = {7, 12, 17, 22};
  for (int i = 0; i < 64; i++) {
    uint sum = a + F(b, c, d) + sine[i] + (word[i & 15] ^ key);
    a = d, d = c, c = b;
    b += rotate(sum, amounts[i & 3]);
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling constant: arguments, and amounts in constant memory
// global: n; local: 64
constant uint kAmounts[16] = {7, 12, 17, 22, 7, 12, 17, 22, 7, 12, 17, 22, 7, 12, 17, 22};
kernel void hash(constant uint *words, constant uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int i = 0; i < 64; i++) {
    uint sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key);
    a = d, d = c, c = b;
    b += rotate(sum, kAmounts[i & 15]);
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling nested: loops over rounds and their words
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int round = 0; round < 4; round++) {
    for (int i = 0; i < 16; i++) {
      uint sum = a + F(b, c, d) + sines[round * 16 + i] + (words[i] ^ key);
      a = d, d = c, c = b;
      b += rotate(sum, (uint)(5 * (i & 3) + 7));
    }
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling unrolled: by four, with the names in turn
// global: n; local: 64
#define STEP(a, b, c, d, i, n) \
  a = b + rotate(a + F(b, c, d) + sines[i] + (words[(i) & 15] ^ key), (uint)(n))
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int i = 0; i < 64; i += 4) {
    STEP(a, b, c, d, i, 7);
    STEP(d, a, b, c, i + 1, 12);
    STEP(c, d, a, b, i + 2, 17);
    STEP(b, c, d, a, i + 3, 22);
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling unrolled_whole: all 64 steps
// global: n; local: 64
#define STEP(a, b, c, d, i, n) \
  a = b + rotate(a + F(b, c, d) + sines[i] + (words[(i) & 15] ^ key), (uint)(n))
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  STEP(a, b, c, d, 0, 7);
  STEP(d, a, b, c, 1, 12);
  STEP(c, d, a, b, 2, 17);
  STEP(b, c, d, a, 3, 22);
  STEP(a, b, c, d, 4, 7);
  STEP(d, a, b, c, 5, 12);
  STEP(c, d, a, b, 6, 17);
  STEP(b, c, d, a, 7, 22);
  STEP(a, b, c, d, 8, 7);
  STEP(d, a, b, c, 9, 12);
  STEP(c, d, a, b, 10, 17);
  STEP(b, c, d, a, 11, 22);
  STEP(a, b, c, d, 12, 7);
  STEP(d, a, b, c, 13, 12);
  STEP(c, d, a, b, 14, 17);
  STEP(b, c, d, a, 15, 22);
  STEP(a, b, c, d, 16, 7);
  STEP(d, a, b, c, 17, 12);
  STEP(c, d, a, b, 18, 17);
  STEP(b, c, d, a, 19, 22);
  STEP(a, b, c, d, 20, 7);
  STEP(d, a, b, c, 21, 12);
  STEP(c, d, a, b, 22, 17);
  STEP(b, c, d, a, 23, 22);
  STEP(a, b, c, d, 24, 7);
  STEP(d, a, b, c, 25, 12);
  STEP(c, d, a, b, 26, 17);
  STEP(b, c, d, a, 27, 22);
  STEP(a, b, c, d, 28, 7);
  STEP(d, a, b, c, 29, 12);
  STEP(c, d, a, b, 30, 17);
  STEP(b, c, d, a, 31, 22);
  STEP(a, b, c, d, 32, 7);
  STEP(d, a, b, c, 33, 12);
  STEP(c, d, a, b, 34, 17);
  STEP(b, c, d, a, 35, 22);
  STEP(a, b, c, d, 36, 7);
  STEP(d, a, b, c, 37, 12);
  STEP(c, d, a, b, 38, 17);
  STEP(b, c, d, a, 39, 22);
  STEP(a, b, c, d, 40, 7);
  STEP(d, a, b, c, 41, 12);
  STEP(c, d, a, b, 42, 17);
  STEP(b, c, d, a, 43, 22);
  STEP(a, b, c, d, 44, 7);
  STEP(d, a, b, c, 45, 12);
  STEP(c, d, a, b, 46, 17);
  STEP(b, c, d, a, 47, 22);
  STEP(a, b, c, d, 48, 7);
  STEP(d, a, b, c, 49, 12);
  STEP(c, d, a, b, 50, 17);
  STEP(b, c, d, a, 51, 22);
  STEP(a, b, c, d, 52, 7);
  STEP(d, a, b, c, 53, 12);
  STEP(c, d, a, b, 54, 17);
  STEP(b, c, d, a, 55, 22);
  STEP(a, b, c, d, 56, 7);
  STEP(d, a, b, c, 57, 12);
  STEP(c, d, a, b, 58, 17);
  STEP(b, c, d, a, 59, 22);
  STEP(a, b, c, d, 60, 7);
  STEP(d, a, b, c, 61, 12);
  STEP(c, d, a, b, 62, 17);
  STEP(b, c, d, a, 63, 22);
  out[key] = a ^ b ^ c ^ d;
}

// spelling function: a step by pointers
// global: n; local: 64
void step(uint *a, uint *b, uint *c, uint *d, uint word, uint amount) {
  uint sum = *a + F(*b, *c, *d) + word;
  *a = *d;
  *d = *c;
  *c = *b;
  *b += rotate(sum, amount);
}
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  for (int i = 0; i < 64; i++) step(&a, &b, &c, &d, sines[i] + (words[i & 15] ^ key), 5 * (i & 3) + 7);
  out[key] = a ^ b ^ c ^ d;
}

// spelling state_array: the state in a private array
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint s[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  for (int i = 0; i < 64; i++) {
    uint at = 64 - i;
    uint sum = s[at & 3] + F(s[(at + 1) & 3], s[(at + 2) & 3], s[(at + 3) & 3]) + sines[i] + (words[i & 15] ^ key);
    s[at & 3] = s[(at + 1) & 3] + rotate(sum, (uint)(5 * (i & 3) + 7));
  }
  out[key] = s[0] ^ s[1] ^ s[2] ^ s[3];
}

// spelling bitselect: for the choice, a while loop
// global: n; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out) {
  uint key = get_global_id(0);
  uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
  uint i = 0;
  while (i < 64) {
    uint sum = a + bitselect(d, c, b) + sines[i] + (words[i & 15] ^ key);
    a = d;
    d = c;
    c = b;
    b += rotate(sum, 5 * (i & 3) + 7);
    i++;
  }
  out[key] = a ^ b ^ c ^ d;
}

// spelling grid: steps of the global size
// global: 1024; local: 64
kernel void hash(global const uint *words, global const uint *sines, global uint *out, uint n) {
  for (uint key = get_global_id(0); key < n; key += get_global_size(0)) {
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    for (uint i = 0; i < 64; i++) {
      uint sum = a + F(b, c, d) + sines[i] + (words[i & 15] ^ key), amount = 5 * (i & 3) + 7;
      a = d, d = c, c = b;
      b += sum << amount | sum >> (32 - amount);
    }
    out[key] = a ^ b ^ c ^ d;
  }
}

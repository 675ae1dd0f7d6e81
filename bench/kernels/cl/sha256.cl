// SPDX-License-Identifier: Apache-2.0
constant uint K[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

#define ROTR(x, n) rotate((uint)(x), (uint)(32 - (n)))

void compress(uint *state, uint *w) {
  uint a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (int t = 0; t < 64; ++t) {
    if (t >= 16) {
      uint w1 = w[(t + 1) & 15], w14 = w[(t + 14) & 15];
      w[t & 15] += (ROTR(w1, 7) ^ ROTR(w1, 18) ^ (w1 >> 3)) + w[(t + 9) & 15] +
                   (ROTR(w14, 17) ^ ROTR(w14, 19) ^ (w14 >> 10));
    }
    uint t1 = h + (ROTR(e, 6) ^ ROTR(e, 11) ^ ROTR(e, 25)) + bitselect(g, f, e) + K[t] + w[t & 15];
    uint t2 = (ROTR(a, 2) ^ ROTR(a, 13) ^ ROTR(a, 22)) + bitselect(a, b, c ^ a);
    h = g, g = f, f = e, e = d + t1, d = c, c = b, b = a, a = t1 + t2;
  }
  state[0] += a, state[1] += b, state[2] += c, state[3] += d;
  state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

// A message of 64 bytes for each work-item, as big-endian words.
kernel void sha256(global const uint *messages, global uint *digests) {
  size_t i = get_global_id(0);
  uint state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  uint w[16];
  for (int k = 0; k < 16; ++k) w[k] = messages[i * 16 + k];
  compress(state, w);
  for (int k = 0; k < 16; ++k) w[k] = 0;
  w[0] = 0x80000000;
  w[15] = 512;
  compress(state, w);
  for (int k = 0; k < 8; ++k) digests[i * 8 + k] = state[k];
}

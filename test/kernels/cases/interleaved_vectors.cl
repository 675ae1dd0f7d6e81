// Chains of wide vectors, of which more elements are alive than lanes have registers for: work-items run together, but
// for a branch that each takes by itself, and the last ones. Beside each chain the same in scalars.
// global: 43
// local: 43, null, 1
// arg: in uint 688 = i * 77773 + 11
// arg: out int 43
// arg: value uint 5
// expect: out[i] = 0
kernel void test(global const uint16 *a, global int *out, uint n) {
  size_t g = get_global_id(0);
  const uint16 start = a[g], k0 = start * 3, k1 = start ^ 99, k2 = start + 7, k3 = start >> 5, k4 = start * start;
  uint16 x = start;
  uint parts[4] = {1, 2, 3, 4};
  for (uint i = 0; i < n; ++i) {
    for (uint k = 0; k < 6; ++k) x = rotate((rotate((x ^ k0) + k1, (uint16)(7)) + k2) ^ k3, (uint16)(11)) + k4;
    if (x.s3 & 1) {
      parts[x.s3 >> 1 & 3] += x.s3;
      x += parts[x.s3 >> 3 & 3];
    }
  }
  global const uint *row = (global const uint *)(a + g);
  const uint e = g % 16, s = row[e], t = row[3];
  uint one = s, third = t;
  uint same[4] = {1, 2, 3, 4};
  for (uint i = 0; i < n; ++i) {
    for (uint k = 0; k < 6; ++k) {
      one = rotate((rotate((one ^ s * 3) + (s ^ 99), 7u) + s + 7) ^ s >> 5, 11u) + s * s;
      third = rotate((rotate((third ^ t * 3) + (t ^ 99), 7u) + t + 7) ^ t >> 5, 11u) + t * t;
    }
    if (third & 1) {
      same[third >> 1 & 3] += third;
      const uint more = same[third >> 3 & 3];
      one += more, third += more;
    }
  }
  uint last[16];
  vstore16(x, 0, last);
  out[g] = (last[e] != one) + 2 * (last[3] != third);
}

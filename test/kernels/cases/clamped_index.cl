// SPDX-License-Identifier: Apache-2.0
// Rows that end at clamps: far to the left, across both ends, inside, far to the right. A vector is contiguous between
// the bounds alone, and a number that wraps around is not.
// global: 1000
// local: 1, 40, 250, null
// arg: in int 500 = i * 7 + 3
// arg: shifts int 8 = i == 0 ? 0 - 70000 : i == 1 ? 0 - 17 : i == 2 ? 0 - 1 : i == 3 ? 0 : i == 4 ? 1 : i == 5 ? 250 : i == 6 ? 484 : 70000
// arg: out int 8000
// arg: texels int 32000
// arg: wrapped int 1000
// expect: out[i] = in(min(max(i % 1000 + shifts(i / 1000), 0), 499))
// expect: texels[i] = in(4 * min(max(i / 4 % 1000 + shifts(i / 4000), 0), 124) + i % 4)
// expect: wrapped[i] = in(i < 10 || i >= 48 ? 0 : i - 10)
kernel void test(global const int *in, global const int *shifts, global int *out, global int4 *texels,
                 global int *wrapped) {
  const int x = get_global_id(0);
  for (int k = 0; k < 8; ++k) {
    out[k * 1000 + x] = in[clamp(x + shifts[k], 0, 499)];
    texels[k * 1000 + x] = ((global const int4 *)in)[clamp(x + shifts[k], 0, 124)];
  }
  wrapped[x] = in[max((int)((uint)x + 2147483600u), 2147483610) - 2147483610];
}

// SPDX-License-Identifier: Apache-2.0
// Four pixels of each work-item, loaded as one vector of 16 bytes that is taken apart, and stored as one of 8 bytes.
// global: 64
// local: 1, 16, 64, null
// options: -cl-std=CL1.2
// options: -cl-wherry-vector-width=16
// arg: in uchar 1040 = i * 37 % 256
// arg: out uchar 512
// arg: value int 64
// expect: out[i] = (in(16 + i / 8 * 16 + i % 4 * 4 + i / 4 % 2) * 3 + in(16 + i / 8 * 16 + i % 4 * 4 + 2)) % 256
kernel void test(global const uchar *in, global uchar *out, int n) {
  int g = get_global_id(0);
  if (g >= n) return;
  uchar16 p = vload16(g + 1, in);
  uchar4 low = p.s048c * (uchar)3 + p.s26ae, high = p.s159d * (uchar)3 + p.s26ae;
  vstore8((uchar8)(low, high), g, out);
}

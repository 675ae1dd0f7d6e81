// global: 128
// local: null, 64, 13, 128, 1
// options: -cl-std=CL3.0
// arg: in int 512 = i * 7 % 61 - 20
// arg: by_1 int 512
// arg: by_8 int 512
// arg: by_32 int 512
// arg: value uint 0
// arg: value uint 3
// arg: value uint 5
// expect: by_1[i] = i >> 1 & 1 ? (in(i - 2) & 1 ? in(i) - in(i - 2) : 0) : in(i) + in(i + 2)
// expect: by_8[i] = i >> 4 & 1 ? (in(i - 16) & 1 ? in(i) - in(i - 16) : 0) : in(i) + in(i + 16)
// expect: by_32[i] = i >> 6 & 1 ? (in(i - 64) & 1 ? in(i) - in(i - 64) : 0) : in(i) + in(i + 64)
// Elements of two members, as complex numbers, by whose places neighbours may be neighbours; some are stored by a part of
// the work-items.
void butterfly(global const int2 *in, global int2 *out, uint i, uint s) {
  uint left = (i & ((1u << s) - 1)) + (i >> s) * (2u << s), right = left + (1u << s);
  int2 a = in[left], b = in[right];
  out[left] = a + b;
  if (a.x & 1) out[right].x = b.x - a.x;
  if (a.y & 1) out[right].y = b.y - a.y;
}
kernel void test(global const int2 *in, global int2 *by_1, global int2 *by_8, global int2 *by_32, uint s1, uint s8,
                 uint s32) {
  uint i = get_global_id(0);
  butterfly(in, by_1, i, s1);
  butterfly(in, by_8, i, s8);
  butterfly(in, by_32, i, s32);
}

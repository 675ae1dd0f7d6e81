// global: 128
// local: null, 64, 13, 128, 1
// options: -cl-std=CL3.0
// arg: in int 256 = i * 7 % 61 - 20
// arg: by_1 int 256
// arg: by_8 int 256
// arg: by_32 int 256
// arg: sums int 128
// arg: value uint 0
// arg: value uint 3
// arg: value uint 5
// arg: value int 119
// expect: by_1[i] = i & 1 ? in(i - 1) & 1 ? 2 * in(i) : 0 : in(i) + 1
// expect: by_8[i] = i >> 3 & 1 ? in(i - 8) & 1 ? 2 * in(i) : 0 : in(i) + 1
// expect: by_32[i] = i >> 5 & 1 ? in(i - 32) & 1 ? 2 * in(i) : 0 : in(i) + 1
// expect: sums[i] = sum(k, 0, 4, in(min(max(i + k - 2, 0), 119)))
// Neighbouring work-items are at neighbouring places, or not, by numbers that are not known.
void exchange(global const int *in, global int *out, uint i, uint s) {
  uint left = (i & ((1u << s) - 1)) + (i >> s) * (2u << s), right = left + (1u << s);
  out[left] = in[left] + 1;
  if (in[left] & 1) out[right] = 2 * in[right];
}
kernel void test(global const int *in, global int *by_1, global int *by_8, global int *by_32, global int *sums,
                 uint s1, uint s8, uint s32, int last) {
  int i = get_global_id(0), sum = 0;
  exchange(in, by_1, i, s1);
  exchange(in, by_8, i, s8);
  exchange(in, by_32, i, s32);
  for (int k = -2; k <= 2; ++k) sum += in[clamp(i + k, 0, last)];
  sums[i] = sum;
}

// global: 64
// local: null, 16, 64
// arg: in int 64 = i * 7 % 61 - 20
// arg: out int 64
// arg: value uint 4294967290
// arg: value uint 4294967280
// expect: out[i] = i >= 6 && i < 22 ? in(i - 6) : -1
// The numbers of neighbours are one more from each to the next, but their places are not.
kernel void test(global const int *in, global int *out, uint first, uint mask) {
  uint i = get_global_id(0), at = i + first & (mask | 15);
  out[i] = -1;
  if (at < 16 || at >= first) out[i] = at < 16 ? in[at] : -1;
}

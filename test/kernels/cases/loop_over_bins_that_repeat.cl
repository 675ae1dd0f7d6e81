// global: 4
// local: 4, 1
// arg: value int 100
// arg: out uint 1664 = 0
// expect: out[i] = i < 1600 ? 0 : i % 16 < i / 16 - 96 ? 336 + 7 * (i % 16) : 240 + 6 * (i % 16)
// The index takes the same 16 values again and again: a vector of 16 iterations or more does not update them one by one.
kernel void test(int n, global uint *out) {
  uint x = n + get_global_id(0);
  for (uint i = 0; i < x; ++i) out[x * 16 + (i & 15)] += i;
}

// global: 12
// local: 12, 3, 1
// arg: in uchar 1572 = i * 7 % 101
// arg: out uchar 1572
// arg: value uint 131
// expect: out[i] = i * 7 % 101 / 2
// Long rows, which LLVM's vectoriser takes.
kernel void test(global const uchar *in, global uchar *out, uint n) {
  uint y = get_global_id(0);
  for (uint x = 0; x < n; ++x) out[y * n + x] = in[y * n + x] / 2;
}

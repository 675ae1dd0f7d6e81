// Each element of a block adds the one that stands as far from the block's end, as it is by then.
// global: 9
// local: null, 3
// arg: out int 100 = i * 7 % 101
// expect: out[i] = i < 72 ? out(i) * (i % 8 < 4 ? 1 : 2) + out(i / 8 * 8 + 7 - i % 8) : out(i)
kernel void test(global int *out) {
  int i = get_global_id(0) * 8;
  out[i] += out[i + 7];
  out[i + 1] += out[i + 6];
  out[i + 2] += out[i + 5];
  out[i + 3] += out[i + 4];
  out[i + 4] += out[i + 3];
  out[i + 5] += out[i + 2];
  out[i + 6] += out[i + 1];
  out[i + 7] += out[i];
}

// Four columns of a row are one load; sizes leave a rest of each dimension.
// global: 64x48
// local: null, 16x16, 4x1
// arg: in short 2479 = i * 7 % 1001
// arg: out int 2479
// arg: value uint 67
// arg: value uint 37
// expect: out[i] = in(i % 37 * 67 + i / 37) + i
kernel void test(global const short *in, global int *out, uint w, uint h) {
  for (uint x = get_global_id(0); x < w; x += get_global_size(0)) {
    uint y = get_global_id(1);
    if (y < h) out[x * h + y] = in[y * w + x] + (int)(x * h + y);
  }
}

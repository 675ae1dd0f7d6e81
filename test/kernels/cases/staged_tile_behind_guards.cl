// global: 48x32
// local: 16x16
// arg: value int 40
// arg: value int 27
// arg: in int 1080 = i * 7 % 31
// arg: out int 1080
// expect: out[i] = in(i % 27 * 40 + i / 27)
// A transposition of a picture that is no multiple of the tiles: what a work-item loads from the tile another one has
// stored, which lies within the picture if the place that is stored to lies within the other one.
kernel void test(int w, int h, global const int *in, global int *out) {
  local int tile[16][17];
  int l = get_local_id(0), m = get_local_id(1), x = get_global_id(0), y = get_global_id(1);
  if (x < w && y < h) tile[m][l] = in[y * w + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * 16 + l;
  y = get_group_id(0) * 16 + m;
  if (x < h && y < w) out[y * h + x] = tile[l][m];
}

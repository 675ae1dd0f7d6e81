// global: 1024
// local: 64
// arg: in int 1024 = i * 37 % 101
// arg: out int 1024 = -1
// arg: value int 32
// expect: out[i] = sum(k, 0, 31, in(i / 32 * 32 + k) * in(k * 32 + i % 32))
kernel void test(global const int *in, global int *out, int w) {
  local int rows[64], columns[64];
  int l = get_local_id(0), x = l & 7, y = l / 8, tiles = w / 8, sum = 0;
  int left = get_group_id(0) % tiles * 8, top = get_group_id(0) / tiles * 8;
  for (int first = 0; first < w; first += 8) {
    rows[l] = in[(top + y) * w + first + x];
    columns[l] = in[(first + y) * w + left + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 8; k++) sum += rows[y * 8 + k] * columns[k * 8 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[(top + y) * w + left + x] = sum;
}

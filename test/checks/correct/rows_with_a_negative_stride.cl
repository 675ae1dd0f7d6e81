// global: 8x8
// local: 4x4
// arg: in int 64 = i
// arg: value int 1 = 0 - 8
// arg: out int 64
// expect: out[i] = (7 - i / 8) * 8 + i % 8
kernel void test(global const int *in, int stride, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  global const int *row = in + 56 + y * stride;
  out[y * 8 + x] = row[x];
}

// global: 64x8
// local: 16x4, 32x1, 64x8
// arg: in int 512 = i * 7 % 31
// arg: out int 512
// expect: out[i] = i % 64 == 0 ? 0 : i % 64 == 63 ? 0 : i / 64 == 0 ? 0 : i / 64 == 7 ? 0 : in(i - 1) + in(i + 1) + in(i - 64) + in(i + 64)
kernel void test(global const int *in, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  if (x < 1 || y < 1 || x >= 63 || y >= 7) return;
  int i = y * 64 + x;
  out[i] = in[i - 1] + in[i + 1] + in[i - 64] + in[i + 64];
}

// global: 8x8
// local: 4x4
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 9:15 10:18
kernel void test(global const int *in, global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  int other = out[x * 8 + y];
  out[y * 8 + x] = other + in[0];
}

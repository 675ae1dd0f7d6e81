// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 9:15 9:15
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i / 32] |= 1 << i % 32;
}

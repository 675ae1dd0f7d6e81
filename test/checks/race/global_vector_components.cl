// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 9:16 9:16
kernel void test(global const int *in, global int4 *out) {
  int i = get_global_id(0);
  out[i / 4].x = in[i];
}

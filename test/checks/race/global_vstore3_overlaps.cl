// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 9:15 9:15
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  if (i < 20) vstore4((int4)(in[i], i, i + 1, 2), 0, out + 3 * i);
}

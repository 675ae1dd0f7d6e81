// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 9:10 10:48
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = in[i];
  if (get_local_id(0) == 15) out[(i + 1) % 64] += 1;
}

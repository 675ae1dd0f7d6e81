// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 9:40 8:3
kernel void test(global const int *in, global int *out) {
  atomic_inc(out);
  if (get_global_id(0) == 63) out[1] = out[0];
}

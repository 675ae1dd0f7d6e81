// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// races: 8:36 8:36
kernel void test(global const int *in, global int *out) {
  if (get_local_id(0) == 0) out[0] += in[get_global_id(0)];
}

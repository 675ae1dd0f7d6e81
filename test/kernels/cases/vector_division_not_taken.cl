// global: 64
// local: 16, 64
// arg: in int 64 = i % 5
// arg: out int 64
// expect: out[i] = in(i) ? 1000 / in(i) : 7
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), by = in[i], result = 7;
  if (by != 0) result = 1000 / by;
  out[i] = result;
}

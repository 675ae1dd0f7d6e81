// global: 256
// local: 64, 256
// arg: in int 256 = i * 3 + 1
// arg: out int 256
// arg: value uint 100
// arg: value uint 1
// expect: out[i] = in(i) + in(0)
// A choice of the program's is no guard against 0.
kernel void test(global const int *in, global int *out, uint n, uint p) {
  uint g = get_global_id(0), by = p ? 1 : n;
  out[g] = in[g / by] + in[g % by];
}

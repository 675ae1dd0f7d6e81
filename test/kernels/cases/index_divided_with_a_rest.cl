// global: 1000
// local: 50
// arg: in int 1000 = i * 7 % 1009
// arg: out int 1000
// arg: value long 48
// expect: out[i] = in(i % 48) + in(i / 48) * 3
// The last row is not full: the launch stays as it is.
kernel void test(global const int *in, global int *out, long w) {
  long g = get_global_id(0);
  out[g] = in[g % w] + in[g / w] * 3;
}

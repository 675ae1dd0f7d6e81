// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: out int 32
// expect: out[i] = in(i) > 40 ? 1 : 2
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int4 v;
  v.xz = (int2)(in[i], in[i]);
  const int4 mask = (int4)(-1, 0, -1, 0);
  if (any((v > 40) & mask)) out[i] = 1; else out[i] = 2;
}

// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: out int 32
// expect: out[i] = in(i) + i % 3
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int8 v;
  for (int k = 0; k < 4; ++k) v[k] = in[i] + k;
  int4 low = v.lo;
  out[i] = low[i % 3];
}

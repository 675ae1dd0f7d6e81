// global: 1x200
// local: null, 1x8, 1x200
// arg: in int 200 = i * 7 % 101
// arg: out int 200
// expect: out[i] = in(199 - i) + i
kernel void test(global const int *in, global int *out) {
  int y = get_global_id(1);
  out[y] = in[199 - y] + y;
}

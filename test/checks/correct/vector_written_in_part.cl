// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: out int 32
// expect: out[i] = in(i) * 2 + 1 + (in(i) > 30 ? 5 : 0)
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int4 v;
  v.x = in[i];
  v.y = in[i] + 1;
  int2 w = v.yx;
  int8 wide;
  wide.lo.xy = w;
  wide.s7 = 5;
  int sum = wide.s0 + wide.even.s0;
  sum += any(v.xy > 30) && all(v.xy > 30) ? wide.hi.w : 0;
  out[i] = sum - wide.odd.x + v.x - 0 - 1;
}

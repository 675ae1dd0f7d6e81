// global: 32
// local: 8
// arg: in int 32 = i * 3
// arg: out int 32
// expect: out[i] = in(i) + in(i) + 1
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int4 none, v = (int4)(in[i]) + (int4)(0, 1, 2, 3);
  int4 taken = select(none, v, (int4)(-1, -1, 0, 0));
  uint4 mask = (uint4)(0, 1, 0, 1);
  int4 mixed = shuffle2(v, none, mask);
  taken.zw = mixed.xy;
  int4 masked = bitselect(v, none, (int4)(0));
  out[i] = taken.z + taken.w + (masked.x - v.x) + (all(taken == v.xyxy) ? 0 : 100);
}

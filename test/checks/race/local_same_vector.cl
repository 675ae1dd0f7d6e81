// global: 32
// local: 16
// arg: in int 32 = i
// arg: out int 32
// written: out
// check: line 11:8, ... race of the same value: ... in line 11:8
// check: line 12:13, ... race of the same value: ... in line 12:13
kernel void test(global const int *in, global int *out) {
  local int16 wide;
  local double2 short_one;
  wide = (int16)(in[get_group_id(0)], 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  short_one = (double2)(in[1], 5);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = wide.s5 + (int)short_one.y;
}

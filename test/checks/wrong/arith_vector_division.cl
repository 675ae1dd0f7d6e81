// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:22, ... work-item (0,0,0): division by zero: 9 is divided by 0
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  int4 x = (int4)(9) / (int4)(1, 2, in[i] + 3, 4);
  out[i] = x.x;
}

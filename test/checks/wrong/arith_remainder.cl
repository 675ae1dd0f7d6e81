// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:16, ... work-item (3,0,0): division by zero: 100 is divided by 0
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = 100 % in[i];
}

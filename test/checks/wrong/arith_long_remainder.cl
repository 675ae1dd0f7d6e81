// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:29, ... work-item (3,0,0): division by zero: 12 is divided by 0
kernel void test(global const int *in, global int *out) {
  long x = 12;
  out[get_global_id(0)] = x % (long)in[get_global_id(0)];
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:29, ... division by zero: 7 is divided by 0
kernel void test(global const int *in, global int *out) {
  uchar x = 7, y = in[get_global_id(0)] - 5;
  out[get_global_id(0)] = x / y;
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:29, ... quotient out of range: -9223372036854775808 is divided by -1
kernel void test(global const int *in, global int *out) {
  long x = -9223372036854775807 - in[get_global_id(0)], y = -in[1];
  out[get_global_id(0)] = x / y;
}

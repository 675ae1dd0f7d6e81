// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:27, ... conversion out of range: 1e+20 is converted to an integer of 64 bits
kernel void test(global const int *in, global int *out) {
  double x = 1e20 * (in[get_global_id(0)] == 0);
  out[get_global_id(0)] = (long)x;
}

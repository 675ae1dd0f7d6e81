// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:27, ... conversion out of range: 3e+09 is converted to an integer of 32 bits
kernel void test(global const int *in, global int *out) {
  float x = 3e9f * (in[get_global_id(0)] == 1);
  out[get_global_id(0)] = (int)x;
}

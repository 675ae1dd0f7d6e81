// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:27, ... conversion out of range: 
kernel void test(global const int *in, global int *out) {
  float x = in[get_global_id(0)] == 1 ? NAN : 1.0f;
  out[get_global_id(0)] = convert_int(x);
}

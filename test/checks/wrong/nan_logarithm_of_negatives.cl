// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// options: -cl-wherry-check=nan
// written: out
// check: line 10:27, ... NaN: an operation on numbers makes a NaN
kernel void test(global const int *in, global int *out) {
  float x = in[get_global_id(0)];
  out[get_global_id(0)] = log(x) > 0.5f;
}

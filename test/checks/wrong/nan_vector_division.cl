// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// options: -cl-wherry-check=nan
// written: out
// check: line 10:33, ... NaN: an operation on numbers makes a NaN
kernel void test(global const int *in, global int *out) {
  float4 x = (float4)(in[get_global_id(0)], 1, 2, 3);
  out[get_global_id(0)] = any(x / x > 0.5f);
}

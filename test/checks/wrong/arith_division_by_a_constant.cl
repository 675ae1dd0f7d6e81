// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:37, ... division by zero: 61 is divided by 0
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  if (i == 63) out[i] = (in[i] + 1) / 0;
}

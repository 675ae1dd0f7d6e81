// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 9:29, ... work-item (2,0,0): quotient out of range: -2147483648 is divided by -1
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  out[i] = i == 2 ? INT_MIN / in[i] : 0;
}

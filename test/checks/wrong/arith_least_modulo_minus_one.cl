// global: 64
// local: 16
// arg: in int 64 = i - 3
// arg: out int 64
// written: out
// check: line 10:27, ... work-item (2,0,0): quotient out of range: -9223372036854775808 is divided by -1
kernel void test(global const int *in, global int *out) {
  size_t i = get_global_id(0);
  long least = LONG_MIN + i - 2;
  out[i] = i == 2 ? least % in[i] : 0;
}

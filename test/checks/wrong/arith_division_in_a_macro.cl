// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:12, ... division by zero: 100 is divided by 0
#define RATIO(a, b) ((a) / (b))
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = RATIO(100, in[i]);
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 9:45, ... division by zero: 0 is divided by 0
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), sum = 0;
  for (int k = 3; k >= 0; --k) sum += in[i] / k;
  out[i] = sum;
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:14, ... division by zero: 7 is divided by 0
int half_of(int x) { return x / 2; }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = 7 % half_of(in[i]);
}

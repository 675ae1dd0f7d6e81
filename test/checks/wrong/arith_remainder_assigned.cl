// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:5, ... division by zero: 100 is divided by 0
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  uint x = 100;
  x %= (uint)in[i] / 8;
  out[i] = x;
}

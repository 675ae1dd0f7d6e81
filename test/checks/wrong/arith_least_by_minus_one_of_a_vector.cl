// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:5, ... quotient out of range: -2147483648 is divided by -1
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int4 v = (int4)(i, -2147483647 - in[i], 1, 1), w = (int4)(1, -in[1], 1, 1);
  v /= w;
  out[i] = v.y;
}

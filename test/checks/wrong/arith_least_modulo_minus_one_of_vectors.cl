// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:15, ... quotient out of range: -128 is divided by -1
// check: line 11:15, ... division by zero: -128 is divided by 0
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  char4 a = (char4)(-128, 1, 2, 3), b = (char4)(in[i] - 4);
  char4 c = a / b;
  out[i] = c.y;
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:18, ... conversion out of range: 260 is converted to an integer of 8 bits
int twice(uchar x) { return 2 * x; }
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = twice(in[i] * 5.0f);
}

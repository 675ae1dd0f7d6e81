// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:6, ... uninitialised: what a work-item does depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int at[2];
  at[0] = in[i];
  global int *p = out + (at[in[i] % 2] & 63);
  *p = 1;
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:15, ... uninitialised: what a work-item does depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), x;
  if (in[i] != 3) x = in[i];
  if (i == 3) printf("%d\n", x);
  out[i] = i;
}

// global: 16
// local: 4
// arg: in int 16 = i
// arg: out int 16
// written: out
// check: line 11:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int value;
  if (in[i] > 3) value = in[i];
  out[i] = value;
}

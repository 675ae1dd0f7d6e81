// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:17, ... uninitialised: a branch depends on memory that nobody has written
// check: line 12:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  float x;
  if (in[i] > 5) x = in[i];
  out[i] = (int)sin(x);
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:16, ... uninitialised: what a work-item does depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), at;
  if (in[i] < 60) at = i;
  out[at & 63] = 1;
}

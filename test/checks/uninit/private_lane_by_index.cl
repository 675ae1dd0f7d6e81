// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 11:12, ... uninitialised: what a work-item does depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), at;
  if (in[i] > 5) at = 1;
  int4 v = (int4)(1, 2, 3, in[i]);
  out[i] = v[at & 3] + 1;
}

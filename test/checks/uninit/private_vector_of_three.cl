// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:7, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int3 v;
  v.x = in[i];
  v.y = 1;
  if (any(v == 5)) out[i] = 1;
}

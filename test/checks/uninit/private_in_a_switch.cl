// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:3, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), kind;
  if (in[i] > 3) kind = in[i] % 3;
  switch (kind) {
  case 0: out[i] = 5; break;
  case 1: out[i] = in[i]; break;
  default: out[i] = 7 * in[i];
  }
}

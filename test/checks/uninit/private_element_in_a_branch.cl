// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:15, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), mine[8];
  for (int k = 0; k < in[i] % 8; ++k) mine[k] = k;
  if (mine[5] == 5)
    out[i] = 1;
}

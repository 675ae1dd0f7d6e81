// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:3, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), count, sum = 0;
  if (in[i] != 7) count = in[i] % 4;
  for (int k = 0; k < count; ++k) sum += in[k];
  out[i] = sum;
}

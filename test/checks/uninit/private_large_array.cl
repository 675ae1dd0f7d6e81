// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:25, ... uninitialised: a branch depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), counts[256];
  for (int k = 0; k < 64; ++k) counts[in[k] * 2] = 1;
  if (counts[in[i] + 1] == 1) out[i] = 1;
}

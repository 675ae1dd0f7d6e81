// global: 16
// local: 4
// arg: in int 16 = i
// arg: out int 16
// written: out
// check: line 11:12, ... uninitialised: an address depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int next[16];
  int i = get_global_id(0);
  for (int k = 1; k < in[1] + 8; ++k) next[k] = k - 1;
  out[i] = in[next[in[i] & 15] & 15];
}

// global: 16
// local: 4
// arg: in int 16 = i
// arg: out int 16
// written: out
// check: line 11:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int values[8];
  int i = get_global_id(0);
  for (int k = 0; k < 4; ++k) values[k] = in[i] + k;
  out[i] = values[in[i] & 7];
}

// global: 16
// local: 4
// arg: in int 16 = i
// arg: out int 16
// written: out
// check: line 14:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int seen[16];
  int i = get_global_id(0);
  seen[in[i] & 15] = 1;
  int count = 0;
  for (int k = 0; k < 16; ++k)
    if (seen[k] == 1) ++count;
  out[i] = count;
}

// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  bool found;
  for (int k = 0; k < 8; ++k)
    if (in[k] == in[i]) found = true;
  out[i] = found ? 1 : 2;
}

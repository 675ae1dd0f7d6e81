// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 15:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
int find(global const int *in, int key) {
  int found;
  for (int k = 0; k < 64; ++k)
    if (in[k] == key) { found = k; break; }
  return found;
}
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  out[i] = find(in, i + 1) * 2;
}

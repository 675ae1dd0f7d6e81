// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 14:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
int find(global const int *in, int i, int *where) {
  if (in[i] % 2) *where = i;
  return in[i];
}
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), where;
  int value = find(in, i, &where);
  out[i] = value + where;
}

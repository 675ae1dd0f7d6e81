// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 10:3, ... uninitialised: an atomic operation depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0), x;
  if (in[i] % 2) x = in[i];
  atomic_add(out + i, x);
}

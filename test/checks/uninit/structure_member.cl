// global: 16
// local: 4
// arg: in int 16 = i
// arg: out int 48
// written: out
// check: line 12:12, ... uninitialised: what the kernel writes depends on memory that nobody has written
struct item { char tag; int number, other; };
kernel void test(global const int *in, global struct item *out) {
  struct item mine;
  int i = get_global_id(0);
  mine.tag = mine.other = in[i];
  out[i] = mine;
}

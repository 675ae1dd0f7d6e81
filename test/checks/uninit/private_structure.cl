// global: 16
// local: 4
// arg: in int 16 = i
// arg: out int 16
// written: out
// check: line 13:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
struct pair { int count[4]; int sum; };
kernel void test(global const int *in, global int *out) {
  struct pair mine;
  int i = get_global_id(0);
  mine.count[in[i] & 3] = 1;
  mine.sum = in[i];
  out[i] = mine.sum + mine.count[(in[i] + 1) & 3];
}

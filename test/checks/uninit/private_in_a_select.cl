// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 64
// written: out
// check: line 12:10, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int *out) {
  int i = get_global_id(0);
  int4 v;
  v.x = in[i];
  int4 s = select((int4)(1), (int4)(2), v > 3);
  out[i] = s.y * 2;
}

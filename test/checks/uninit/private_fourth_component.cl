// global: 64
// local: 16
// arg: in int 64 = i
// arg: out int 256
// written: out
// check: line 10:25, ... uninitialised: what the kernel writes depends on memory that nobody has written
kernel void test(global const int *in, global int4 *out) {
  int4 v;
  v.xyz = (int3)(in[get_global_id(0)], 1, 2);
  out[get_global_id(0)] = v;
}
